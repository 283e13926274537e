// The waiting jobs of a cluster: when each starts, what it waits for, and the schedule.

import {html, useEffect, useMemo, useRef, useState} from '../lib.js';
import {ask} from '../api.js';
import {clock} from '../axis.js';
import {DAY, count, duration, figure, origin, plural} from '../format.js';
import {Gantt, extent} from '../gantt.js';
import {Limits, Nodes} from '../nodes.js';
import {Policy, Table} from '../parts.js';
import {useResource} from '../resource.js';
import {StartBar, StartScale, between, betweenTimes, later, spanOf} from '../start.js';
import {WAITS_FOR, stateOf} from '../words.js';

const PAGE = 25;
const FORECASTS = 1000; // jobs whose start is forecast, in order of arrival
const RUNS = 300;
const SCHEDULE_MILLISECONDS = 4000;
const FORECAST_MILLISECONDS = 10000;
const WINDOWS = [[0, 'all of it'], [6 * 3600, 'next 6 h'], [DAY, 'next 24 h'], [3 * DAY, 'next 3 days'], [7 * DAY, 'next week']];

/** The latest value, at most once per period. */
function usePaced(value, milliseconds) {
  const [paced, setPaced] = useState(value);
  const latest = useRef(value);
  const timer = useRef(null);
  latest.current = value;
  useEffect(() => {
    if (timer.current !== null || value === paced) return;
    setPaced(value);
    timer.current = setTimeout(() => {
      timer.current = null;
      setPaced(latest.current);
    }, milliseconds);
  }, [value, paced]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return paced;
}

const CHANGES = {
  'half-limit': ({estimateSeconds}) => `a time limit of ${duration(estimateSeconds)}, half of the requested`,
  'usual-runtime': ({estimateSeconds}) => `a time limit of ${duration(estimateSeconds)}, which 9 of 10 similar jobs keep`,
  'half-processors': ({processors}) => `${plural(processors, 'processor')}, half of the requested`,
  'half-nodes': ({nodes, processors}) => `${plural(nodes, 'node')} and ${plural(processors, 'processor')}, half of the requested`,
  partition: ({name}) => `partition ${name}`,
  qos: ({name}) => `QOS ${name}`,
};

function StartText({start, now, horizon, start0}) {
  return html`<strong>${later(start.median, now, horizon)}</strong>${start.median !== undefined && html`, ${clock(start.median, now, start0)}`};
    80 % interval ${between(start.low, start.high, now, horizon)}${start.low !== undefined && html` (${betweenTimes(start.low, start.high, now, start0)})`}`;
}

function JobDetails({job, start0, go, cluster}) {
  const {forecast} = job;
  const horizon = forecast?.horizonSeconds;
  return html`
    <p>${plural(job.processors, 'processor')}, time limit ${duration(job.estimateSeconds)}, submitted ${clock(job.submittedAt, job.at, start0)}${' '}
      (${duration(job.at - job.submittedAt)} ago)${job.user && `, by ${job.user}`}.</p>
    ${job.startedAt !== undefined && html`<p>Started ${clock(job.startedAt, job.at, start0)}${
      job.expectedEnd !== undefined && `; reaches its time limit ${clock(job.expectedEnd, job.at, start0)}`}.</p>`}
    ${job.endedAt !== undefined && html`<p>Ended ${clock(job.endedAt, job.at, start0)}.</p>`}
    ${forecast && html`<p data-testid="job-start">Starts ${job.neverStarts ? html`<strong>never</strong>.` : html`<${StartText} start=${forecast} now=${forecast.at ?? job.at} horizon=${horizon} start0=${start0}/>.`}</p>`}
    <div class="facts">
    ${job.waitsFor?.length > 0 && html`<div><h3>Why it waits</h3><ul class="plain" data-testid="job-waits-for">${job.waitsFor.map(({cause, text}) => html`<li key=${cause}>${text}</li>`)}</ul></div>`}
    ${job.ahead?.total > 0 && html`<div><h3>Ahead of it</h3><p>${plural(job.ahead.total, 'job')} ${job.ahead.total === 1 ? 'is' : 'are'} expected to start first:${' '}
      ${job.ahead.jobs.map(({job: id, processors, start}, index) => html`${index > 0 && ', '}<a key=${id} href=${jobOf(cluster, id)}>${id}</a>
        <span class="quiet"> (${plural(processors, 'processor')}, ${later(start, job.at, horizon)})</span>`)}${job.ahead.total > job.ahead.jobs.length && ' …'}</p></div>`}
    ${job.alternatives?.length > 0 && html`<div><h3>What would help</h3><ul class="plain" data-testid="job-alternatives">${job.alternatives.map(one => html`<li key=${one.change + (one.name ?? '')}>
      With ${CHANGES[one.change]?.(one) ?? one.change}: ${later(one.forecast.median, job.at, horizon)}${one.earlierSeconds === undefined ? ''
        : one.earlierSeconds > 0 ? `, ${duration(one.earlierSeconds)} earlier` : one.earlierSeconds < 0 ? `, ${duration(-one.earlierSeconds)} later` : ', no earlier'}</li>`)}</ul></div>`}
    </div>
    <p><a href=${`job.html?cluster=${encodeURIComponent(cluster)}&job=${encodeURIComponent(job.job)}`}>Page of this job for its user</a></p>`;
}

function Job({cluster, id, view, go}) {
  const at = usePaced(view.at, FORECAST_MILLISECONDS);
  const {data, error, loading} = useResource(`${id} ${at}`, async () => ({id, job: await ask(cluster, `jobs/${encodeURIComponent(id)}`)}));
  const current = data?.id === id ? data.job : null;
  return html`<section class="card job" data-testid="job" aria-label=${`Job ${id}`}>
    <div class="row between"><h2>Job ${id}${current && html` <span class="quiet">${stateOf(current)}</span>`}</h2>
      <button type="button" class="plain" onClick=${() => go(`#/${encodeURIComponent(cluster)}/queue`)}>Close</button></div>
    ${current ? html`<${JobDetails} job=${current} start0=${origin(view)} cluster=${cluster}/>`
      : html`<p class=${error && !loading ? 'failed' : 'quiet'} role="status" data-testid="job-status">${error ?? 'Simulating …'}</p>`}
  </section>`;
}

const queueOf = (cluster, user) => `#/${encodeURIComponent(cluster)}/queue?user=${encodeURIComponent(user)}`;
const jobOf = (cluster, job) => `#/${encodeURIComponent(cluster)}/queue/${encodeURIComponent(job)}`;

/** Finds a job by its id, or the waiting jobs of a user. */
function Search({cluster, go}) {
  const send = async event => {
    event.preventDefault();
    const wanted = new FormData(event.target).get('wanted').trim();
    if (!wanted) return;
    const {total} = await ask(cluster, 'queue', {user: wanted, limit: 1}).catch(() => ({total: 0}));
    go(total > 0 ? queueOf(cluster, wanted) : jobOf(cluster, wanted));
  };
  return html`<form class="search" role="search" onSubmit=${send}>
    <label><span class="hidden">Job id or user</span><input name="wanted" type="search" placeholder="Job id or user" autocomplete="off" data-testid="search"/></label>
    <button data-testid="search-send">Find</button></form>`;
}

/** What a job waits for, in short; the page of the job says more. `first` is the number of jobs expected to start before it. */
function waitsFor({processors, waitsFor: reason, limit, limitInWords, neverStarts}, free, first) {
  const needed = neverStarts ? `${limitInWords} (${limit})` : limit ? `waits for ${limitInWords} (${limit})` : reason ? `waits for ${WAITS_FOR[reason]}` : `needs ${count(processors)}, ${count(free)} free`;
  return first === undefined ? needed : `${needed}; place ${count(first + 1)} by start`;
}

/** By job, how many waiting jobs are expected to start before it. */
function order(jobs) {
  const places = new Map();
  const sorted = jobs.filter(({median}) => median !== undefined).sort((a, b) => a.median - b.median);
  sorted.forEach(({job, median}, index) => {
    const last = sorted[index - 1];
    places.set(job, last?.median === median ? places.get(last.job) : index);
  });
  return places;
}

function Jobs({cluster, view, found, user}) {
  const [pages, setPages] = useState(['']);
  const after = pages.at(-1);
  const at = usePaced(view.at, SCHEDULE_MILLISECONDS);
  const forecastAt = usePaced(view.at, FORECAST_MILLISECONDS);
  const {data, error} = useResource(`${cluster} ${user} ${after} ${at}`, () => ask(cluster, 'queue', {user, limit: PAGE, after}));
  const {data: forecast, error: noForecast} = useResource(`${cluster} ${view.version} ${forecastAt}`,
    () => ask(cluster, 'forecast', {limit: FORECASTS}));
  useEffect(() => {
    if (error && pages.length > 1) setPages(['']);
  }, [error]);
  const starts = useMemo(() => new Map((forecast?.jobs ?? []).map(one => [one.job, one])), [forecast]);
  const places = useMemo(() => order(forecast?.jobs ?? []), [forecast]);
  if (!data) return html`<p class=${error ? 'failed' : 'quiet'} role="status">${error ?? 'Loading …'}</p>`;

  const now = forecast?.at ?? view.at;
  const start0 = origin(view);
  const span = spanOf(data.jobs.map(({job}) => starts.get(job)).filter(Boolean), now);
  const withStart = draw => ({job, neverStarts}) => {
    if (neverStarts) return html`<span class="quiet">never</span>`;
    const start = starts.get(job);
    return start ? draw(start) : html`<span class="quiet">${noForecast ? 'no forecast' : '…'}</span>`;
  };
  const columns = [
    {head: 'Job', cell: ({job}) => html`<a href=${jobOf(cluster, job)}>${job}</a>`},
    ...(data.jobs.some(({user: name}) => name) ? [{head: 'User', left: true, cell: ({user: name}) => name && html`<a href=${queueOf(cluster, name)}>${name}</a>`}] : []),
    {head: 'Submitted', nowrap: true, cell: ({submittedAt}) => html`${clock(submittedAt, view.at, start0)}<br/><span class="quiet">${duration(view.at - submittedAt)} ago</span>`},
    {head: 'Processors', half: true, cell: ({processors}) => count(processors)},
    {head: 'Time limit', nowrap: true, half: true, cell: ({estimateSeconds}) => duration(estimateSeconds)},
    {head: 'Start (median)', nowrap: true, cell: withStart(start => html`<strong>${later(start.median, now, forecast.horizonSeconds)}</strong>${
      start.median !== undefined && start.median > now && html`<br/><span class="quiet">${clock(start.median, now, start0)}</span>`}`)},
    {head: html`<span class="hidden">80 % interval as a bar</span><${StartScale} span=${span}/>`, name: '', left: true,
      cell: withStart(start => html`<${StartBar} start=${start} now=${now} span=${span}/>`)},
    {head: '80 % interval', left: true, nowrap: true, cell: withStart(start => html`${between(start.low, start.high, now, forecast.horizonSeconds)}<br/>
      <span class="quiet">${betweenTimes(start.low, start.high, now, start0)}</span>`)},
    {head: 'Why it waits', left: true, cell: job => waitsFor(job, view.freeProcessors, places.get(job.job))},
  ];
  const first = (pages.length - 1) * PAGE + 1;
  return html`
    <p class="quiet" role="status" data-testid="queue-status">${data.total === 0 ? user ? `No job of ${user} is waiting.` : 'No job is waiting.'
      : html`${first} to ${first + data.jobs.length - 1} of ${plural(data.total, 'waiting job')}${user ? ` of ${user}` : ''}, in order of arrival. ${
        forecast ? `Forecast of ${clock(forecast.at, forecast.at, start0)} from ${plural(forecast.simulations, 'simulation')} of the next ${duration(forecast.horizonSeconds)}: half of them start a job before the median, 80 % within the interval.`
          : noForecast ?? 'Forecast: simulating …'}`}</p>
    ${data.jobs.length > 0 && html`<${Table} columns=${columns} rows=${data.jobs} keyOf=${({job}) => job}
      classOf=${({job}) => job === found ? 'chosen' : ''} testid="queue" rowTestid="queued-job" caption="Waiting jobs"/>`}
    ${data.total > PAGE && html`<p class="buttons"><button type="button" disabled=${pages.length === 1} onClick=${() => setPages(pages.slice(0, -1))} data-testid="previous">Previous page</button>
      <button type="button" disabled=${!data.next} onClick=${() => setPages([...pages, data.next])} data-testid="next">Next page</button></p>`}`;
}

function Schedule({view, schedule, error, found, go, cluster}) {
  const [window, setWindow] = useState(0);
  const now = Math.max(view.at, schedule?.at ?? 0);
  return html`<section class="card"><div class="row between"><h2>Schedule</h2>
      <label class="picker">Show <select onChange=${event => setWindow(Number(event.target.value))} data-testid="window">${WINDOWS.map(([value, name]) => html`
        <option value=${value} selected=${value === window}>${name}</option>`)}</select></label></div>
    <p class="quiet">Which job would run when under the configuration in force, if no jobs arrive and every job runs for its time limit.</p>
    ${error && html`<p class="failed" role="status">${error}</p>`}
    ${schedule && schedule.runs.length > 0 && html`<${Gantt} schedule=${schedule} now=${now} until=${window === 0 ? extent(schedule) : now + window} origin=${origin(view)}
      found=${found} onSelect=${job => go(jobOf(cluster, job))} height=${320} label="Schedule" testid="gantt"/>`}
    ${schedule && schedule.runs.length === 0 && html`<p data-testid="gantt-empty">Nothing runs and nothing waits.</p>`}
  </section>`;
}

export default function Queue({cluster, view, address, go}) {
  const found = address?.rest?.[0];
  const user = address?.parameters?.get('user') ?? '';
  const at = usePaced(view.at, SCHEDULE_MILLISECONDS);
  const {data: schedule, error} = useResource(`${cluster} ${view.version} ${at}`, () => ask(cluster, 'schedule', {limit: RUNS}));
  const busy = view.processors - view.freeProcessors;
  return html`
    <section class="card"><div class="row between"><h1>Queue</h1><${Search} cluster=${cluster} go=${go}/></div>
      <p data-testid="queue-sentence">${plural(view.waiting, 'job')} ${view.waiting === 1 ? 'waits' : 'wait'}${
        view.oldestWait ? `, the oldest for ${duration(view.oldestWait)}` : ''}; ${plural(view.running, 'job')} ${view.running === 1 ? 'runs' : 'run'}${
        view.suspended ? `; ${plural(view.suspended, 'job')} ${view.suspended === 1 ? 'is' : 'are'} suspended` : ''}.${' '}
        ${count(busy)} of ${plural(view.processors, 'processor')} are busy. Mean bounded slowdown ${figure(view.slowdown)}.</p>
      <p class="quiet">Configuration: <${Policy} spec=${view.configuration} words=${view.configurationInWords}/></p></section>
    ${found && html`<${Job} key=${found} cluster=${cluster} id=${found} view=${view} go=${go}/>`}
    ${view.nodes && html`<${Nodes} cluster=${cluster} at=${at}/><${Limits} cluster=${cluster} at=${at}/>`}
    <${Schedule} ...${{view, schedule, error, found, go, cluster}}/>
    <section class="card queue"><h2>Waiting jobs${user && ` of ${user}`}</h2>${user && html`<p><a href=${`#/${encodeURIComponent(cluster)}/queue`}>All waiting jobs</a></p>`}
      <${Jobs} key=${user} ...${{cluster, view, found, user}}/></section>`;
}
