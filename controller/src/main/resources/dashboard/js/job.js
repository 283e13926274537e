// A page about one job, for the users of a cluster and for portals to link to: job.html?cluster=C&job=J.
// It only reads. It loads the job again every 15 seconds while it is visible.

import {html, render, useEffect, useState} from './lib.js';
import {ask, askController} from './api.js';
import {count, duration, plural, when} from './format.js';
import {Term} from './terms.js';
import {stateOf} from './words.js';

const REFRESH_MILLISECONDS = 15_000;
const CALENDAR_BEGINS = 631152000; // before 1990 a clock is a simulation's own
const MINUTE = 60;

const parameters = new URLSearchParams(location.search);

/** A time of day in the reader's time zone, with the date unless it is that of `now`. */
function time(at, now) {
  if (at < CALENDAR_BEGINS) return when(at);
  const [then, today] = [new Date(at * 1000), new Date(now * 1000)];
  const clock = {hour: '2-digit', minute: '2-digit', hour12: false};
  return then.toDateString() === today.toDateString()
    ? then.toLocaleTimeString('en-GB', clock)
    : then.toLocaleString('en-GB', {day: 'numeric', month: 'short', ...clock});
}

/** How far a time is from `now`, in words. */
function distance(at, now) {
  const seconds = at - now;
  if (Math.abs(seconds) < MINUTE) return 'now';
  return seconds > 0 ? `in ${duration(seconds)}` : `${duration(-seconds)} ago`;
}

const range = ({low, high}, now) => {
  if (low === undefined) return '';
  if (high === undefined) return `80 % probability: not before ${time(low, now)}`;
  return low === high ? '' : `80 % probability: between ${time(low, now)} and ${time(high, now)}`;
};

const median = (start, horizon, now) =>
  start.median === undefined ? `not within ${duration(horizon)}` : `${distance(start.median, now)}, ${time(start.median, now)}`;

function headline(job) {
  const {state, at, forecast} = job;
  if (state === 'running') return `It is running and ends ${distance(job.expectedEnd, at)} at the latest.`;
  if (state === 'suspended') return 'It is suspended.';
  if (state === 'completed') return `It completed ${distance(job.endedAt, at)}.`;
  if (state === 'cancelled') return `It was cancelled ${distance(job.endedAt, at)}.`;
  if (job.neverStarts) return 'It can never start as it was requested.';
  const released = stateOf(job) === 'held' ? ' if it is released now' : '';
  if (forecast.median === undefined) return `It is not expected to start within ${duration(forecast.horizonSeconds)}.`;
  return `It is expected to start ${distance(forecast.median, at)}${released}.`;
}

/** The interval as a bar on a line from now to its end. */
function Interval({forecast, now}) {
  if (forecast.high === undefined || forecast.high - now < MINUTE) return null;
  const x = at => 100 * Math.max(0, at - now) / (forecast.high - now);
  return html`<div><svg class="interval" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <line class="line" x1="0" x2="100" y1="10" y2="10" vector-effect="non-scaling-stroke"/>
      <rect class="likely" x=${x(forecast.low)} width=${Math.max(0.5, x(forecast.high) - x(forecast.low))} y="4" height="12"/>
      <rect class="median" x=${Math.max(0, x(forecast.median) - 0.25)} width="0.5" y="1" height="18"/>
    </svg><p class="ends"><span>now</span><span>${time(forecast.high, now)}</span></p></div>`;
}

const FACTORS = {fairShare: 'fair share', jobSize: 'job size', qos: 'QOS'};

function requested(one) {
  const limit = `a time limit of ${duration(one.estimateSeconds)}`;
  if (one.change === 'usual-runtime') return `${limit}; 9 of 10 similar jobs ended within it`;
  if (one.change === 'half-limit') return limit;
  if (one.change === 'partition') return `partition ${one.name}`;
  if (one.change === 'qos') return `QOS ${one.name}`;
  const processors = plural(one.processors, 'processor');
  return one.change === 'half-nodes' ? `${plural(one.nodes, 'node')} with ${processors}` : processors;
}

function difference({earlierSeconds}) {
  if (earlierSeconds === undefined) return '–';
  if (Math.abs(earlierSeconds) < MINUTE) return 'no difference';
  return `${duration(Math.abs(earlierSeconds))} ${earlierSeconds > 0 ? 'earlier' : 'later'}`;
}

function advice(alternatives) {
  const [best] = alternatives.filter(one => one.earlierSeconds >= MINUTE).sort((a, b) => b.earlierSeconds - a.earlierSeconds);
  if (!best) return 'None of these requests would let it start earlier.';
  const request = best.change === 'usual-runtime' ? `a time limit of ${duration(best.estimateSeconds)}` : requested(best);
  return `${best.change === 'partition' ? 'In' : 'With'} ${request} it would start ${difference(best)}.`;
}

function Waiting({job}) {
  const {at, forecast, waitsFor, ahead, alternatives} = job;
  return html`
    ${waitsFor.length > 0 && html`<section class="card"><h2>What it waits for</h2>
      <ul class="causes" data-testid="causes">${waitsFor.map(cause => html`<li key=${cause.cause}>${cause.text}</li>`)}</ul></section>`}
    ${job.priority && html`<section class="card"><h2><${Term} name="Priority"/> ${count(job.priority.total)}</h2>
      <p data-testid="priority">${Object.entries(job.priority.points).filter(([, points]) => points !== 0).map(([name, points], index) =>
        html`${index > 0 && ' · '}<${Term} name=${FACTORS[name] ?? name}/> ${count(points)}`)}</p></section>`}
    ${ahead.total > 0 && html`<section class="card"><h2>${plural(ahead.total, 'job')} expected to start first</h2>
      <div class="wide" tabindex="0" role="region" aria-label="Jobs expected to start first"><table data-testid="ahead"><thead><tr><th scope="col">Job</th><th scope="col">Processors</th><th scope="col">Expected start</th></tr></thead>
      <tbody>${ahead.jobs.map(one => html`<tr key=${one.job}><td>${one.job}</td><td>${count(one.processors)}</td><td>${distance(one.start, at)}</td></tr>`)}</tbody></table></div>
      ${ahead.total > ahead.jobs.length && html`<p class="quiet note">and ${count(ahead.total - ahead.jobs.length)} more</p>`}
      ${ahead.accounts.length > 0 && html`<p class="note" data-testid="ahead-accounts">By account: ${ahead.accounts.map(one => `${one.account} ${plural(one.jobs, 'job')}, ${plural(one.processors, 'processor')}`).join(' · ')}</p>`}</section>`}
    ${alternatives.length > 0 && html`<section class="card"><h2>What would help</h2>
      <p data-testid="advice">${advice(alternatives)}</p>
      <div class="wide" tabindex="0" role="region" aria-label="Other requests"><table data-testid="alternatives"><thead><tr><th scope="col">With</th><th scope="col">Expected start</th><th scope="col"><${Term} name="Difference"/></th></tr></thead>
      <tbody>${alternatives.map(one => html`<tr key=${one.change + (one.name ?? '')}><td>${requested(one)}</td><td>${median(one.forecast, forecast.horizonSeconds, at)}</td><td>${difference(one)}</td></tr>`)}</tbody></table></div>
      <p class="quiet note">A job that reaches its time limit is ended by the scheduler: leave a margin.</p></section>`}`;
}

const GIB = 1024;
const memory = mebibytes => mebibytes >= GIB ? `${count(Math.round(mebibytes / GIB * 10) / 10)} GiB` : `${count(mebibytes)} MiB`;
const amounts = byName => Object.entries(byName).map(([name, number]) => name === 'any' ? count(number) : `${count(number)} ${name}`).join(', ');

/** What the job requests, as pairs of term and text. */
function request(job) {
  const {partitions = [], nodes, memoryPerNodeMb, memoryPerCpuMb, gpusPerNode, gpusPerJob, features, account, qos, licenses, exclusive} = job;
  return [
    ['Partition', partitions.join(' or ')],
    ['Nodes', nodes && `${count(nodes)}${exclusive ? ', not shared' : ''}`],
    ['Memory', memoryPerNodeMb ? `${memory(memoryPerNodeMb)} per node` : memoryPerCpuMb && `${memory(memoryPerCpuMb)} per CPU`],
    ['GPUs', [gpusPerNode && `${amounts(gpusPerNode)} per node`, gpusPerJob && amounts(gpusPerJob)].filter(Boolean).join(', ')],
    ['Features', features], ['Licences', licenses && amounts(licenses)], ['Account', account], ['QOS', qos],
  ].filter(([, text]) => text);
}

function Job({job}) {
  const {at, forecast} = job;
  return html`<section class="card"><h1>Job ${job.job} <span class="quiet">· ${stateOf(job)}</span></h1>
      <p class="headline" data-testid="headline" aria-live="polite">${headline(job)}</p>
      ${forecast && html`<p data-testid="range">${[forecast.median !== undefined && time(forecast.median, at), range(forecast, at)].filter(Boolean).join(' · ')}</p>
        <${Interval} forecast=${forecast} now=${at}/>`}
      <dl class="figures">
        <div><dt><${Term} name="Submitted"/></dt><dd>${time(job.submittedAt, at)}, ${distance(job.submittedAt, at)}</dd></div>
        ${job.startedAt !== undefined && html`<div><dt><${Term} name="Started"/></dt><dd>${time(job.startedAt, at)}, ${distance(job.startedAt, at)}</dd></div>`}
        <div><dt><${Term} name="Processors"/></dt><dd>${count(job.processors)}</dd></div>
        <div><dt><${Term} name="Time limit"/></dt><dd>${duration(job.estimateSeconds)}</dd></div>
        ${request(job).map(([name, text]) => html`<div key=${name} data-testid="requested"><dt><${Term} name=${name}/></dt><dd>${text}</dd></div>`)}
        ${job.waiting !== undefined && html`<div><dt><${Term} name="Free processors"/></dt><dd>${count(job.freeProcessors)} of ${count(job.clusterProcessors)}</dd></div>
          <div><dt><${Term} name="Waiting jobs"/></dt><dd>${count(job.waiting)}</dd></div>`}
      </dl></section>
    ${forecast && html`<${Waiting} job=${job}/>`}`;
}

/** The cluster of the address, or the only one of the controller. */
async function chosenCluster() {
  const given = parameters.get('cluster');
  if (given) return given;
  const {clusters} = await askController('clusters');
  if (clusters.length === 1) return clusters[0].id;
  throw new Error(clusters.length === 0 ? 'The controller has no clusters yet.'
    : `The controller has several clusters; add "&cluster=" and one of them to the address: ${clusters.map(one => one.id).join(', ')}.`);
}

async function load() {
  const id = parameters.get('job');
  if (!id) throw new Error('The address names no job; add "?job=" and the job\'s id to it.');
  const cluster = await chosenCluster();
  return {cluster, job: await ask(cluster, `jobs/${encodeURIComponent(id)}`)};
}

function Page() {
  const [{cluster, job, error}, setState] = useState({});
  useEffect(() => {
    let timer = null;
    let alive = true;
    const refresh = async () => {
      clearTimeout(timer);
      if (!document.hidden) {
        const next = await load().then(loaded => ({...loaded, error: null}), problem => ({error: problem.message}));
        if (!alive) return;
        // after an error the last answer stays on the page
        setState(last => ({...last, ...next}));
      }
      timer = setTimeout(refresh, REFRESH_MILLISECONDS);
    };
    document.addEventListener('visibilitychange', refresh);
    refresh();
    return () => {
      alive = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, []);
  useEffect(() => {
    document.title = job ? `Job ${job.job}: ${stateOf(job)} · Gnomon` : 'Job · Gnomon';
  }, [job]);
  const dashboard = cluster ? `./#/${encodeURIComponent(cluster)}/queue` : './';
  return html`<header><a class="brand" href=${dashboard}>Gnomon</a>${cluster && html`<span class="cluster">${cluster}</span>`}</header>
    <main class="job" id="main">
      ${error && html`<p class="message failed" role="alert" data-testid="error">${error}</p>`}
      ${job && html`<${Job} job=${job}/>`}
      ${job && html`<p class="quiet note" data-testid="basis">${job.forecast
        ? `Simulated ${plural(job.forecast.simulations, 'time')} from the queue of ${time(job.forecast.at, job.at)}, with runtimes and arrivals like those of the past. `
        : ''}${job.at < CALENDAR_BEGINS ? '' : `Times are in ${Intl.DateTimeFormat().resolvedOptions().timeZone}. `}The page refreshes itself.</p>`}
      ${!job && !error && html`<p class="quiet" role="status">Loading …</p>`}
    </main>`;
}

function followColourScheme() {
  const preference = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => { document.documentElement.dataset.dark = String(preference.matches); };
  preference.addEventListener('change', apply);
  apply();
}

followColourScheme();
render(html`<${Page}/>`, document.getElementById('app'));
