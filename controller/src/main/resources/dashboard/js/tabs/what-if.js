// Simulations of other configurations from the current state. They change nothing.

import {html, useEffect, useMemo, useRef, useState} from '../lib.js';
import {ask, study} from '../api.js';
import {DAY, duration, figure, origin, plural} from '../format.js';
import {Gantt, extent} from '../gantt.js';
import {Commands, Difference, GainBar, Policy, Table, lower, lowerBetween} from '../parts.js';
import {useResource} from '../resource.js';
import {Term} from '../terms.js';
import {REASONS, plain} from '../words.js';

const HORIZONS = [[DAY, '1 day'], [7 * DAY, '1 week'], [14 * DAY, '2 weeks'], [28 * DAY, '4 weeks']];
const STUDIES = 'studies';
const ARRIVALS = [
  [STUDIES, 'as in Gnomon’s own studies'],
  ['replay', 'jobs arrive as in the recent past'],
  ['none', 'no jobs arrive'],
];
const MOST = 32;
const RUNS = 300;
const TOP = 8; // alternatives shown at first

const lines = text => [...new Set(text.split('\n').map(line => line.trim()).filter(Boolean))];

/** What the API says about each line that is not a policy, or that the scheduler cannot be set to. */
function useProblems(cluster, written) {
  const [problems, setProblems] = useState({});
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(async () => {
      const found = {};
      for (const line of written) {
        if (stale) return;
        try {
          await ask(cluster, 'schedule', {policy: line, limit: 1});
        } catch (refusal) {
          if (refusal.status === 422 || refusal.status === 400) found[line] = refusal.message;
        }
      }
      if (!stale) setProblems(found);
    }, 500);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [cluster, written.join('\n')]);
  return problems;
}

function Preset({policy, difference, checked, toggle}) {
  const {settings, summary} = difference;
  const lines = part => settings.map((setting, i) => html`<div key=${i}>${part(setting)}</div>`);
  return html`<tr title=${policy}><td><input type="checkbox" checked=${checked} aria-label=${summary || policy} onChange=${toggle}/></td>
    <td class="left">${lines(({name}) => html`<code>${name}</code>`)}</td><td class="left">${lines(({from}) => from)}</td>
    <td class="left">${lines(({to}) => html`<strong>${to}</strong>`)}</td></tr>`;
}

function Presets({alternatives, reason, chosen, setChosen}) {
  const toggle = policy => setChosen(chosen.includes(policy) ? chosen.filter(one => one !== policy) : [...chosen, policy]);
  return html`<fieldset class="presets"><legend>Changes that the next study would try</legend>
    ${alternatives.length === 0 && reason && html`<p class="quiet" data-testid="nothing-to-compare">None: ${reason}.</p>`}
    ${alternatives.length > 0 && html`<p class="quiet">Select some, or none for all ${alternatives.length}.</p>`}
    ${alternatives.length > 0 && html`<div class="wide tall" tabindex="0" role="region" aria-label="Changes that the next study would try">
      <table class="presets-table" data-testid="presets"><thead><tr><th scope="col"><span class="hidden">Simulate</span></th>
        ${['Setting', 'Now', 'Simulated'].map(name => html`<th scope="col" class="left"><${Term} name=${name}/></th>`)}</tr></thead>
        <tbody>${alternatives.map(({policy, difference}) => html`<${Preset} key=${policy} ...${{policy, difference}}
          checked=${chosen.includes(policy)} toggle=${() => toggle(policy)}/>`)}</tbody></table></div>`}
  </fieldset>`;
}

function Written({text, setText, problems, declared}) {
  return html`<div class="written">
    <label>Others, one per line
      <textarea rows="3" spellcheck="false" placeholder="easy(order=shortest)" value=${text}
        aria-describedby="policy-problems" aria-invalid=${Object.keys(problems).length > 0}
        onInput=${event => setText(event.target.value)} data-testid="policies"></textarea></label>
    <ul id="policy-problems" class="problems" role="status" data-testid="policy-problems">${Object.entries(problems).map(([line, problem]) => html`
      <li key=${line} class="failed"><code>${line}</code>: ${problem}</li>`)}</ul>
    ${declared.length > 0 && html`<details><summary>What the scheduler can be set to</summary>
      <ul class="declared">${declared.map(({policy, summary, parameters}) => html`<li key=${policy}>
        <code>${policy}</code>${summary && html`: ${summary}`}
        ${parameters.length > 0 && html`<span class="quiet"> Parameters: ${parameters.map(({name}) => name).join(', ')}.</span>`}</li>`)}</ul>
    </details>`}
  </div>`;
}

/** The alternative that a decision by this study would choose, or null: the best one that the scheduler can run. */
function best(result) {
  const others = result.alternatives.slice(1).filter(({possible, objection, gain}) => possible && !objection && gain > 0);
  return others.find(({policy}) => policy === result.best) ?? others.sort((a, b) => b.gain - a.gain)[0] ?? null;
}

const waits = (one, inForce) => one.longestWait === undefined ? ''
  : ` The longest wait is ${duration(one.longestWait)} instead of ${duration(inForce.longestWait)}.`;

function Verdict({result}) {
  const found = best(result);
  const others = result.alternatives.length - 1;
  if (others === 0) return html`<p class="verdict" data-testid="verdict">Only the configuration in force was simulated.</p>`;
  const compared = `${plural(others, 'alternative')} ${others === 1 ? 'was' : 'were'} simulated over ${duration(result.horizonSeconds)}.`;
  if (found === null) {
    return html`<p class="verdict" data-testid="verdict"><strong>No alternative is better beyond chance.</strong> ${compared}${' '}
      Keep the configuration in force; Gnomon would propose nothing either.</p>`;
  }
  return html`<p class="verdict good" data-testid="verdict"><strong><${Difference} difference=${found.difference} spec=${found.policy}/>: slowdown ${lower(found.gain)}.</strong>${' '}
    The 80 % interval is ${lowerBetween(found.gainLow, found.gainHigh)}.${waits(found, result.alternatives[0])} ${compared}</p>
    <${Commands} difference=${found.difference}/>`;
}

function evidence({significant, significance, gain, objection}) {
  if (significant === undefined) return '–';
  if (significant && gain > 0 && objection) return html`<span class="quiet">${REASONS[objection] ?? plain(objection)}</span>`;
  if (!significant) return html`<span class="quiet">cannot be distinguished from chance</span>`;
  const errors = significance === undefined ? '' : ` (${Math.abs(significance).toFixed(1)} standard errors)`;
  return gain > 0 ? `better${errors}` : `worse${errors}`;
}

/** The configuration in force first, then the others by their slowdown. */
function sorted(result) {
  const [inForce, ...others] = result.alternatives;
  return [inForce, ...others.sort((a, b) => a.meanBoundedSlowdown - b.meanBoundedSlowdown)];
}

function Result({result, shown, setShown}) {
  const [all, setAll] = useState(false);
  const rows = sorted(result);
  const [inForce] = rows;
  const visible = all ? rows : rows.slice(0, TOP + 1);
  const columns = [
    {head: 'Change', left: true, cell: one => one === inForce ? html`<${Policy} spec=${one.policy} words=${one.policyInWords} note="in force"/>`
      : html`<${Difference} difference=${one.difference} spec=${one.policy}/>`},
    {head: 'Mean slowdown', cell: one => figure(one.meanBoundedSlowdown)},
    {head: 'Slowdown against in force', cell: one => one === inForce ? '–' : html`<span class=${one.significant ? '' : 'quiet'}>${
      one.significant ? lower(one.gain) : html`(${lower(one.gain)})`}</span>`},
    {head: '80 % interval', term: 'interval of a gain', left: true, cell: one => one === inForce ? '–' : html`<span class="with-bar">
      <${GainBar} low=${one.gainLow} high=${one.gainHigh} gain=${one.gain} significant=${one.significant}/>
      <span class="nowrap">${lowerBetween(one.gainLow, one.gainHigh)}</span></span>`},
    {head: 'Longest wait', cell: ({longestWait}) => duration(longestWait)},
    {head: 'Evidence', left: true, cell: one => one === inForce ? '–' : evidence(one)},
    {head: 'Scheduler', left: true, cell: one => one === inForce || one.possible ? 'can run it' : 'cannot be set to it'},
    {head: 'Schedule', cell: one => one === inForce ? '–' : html`<button type="button" aria-pressed=${one.policy === shown}
      onClick=${() => setShown(one.policy)} aria-label=${`Show the schedule with ${one.difference?.summary || one.policy}`}>Show</button>`},
  ];
  return html`<div data-testid="study-result">
    <${Verdict} result=${result}/>
    <${Table} columns=${columns} rows=${visible} keyOf=${one => one.policy} classOf=${one => one.policy === shown ? 'chosen' : ''}
      caption="Results of the study"/>
    ${visible.length < rows.length && html`<p class="buttons"><button type="button" onClick=${() => setAll(true)} data-testid="all-results">Show all ${
      plural(rows.length - 1, 'alternative')}</button></p>`}
    <p class="quiet explained"><strong>Evidence.</strong> Alternatives are compared on the same jobs, in batches of 12 h. A difference counts from
      2 standard errors; a smaller one cannot be distinguished from chance, and its figure is in parentheses. Mean slowdowns are of${' '}
      ${plural(result.alternatives[0].jobs, 'job')}: those present and those that arrive within the horizon. The bars go from 50 % higher to 100 % lower; the line marks no difference.</p>
  </div>`;
}

/** Whether a waiting job starts earlier or later than under the configuration in force. */
function comparison(inForce, other) {
  const first = new Map();
  for (const run of inForce.runs) if (!first.has(run.job)) first.set(run.job, run.start);
  const kinds = new Map();
  for (const run of other.runs) {
    const start = first.get(run.job);
    if (kinds.has(run.job) || start === undefined || run.start <= other.at) continue;
    const difference = run.start - start;
    kinds.set(run.job, Math.abs(difference) < 60 ? 'waiting' : difference < 0 ? 'earlier' : 'later');
  }
  return kinds;
}

function Schedules({cluster, view, policy, differenceOf}) {
  const {data, error} = useResource(`${cluster} ${view.version} ${policy}`, async () => {
    const inForce = await ask(cluster, 'schedule', {limit: RUNS});
    return {inForce, other: await ask(cluster, 'schedule', {limit: RUNS, policy})};
  });
  const kinds = useMemo(() => data ? comparison(data.inForce, data.other) : new Map(), [data]);
  if (!data) return html`<p class=${error ? 'failed' : 'quiet'} role="status">${error ?? 'Simulating the schedules …'}</p>`;
  const {inForce, other} = data;
  const until = Math.max(extent(inForce), extent(other));
  const number = kind => [...kinds.values()].filter(one => one === kind).length;
  const start = origin(view);
  return html`<section class="card" data-testid="schedules"><h2>Schedules of the present jobs</h2>
    <p class="quiet">If no jobs arrive and every job runs for its time limit. Of ${plural(kinds.size, 'waiting job')},${' '}
      ${number('earlier')} start earlier, ${number('later')} later and ${number('waiting')} at the same time.</p>
    <div class="pair">
      <div><h3>In force: <${Policy} spec=${inForce.policy} words=${view.configurationInWords}/></h3>
        <${Gantt} schedule=${inForce} now=${inForce.at} until=${until} origin=${start} label="Schedule under the configuration in force" testid="gantt-in-force"/></div>
      <div><h3>Alternative: <${Difference} difference=${differenceOf(other.policy)} spec=${other.policy}/></h3>
        <${Gantt} schedule=${other} now=${other.at} until=${until} origin=${start} kindOf=${run => kinds.get(run.job)}
          label="Schedule under the alternative" testid="gantt-alternative"/></div>
    </div></section>`;
}

export default function WhatIf({cluster, view}) {
  const {data: policies, error: unknown} = useResource(`${cluster} ${view.version}`, () => ask(cluster, 'policies'));
  const [chosen, setChosen] = useState([]);
  const [text, setText] = useState('');
  const [horizon, setHorizon] = useState(14 * DAY);
  const [arrivals, setArrivals] = useState(view.decisions?.[0]?.cadence === 'durable' ? 'replay' : STUDIES);
  const [state, setState] = useState({status: '', failed: false, result: null});
  const [shown, setShown] = useState(null);
  const written = lines(text);
  const problems = useProblems(cluster, written);
  const wanted = [...new Set([...chosen, ...written])];
  const tooMany = wanted.length > MOST;
  const nothing = wanted.length === 0 && Boolean(policies?.nothingToCompare);
  const untrusted = view.state === 'DEGRADED' && `No simulations now: ${view.problem ?? 'the mirror of the cluster is not trusted'}.`;

  const run = async event => {
    event.preventDefault();
    setState(last => ({...last, status: 'Simulating …', failed: false}));
    try {
      const result = await study(cluster, {
        arrivals, ...(arrivals === STUDIES ? {} : {horizonSeconds: horizon}), ...(wanted.length > 0 ? {policies: wanted} : {})});
      setState({status: '', failed: false, result});
      setShown((best(result) ?? sorted(result)[1])?.policy ?? null);
    } catch (refusal) {
      setState(last => ({...last, status: refusal.message, failed: true}));
    }
  };

  const {result} = state;
  const heading = useRef(null);
  useEffect(() => heading.current?.focus(), [result]);
  const differenceOf = spec => result?.alternatives.find(({policy}) => policy === spec)?.difference;
  return html`
    <section class="card"><h1>What if</h1>
      <p class="quiet">Simulates other policies from the live queue, and compares them with the one in force:${' '}
        <${Policy} spec=${view.configuration} words=${view.configurationInWords}/>. A study changes nothing and needs no token.</p>
      ${unknown && html`<p class="failed">${unknown}</p>`}
      <form class="study" onSubmit=${run}>
        <${Presets} alternatives=${policies?.alternatives ?? []} reason=${policies?.nothingToCompare} chosen=${chosen} setChosen=${setChosen}/>
        <${Written} text=${text} setText=${setText} problems=${problems} declared=${policies?.declared ?? []}/>
        <div class="row">
          <label><${Term} name="Horizon"/> <select disabled=${arrivals === STUDIES} onChange=${event => setHorizon(Number(event.target.value))} data-testid="horizon">${HORIZONS.map(([value, name]) => html`
            <option value=${value} selected=${value === horizon}>${name}</option>`)}</select></label>
          <label><${Term} name="Arrivals"/> <select onChange=${event => setArrivals(event.target.value)} data-testid="arrivals">${ARRIVALS.map(([value, name]) => html`
            <option value=${value} selected=${value === arrivals}>${name}</option>`)}</select></label>
          <button class="primary" disabled=${state.status === 'Simulating …' || tooMany || nothing || untrusted} data-testid="study">
            ${wanted.length === 0 ? 'Simulate all' : `Simulate ${plural(wanted.length, 'policy', 'policies')}`}</button>
        </div>
        <p class=${state.failed || tooMany ? 'failed' : 'quiet'} role="status" data-testid="study-status">${
          tooMany ? `${wanted.length} policies are selected; a study simulates at most ${MOST}.` : untrusted || state.status}</p>
      </form>
    </section>
    ${result && html`<section class="card"><h2 ref=${heading} tabindex="-1">Result</h2>
      <${Result} key=${result.at} result=${result} shown=${shown} setShown=${setShown}/></section>`}
    ${shown && html`<${Schedules} key=${shown} cluster=${cluster} view=${view} policy=${shown} differenceOf=${differenceOf}/>`}`;
}
