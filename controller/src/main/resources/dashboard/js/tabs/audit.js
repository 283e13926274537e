// What operators did, and what the controller is set to.

import {html, useState} from '../lib.js';
import {ask, askController} from '../api.js';
import {count, duration, origin, plural, when} from '../format.js';
import {Policy, Table} from '../parts.js';
import {useResource} from '../resource.js';
import {Term} from '../terms.js';
import {ACTIONS, MODES, plain} from '../words.js';

/** An operation in words, with the length of a freeze. */
export function operation(record, at0) {
  const what = ACTIONS[record.action] ?? plain(record.action);
  if (record.action === 'set-mode') return `${what} to ${record.mode}`;
  if (record.action !== 'freeze') return what;
  const from = record.from ?? record.at;
  const begins = from > record.at ? `, from ${when(from, at0)}` : '';
  return record.until === undefined ? `${what}${begins}, until the freeze is lifted`
    : `${what}${begins} for ${duration(record.until - from)}, until ${when(record.until, at0)}`;
}

function subject({proposal, freeze, command}) {
  const parts = [proposal && `proposal ${proposal}`, freeze && `freeze ${freeze}`, command && `command ${command}`].filter(Boolean);
  return parts.length > 0 ? html`<code>${parts.join(', ')}</code>` : '';
}

function Operations({cluster, view}) {
  const at0 = origin(view);
  const {data, error} = useResource(`${cluster} ${view.audit?.[0]?.record}`, () => ask(cluster, 'audit'));
  const columns = [
    {head: 'Time', left: true, cell: ({at}) => when(at, at0)},
    {head: 'Operator', left: true, cell: ({operator}) => operator},
    {head: 'Operation', left: true, cell: record => operation(record, at0)},
    {head: 'Reason', left: true, cell: ({reason}) => reason},
    {head: 'Concerns', left: true, cell: subject},
  ];
  return html`<section class="card"><h1>Operations</h1>
    ${error && html`<p class="failed" role="status">${error}</p>`}
    ${data && (data.records.length === 0 ? html`<p class="quiet" data-testid="no-audit">No operator has changed anything yet.</p>`
      : html`<${Table} columns=${columns} rows=${data.records} keyOf=${({record}) => record} testid="audit-table" rowTestid="audit" caption="Operations, newest first"/>`)}
  </section>`;
}

function Modes({view}) {
  const until = view.freezes?.map(({until: end}) => end === null || end === undefined ? 'until it is lifted' : `until ${when(end, origin(view))}`) ?? [];
  return html`<section class="card"><h2>Mode</h2>
    <p data-testid="mode-now">The mode is <strong>${view.mode}</strong>, ${view.modeChosen ? 'set by an operator' : 'as configured'}.${
      view.frozen && ` Changes are frozen ${until.join(' and ')}.`}</p>
    <dl class="list words">${Object.entries(MODES).map(([mode, text]) => html`<div key=${mode} class=${mode === view.mode ? 'current' : ''}>
      <dt>${mode}</dt><dd>${text}</dd></div>`)}</dl></section>`;
}

function Counters({view}) {
  const rejected = Object.values(view.rejected ?? {}).reduce((sum, one) => sum + one, 0);
  const counters = [
    ['events', 'events consumed'], ['evaluations', 'evaluations'], ['studies', 'studies'], ['recommendations', 'recommendations'],
    ['commands', 'commands sent'], ['applied', 'commands applied by the scheduler'],
  ].filter(([name]) => view[name] !== undefined);
  return html`<section class="card"><h2>Counters</h2>
    <p class="quiet" data-testid="counters-since">${view.countersSince === null || view.countersSince === undefined
      ? 'Since this controller took over the cluster.' : `Since ${when(view.countersSince, origin(view))}, over restarts.`}</p>
    <dl class="list" data-testid="counters">${[...counters.map(([name, text]) => [text, count(view[name]), name]), ['events rejected', count(rejected), 'rejected']].map(([text, value, name]) => html`
      <div key=${name}><dt><${Term} name=${text}/></dt><dd data-testid=${`counter-${name}`}>${value}</dd></div>`)}</dl></section>`;
}

function Partitions({view}) {
  const range = ({estimatesFrom, estimatesBelow}) => estimatesBelow === null || estimatesBelow === undefined
    ? estimatesFrom ? `from ${duration(estimatesFrom)}` : 'any' : `${duration(estimatesFrom)} to ${duration(estimatesBelow)}`;
  const columns = [
    {head: 'Partition', cell: ({partition}) => partition},
    {head: 'Time limits', left: true, cell: range},
    {head: 'Waiting jobs', cell: ({queued}) => count(queued)},
    {head: 'Busy processors', cell: ({busyProcessors}) => count(busyProcessors)},
  ];
  return html`<section class="card"><h2>Partitions</h2>
    <p class="quiet">The queues of the configuration in force: <${Policy} spec=${view.configuration} words=${view.configurationInWords}/></p>
    <${Table} columns=${columns} rows=${view.partitions ?? []} keyOf=${({partition}) => partition} testid="partitions" caption="Partitions"/></section>`;
}

/** Alternatives in one phrase: `a, b or c`. */
const either = (texts, word) => [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(` ${word} `);

function Capabilities({cluster, view}) {
  const {data, error} = useResource(`${cluster} ${view.version}`, () => ask(cluster, 'policies'));
  if (!data) return html`<section class="card"><h2>Capabilities of the scheduler</h2><p class=${error ? 'failed' : 'quiet'}>${error ?? 'Loading …'}</p></section>`;
  const also = [['suspension', 'suspend and resume running jobs'], ['requeueing', 'requeue running jobs'], ['molding', 'start jobs with another width']];
  const can = also.filter(([name]) => data[name]).map(([, text]) => text);
  const cannot = also.filter(([name]) => !data[name]).map(([, text]) => text);
  return html`<section class="card"><h2>Capabilities of the scheduler</h2>
    <p class="quiet">Gnomon sets only what the scheduler declares.${can.length > 0 && ` It can ${either(can, 'and')}.`}${cannot.length > 0 && ` It cannot ${either(cannot, 'or')}.`}</p>
    ${data.declared.length === 0 && html`<p>The scheduler has declared no policy, so nothing can be set.</p>`}
    <ul class="plain" data-testid="capabilities">${data.declared.map(({policy, summary, parameters}) => html`<li key=${policy}>
      <p><code>${policy}</code>${summary && html`: ${summary}`}</p>
      ${parameters.length > 0 && html`<details><summary>${plural(parameters.length, 'parameter')}</summary><ul class="plain">${parameters.map(({name, meaning, allowed}) => html`
        <li key=${name}><code>${name}</code>${meaning && html`: ${meaning}`}${allowed && html` <span class="quiet">(${allowed})</span>`}</li>`)}</ul></details>`}</li>`)}</ul></section>`;
}

function Configuration() {
  const [filter, setFilter] = useState('');
  const {data, error} = useResource('configuration', () => askController('configuration'));
  const settings = (data?.settings ?? []).filter(({key}) => key.includes(filter.trim().toLowerCase()));
  const columns = [
    {head: 'Key', left: true, cell: ({key}) => html`<code>${key}</code>`},
    {head: 'Value', left: true, cell: ({value}) => html`<code>${value}</code>`},
  ];
  return html`<section class="card"><h2>Effective configuration</h2>
    ${error && html`<p class="failed" role="status">${error}</p>`}
    ${data && html`<p class="quiet"><span data-testid="version">${data.version}</span>. Secrets are hidden.</p>
      ${data.settings.length === 0 ? html`<p data-testid="no-configuration">This controller was started without configuration keys.</p>`
        : html`<label>Filter keys <input type="search" value=${filter} onInput=${event => setFilter(event.target.value)} data-testid="filter"/></label>
          <div class="wide tall" tabindex="0" role="region" aria-label="Effective configuration"><${Table} columns=${columns} rows=${settings} keyOf=${({key}) => key}
            testid="configuration-table" caption="Effective configuration"/></div>`}`}
  </section>`;
}

const Links = () => html`<section class="card"><h2>Interfaces</h2><ul class="plain">
  <li><a href="openapi.yaml">openapi.yaml</a>: the contract of the HTTP API</li>
  <li><a href="metrics">metrics</a>: Prometheus series</li>
  <li><a href="health/ready">health/ready</a> and <a href="health/live">health/live</a>: probes</li></ul></section>`;

export default function Audit({cluster, view}) {
  return html`
    <${Operations} cluster=${cluster} view=${view}/>
    <div class="halves">
      <div><${Modes} view=${view}/><${Counters} view=${view}/><${Partitions} view=${view}/><${Links}/></div>
      <div><${Capabilities} cluster=${cluster} view=${view}/><${Configuration}/></div>
    </div>`;
}
