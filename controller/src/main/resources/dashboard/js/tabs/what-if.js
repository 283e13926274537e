// Simulations of other configurations from the current state. They change nothing.

import {html, useEffect, useMemo, useRef, useState} from '../lib.js';
import {ask, study} from '../api.js';
import {DAY, duration, figure, origin, plural} from '../format.js';
import {Gantt, extent} from '../gantt.js';
import {GainBar, Policy, Table, lower, lowerBetween} from '../parts.js';
import {useResource} from '../resource.js';

const HORIZONS = [[DAY, '1 day'], [7 * DAY, '1 week'], [14 * DAY, '2 weeks'], [28 * DAY, '4 weeks']];
const ARRIVALS = [
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

function Presets({alternatives, chosen, setChosen}) {
  const toggle = policy => setChosen(chosen.includes(policy) ? chosen.filter(one => one !== policy) : [...chosen, policy]);
  return html`<fieldset class="presets"><legend>Policies that the next study would try</legend>
    ${alternatives.length === 0 && html`<p class="quiet">None: the scheduler has not declared a policy that a study would try.</p>`}
    ${alternatives.length > 0 && html`<p class="quiet">Select some, or none for all ${alternatives.length}.</p>`}
    <div class="policies" data-testid="presets">${alternatives.map(({policy, policyInWords}) => html`<label key=${policy} class="choice">
      <input type="checkbox" checked=${chosen.includes(policy)} onChange=${() => toggle(policy)}/>
      <${Policy} spec=${policy} words=${policyInWords}/></label>`)}</div>
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

/** The best alternative that the scheduler can run and whose gain is not chance, or null. */
function best(result) {
  return result.alternatives.slice(1)
    .filter(({possible, significant, gain}) => possible && significant && gain > 0)
    .sort((a, b) => b.gain - a.gain)[0] ?? null;
}

function Verdict({result}) {
  const found = best(result);
  const others = result.alternatives.length - 1;
  if (others === 0) return html`<p class="verdict" data-testid="verdict">Only the configuration in force was simulated.</p>`;
  const compared = `${plural(others, 'alternative')} ${others === 1 ? 'was' : 'were'} simulated over ${duration(result.horizonSeconds)}.`;
  if (found === null) {
    return html`<p class="verdict" data-testid="verdict"><strong>No alternative is better beyond chance.</strong> ${compared}${' '}
      Keep the configuration in force.</p>`;
  }
  return html`<p class="verdict good" data-testid="verdict"><strong>${found.policyInWords ?? found.policy}: slowdown ${lower(found.gain)}.</strong>${' '}
    The 80 % interval is ${lowerBetween(found.gainLow, found.gainHigh)}. ${compared}</p>`;
}

function evidence({significant, significance, gain}) {
  if (significant === undefined) return '–';
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
    {head: 'Policy', left: true, cell: one => html`<${Policy} spec=${one.policy} words=${one.policyInWords} note=${one === inForce ? 'in force' : ''}/>`},
    {head: 'Mean slowdown', cell: one => figure(one.meanBoundedSlowdown)},
    {head: 'Slowdown against in force', cell: one => one === inForce ? '–' : html`<span class=${one.significant ? '' : 'quiet'}>${
      one.significant ? lower(one.gain) : html`(${lower(one.gain)})`}</span>`},
    {head: '80 % interval', left: true, cell: one => one === inForce ? '–' : html`<span class="with-bar">
      <${GainBar} low=${one.gainLow} high=${one.gainHigh} gain=${one.gain} significant=${one.significant}/>
      <span class="nowrap">${lowerBetween(one.gainLow, one.gainHigh)}</span></span>`},
    {head: 'Evidence', left: true, cell: one => one === inForce ? '–' : evidence(one)},
    {head: 'Scheduler', left: true, cell: one => one === inForce || one.possible ? 'can run it' : 'cannot be set to it'},
    {head: 'Schedule', cell: one => one === inForce ? '–' : html`<button type="button" aria-pressed=${one.policy === shown}
      onClick=${() => setShown(one.policy)} aria-label=${`Show the schedule under ${one.policyInWords ?? one.policy}`}>Show</button>`},
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

function Schedules({cluster, view, policy, wordsOf}) {
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
      <div><h3>Alternative: <${Policy} spec=${other.policy} words=${wordsOf(other.policy)}/></h3>
        <${Gantt} schedule=${other} now=${other.at} until=${until} origin=${start} kindOf=${run => kinds.get(run.job)}
          label="Schedule under the alternative" testid="gantt-alternative"/></div>
    </div></section>`;
}

export default function WhatIf({cluster, view}) {
  const {data: policies, error: unknown} = useResource(`${cluster} ${view.version}`, () => ask(cluster, 'policies'));
  const [chosen, setChosen] = useState([]);
  const [text, setText] = useState('');
  const [horizon, setHorizon] = useState(14 * DAY);
  const [arrivals, setArrivals] = useState('replay');
  const [state, setState] = useState({status: '', failed: false, result: null});
  const [shown, setShown] = useState(null);
  const written = lines(text);
  const problems = useProblems(cluster, written);
  const wanted = [...new Set([...chosen, ...written])];
  const tooMany = wanted.length > MOST;

  const run = async event => {
    event.preventDefault();
    setState(last => ({...last, status: 'Simulating …', failed: false}));
    try {
      const result = await study(cluster, {
        horizonSeconds: horizon, arrivals, ...(wanted.length > 0 ? {policies: wanted} : {})});
      setState({status: '', failed: false, result});
      setShown((best(result) ?? sorted(result)[1])?.policy ?? null);
    } catch (refusal) {
      setState(last => ({...last, status: refusal.message, failed: true}));
    }
  };

  const {result} = state;
  const heading = useRef(null);
  useEffect(() => heading.current?.focus(), [result]);
  const wordsOf = spec => result?.alternatives.find(({policy}) => policy === spec)?.policyInWords;
  return html`
    <section class="card"><h1>What if</h1>
      <p class="quiet">Simulates other policies from the live queue, and compares them with the one in force:${' '}
        <${Policy} spec=${view.configuration} words=${view.configurationInWords}/>. A study changes nothing and needs no token.</p>
      ${unknown && html`<p class="failed">${unknown}</p>`}
      <form class="study" onSubmit=${run}>
        <${Presets} alternatives=${policies?.alternatives ?? []} chosen=${chosen} setChosen=${setChosen}/>
        <${Written} text=${text} setText=${setText} problems=${problems} declared=${policies?.declared ?? []}/>
        <div class="row">
          <label>Horizon <select onChange=${event => setHorizon(Number(event.target.value))} data-testid="horizon">${HORIZONS.map(([value, name]) => html`
            <option value=${value} selected=${value === horizon}>${name}</option>`)}</select></label>
          <label>Arrivals <select onChange=${event => setArrivals(event.target.value)} data-testid="arrivals">${ARRIVALS.map(([value, name]) => html`
            <option value=${value} selected=${value === arrivals}>${name}</option>`)}</select></label>
          <button class="primary" disabled=${state.status === 'Simulating …' || tooMany} data-testid="study">
            ${wanted.length === 0 ? 'Simulate all' : `Simulate ${plural(wanted.length, 'policy', 'policies')}`}</button>
        </div>
        <p class=${state.failed || tooMany ? 'failed' : 'quiet'} role="status" data-testid="study-status">${
          tooMany ? `${wanted.length} policies are selected; a study simulates at most ${MOST}.` : state.status}</p>
      </form>
    </section>
    ${result && html`<section class="card"><h2 ref=${heading} tabindex="-1">Result</h2>
      <${Result} key=${result.at} result=${result} shown=${shown} setShown=${setShown}/></section>`}
    ${shown && html`<${Schedules} key=${shown} cluster=${cluster} view=${view} policy=${shown} wordsOf=${wordsOf}/>`}`;
}
