// The waiting jobs in pages, with their forecast start times.

import {byId, duration, row, when} from './page.js';
import {ask} from './api.js';

const PAGE = 50;
let next = '';

function later(at, now) {
  if (at === undefined) return 'after the horizon';
  return at <= now ? 'now' : `in ${duration(at - now)}`;
}

async function load(current, after) {
  const {cluster, origin} = current();
  if (!cluster) return;
  const status = byId('queue-status');
  status.textContent = 'simulating …';
  try {
    const page = await ask(cluster.id, 'queue', {limit: PAGE, after});
    const forecast = await ask(cluster.id, 'forecast', {limit: PAGE, after}).catch(() => ({jobs: []}));
    const starts = new Map(forecast.jobs.map(job => [job.job, job]));
    document.querySelector('[data-testid=queue] tbody').replaceChildren(...page.jobs.map(job => {
      const start = starts.get(job.job);
      return row([job.job, when(job.submittedAt, origin), String(job.processors), duration(job.estimateSeconds),
        start ? later(start.median, forecast.at) : '–',
        start ? `${later(start.low, forecast.at)} to ${later(start.high, forecast.at)}` : '–']);
    }));
    next = page.next ?? '';
    byId('queue-next').disabled = !next;
    status.textContent = `${page.jobs.length} of ${page.total} waiting jobs`
      + (forecast.simulations ? `, ${forecast.simulations} simulations` : '');
  } catch (problem) {
    status.textContent = problem.message;
  }
}

export function begin(current) {
  byId('queue-load').addEventListener('click', () => load(current, ''));
  byId('queue-next').addEventListener('click', () => load(current, next));
}
