// The use of a cluster's nodes by class and resource, and what the waiting jobs wait for.

import {html} from './lib.js';
import {ask} from './api.js';
import {count, figure, plural, share} from './format.js';
import {Table} from './parts.js';
import {useResource} from './resource.js';
import {WAITS_FOR} from './words.js';

const MIB_PER_GIB = 1024;

const gib = mebibytes => `${figure(mebibytes / MIB_PER_GIB)} GiB`;

const amountOf = ({resources}, resource, type) => resources.find(one => one.resource === resource && one.type === type);

/** What is held, cannot be used, and is free, as a bar; the text beside it has the figures, so it is hidden from screen readers. */
function UseBar({amount: {total, inUse, free}}) {
  const x = value => 100 * Math.min(1, Math.max(0, value / total));
  return html`<svg class="use-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="none" x="0" width="100" height="8"/><rect class="free" x="0" width=${x(inUse + free)} height="8"/>
    <rect class="held" x="0" width=${x(inUse)} height="8"/></svg>`;
}

function Use({amount, text = count}) {
  if (!amount || amount.total === 0) return html`<span class="quiet">none</span>`;
  return html`<${UseBar} amount=${amount}/><span>${share(amount.inUse / amount.total)}</span>
    <span class="quiet"> ${text(amount.inUse)} of ${text(amount.total)}; ${text(amount.free)} free</span>`;
}

const named = ({nodes, ...rest}, name) => ({name, nodes, ...rest});

function Classes({use}) {
  const types = [...new Set(use.resources.filter(({resource}) => resource === 'gpus').map(({type}) => type))];
  const columns = [
    {head: 'Node class', left: true, cell: ({name}) => name},
    {head: 'Nodes', term: 'nodes of a class', half: true, cell: ({nodes}) => count(nodes.total)},
    {head: 'In use', term: 'nodes in use', half: true, cell: ({nodes}) => count(nodes.inUse)},
    {head: 'Free', half: true, cell: ({nodes}) => count(nodes.free)},
    {head: 'Not up', half: true, cell: ({nodes: {drained, down}}) => drained + down === 0 ? '0'
      : [drained && `${count(drained)} drained`, down && `${count(down)} down`].filter(Boolean).join(', ')},
    {head: 'CPUs in use', left: true, cell: group => html`<${Use} amount=${amountOf(group, 'cpus')}/>`},
    ...(amountOf(use, 'memory') ? [{head: 'Memory in use', left: true, cell: group => html`<${Use} amount=${amountOf(group, 'memory')} text=${gib}/>`}] : []),
    ...(types.length > 0 ? [{head: 'GPUs in use', left: true, cell: group => {
      const held = types.filter(type => amountOf(group, 'gpus', type));
      return held.length === 0 ? html`<span class="quiet">none</span>`
        : held.map(type => html`<div key=${type}>${type}: <${Use} amount=${amountOf(group, 'gpus', type)}/></div>`);
    }}] : []),
  ];
  const rows = use.classes.length > 1 ? [named(use, 'All nodes'), ...use.classes] : use.classes;
  return html`<div class="wide"><${Table} columns=${columns} rows=${rows} keyOf=${({name}) => name} classOf=${({name}) => name === 'All nodes' ? 'total' : ''}
    testid="node-classes" rowTestid="node-class" caption="Nodes by class"/></div>`;
}

/** `3 of 5 jobs wait for memory, 2 for GPUs.` */
function waitingSentence({waiting, waitingFor}) {
  const reasons = Object.entries(waitingFor).filter(([, jobs]) => jobs > 0).sort(([, a], [, b]) => b - a);
  if (reasons.length === 0) return 'No job waits.';
  return `Of ${plural(waiting, 'waiting job')}, ${reasons.map(([reason, jobs]) => `${count(jobs)} ${jobs === 1 ? 'waits' : 'wait'} for ${WAITS_FOR[reason]}`).join(', ')}.`;
}

export function Nodes({cluster, at}) {
  const {data: use, error} = useResource(`${cluster} ${at}`, () => ask(cluster, 'resources'));
  return html`<section class="card nodes" aria-label="Nodes"><h2>Nodes</h2>
    ${!use ? html`<p class=${error ? 'failed' : 'quiet'} role="status">${error ?? 'Loading …'}</p>` : html`
      <p data-testid="nodes-sentence">${count(use.nodes.inUse)} of ${plural(use.nodes.total, 'node')} ${use.nodes.inUse === 1 ? 'is' : 'are'} in use, ${
        count(use.nodes.free)} ${use.nodes.free === 1 ? 'is' : 'are'} free. ${waitingSentence(use)}</p>
      <${Classes} use=${use}/>`}
  </section>`;
}

const LISTED = 20;

/** The limits of which most is used; nothing where there are none. */
export function Limits({cluster, at}) {
  const {data} = useResource(`${cluster} ${at}`, () => ask(cluster, 'limits', {limit: LISTED}));
  if (!data || data.total === 0) return null;
  const columns = [
    {head: 'Limit', left: true, cell: ({limit, tres}) => tres ? `${limit} ${tres}` : limit},
    {head: 'Counts for', left: true, cell: ({holder}) => holder},
    {head: 'In use', left: true, cell: ({present, most, inWords}) => html`<${UseBar}
      amount=${{total: Math.max(1, most), inUse: present, free: 0}}/><span title=${inWords}>${count(present)} of ${count(most)}</span>`},
  ];
  return html`<section class="card nodes" aria-label="Limits"><h2>Limits</h2>
    <p class="quiet">What counts for the limits of accounts, users, QOS and licences now. Memory is in MiB, times are in minutes.${
      data.total > LISTED ? ` The ${LISTED} of ${count(data.total)} limits of which most is used.` : ''}</p>
    <div class="wide"><${Table} columns=${columns} rows=${data.limits} keyOf=${({inWords}) => inWords} testid="limits" rowTestid="limit" caption="Limits and their use"/></div></section>`;
}
