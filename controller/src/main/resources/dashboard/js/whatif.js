// Studies on request: other configurations simulated from the live state. They change nothing.

import {byId, element, percent, rounded, row, table} from './page.js';
import {study} from './api.js';
import {load} from './gantt.js';

const HORIZONS = {day: 86400, week: 604800, fortnight: 1209600};

function alternative(one, index, cluster, origin) {
  const draw = element('button', 'schedule', {type: 'button'});
  draw.setAttribute('aria-label', `draw the schedule under ${one.policy}`);
  draw.addEventListener('click', () => {
    load(cluster, origin, index === 0 ? '' : one.policy);
    byId('schedule-section').scrollIntoView({block: 'start'});
  });
  return row([
    index === 0 ? `${one.policy} (in force)` : one.policy, rounded(one.meanBoundedSlowdown),
    index === 0 ? '–' : percent(one.gain), one.significance === undefined ? '–' : one.significance.toFixed(1),
    one.possible ? 'yes' : 'no', draw], '');
}

async function send(event, current) {
  event.preventDefault();
  const status = byId('study-status');
  const button = byId('study-send');
  const policies = byId('policies').value.split('\n').map(line => line.trim()).filter(line => line);
  const body = {horizonSeconds: HORIZONS[byId('horizon').value], arrivals: byId('arrivals').value};
  if (policies.length) body.policies = [...new Set(policies)];
  const {cluster, origin} = current();
  if (!cluster) return;
  button.disabled = true;
  status.textContent = 'simulating …';
  byId('study-result').replaceChildren();
  try {
    const result = await study(cluster.id, body);
    const best = result.alternatives.findIndex(({policy}) => policy === result.best);
    const rows = result.alternatives.map((one, index) => alternative(one, index, cluster, origin));
    rows[best]?.classList.add('chosen');
    byId('study-result').replaceChildren(
      table(['policy', 'slowdown', 'gain', 'significance', 'can be set', ''], rows, 'policies'));
    status.textContent = best === 0 ? 'The current configuration is best.' : `Best: ${result.best}`;
  } catch (problem) {
    status.textContent = problem.message;
  } finally {
    button.disabled = false;
  }
}

export function begin(current) {
  byId('study-form').addEventListener('submit', event => send(event, current));
}
