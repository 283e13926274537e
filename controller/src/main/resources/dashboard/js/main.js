// The page: receives the clusters from the live stream and shows the selected one.

import {byId, duration, element, render, row, rounded, when} from './page.js';
import * as operations from './operations.js';
import * as slowdown from './slowdown.js';
import * as decisions from './decisions.js';
import * as gantt from './gantt.js';
import * as whatIf from './whatif.js';
import * as queue from './queue.js';

const THEME = 'gnomon-theme';
let clusters = [];

function chosen() {
  return clusters.find(one => one.id === byId('cluster').value) ?? clusters[0];
}

/** The selected cluster, and the time that a simulation's days are counted from. */
function current() {
  const cluster = chosen();
  return {cluster, origin: cluster?.slowdowns?.[0]?.at ?? cluster?.at ?? 0};
}

function figures(cluster) {
  const last = cluster.slowdowns.at(-1);
  const entries = [
    ['state', cluster.state], ...(cluster.problem ? [['problem', cluster.problem]] : []),
    ...(cluster.backtestAbandonedAt == null ? [] : [['backtest', 'the last backtest was abandoned; the backtest scores are older']]),
    ['mode', cluster.mode + (cluster.frozen ? ', frozen' : '')],
    ['slowdown', rounded(cluster.slowdown)], ['last evaluation', rounded(last?.slowdown)], ['threshold', cluster.threshold],
    ['waiting', cluster.waiting], ['running', cluster.running],
    ['free processors', `${cluster.freeProcessors} of ${cluster.processors}`],
    ['events', cluster.events], ['studies', cluster.studies],
    ['commands', cluster.commands], ['applied', cluster.applied], ['configuration', cluster.configuration]];
  render(byId('figures'), entries, () => byId('figures').replaceChildren(...entries.map(([name, value]) => {
    const box = element('div', undefined, {className: ['configuration', 'problem', 'backtest'].includes(name) ? 'policy' : ''});
    box.append(element('dt', name), element('dd', String(value ?? '–'), {testid: name.replaceAll(' ', '-')}));
    return box;
  })));
}

function share(part, whole, label) {
  const bar = element('meter', undefined, {min: 0, max: Math.max(1, whole), value: part});
  bar.setAttribute('aria-label', label);
  const box = element('span', `${part} `, {className: 'share'});
  box.append(bar);
  return box;
}

function partitions(cluster) {
  const queued = cluster.partitions.reduce((sum, part) => sum + part.queued, 0);
  render(byId('partitions-body'), [cluster.partitions, cluster.processors], () => {
    byId('partitions-body').replaceChildren(...cluster.partitions.map(part => row([
      String(part.partition),
      part.estimatesBelow == null
        ? (part.estimatesFrom ? `from ${duration(part.estimatesFrom)}` : 'any')
        : `${duration(part.estimatesFrom)} to ${duration(part.estimatesBelow)}`,
      share(part.queued, queued, 'share of the queued jobs'),
      share(part.busyProcessors, cluster.processors, 'share of the processors')])));
  });
}

function show() {
  const select = byId('cluster');
  const ids = clusters.map(cluster => cluster.id);
  if (ids.join() !== [...select.options].map(option => option.value).join()) {
    const kept = select.value;
    select.replaceChildren(...ids.map(id => new Option(id, id, false, id === kept)));
  }
  const {cluster, origin} = current();
  byId('empty').hidden = Boolean(cluster?.decisions);
  byId('parts').hidden = !cluster?.decisions;
  if (!cluster?.decisions) return;
  byId('clock').textContent = when(cluster.at, origin);
  figures(cluster);
  operations.show(cluster, origin);
  slowdown.show(cluster, origin, document.documentElement.dataset.dark);
  partitions(cluster);
  decisions.show(cluster, origin);
  gantt.show(cluster, origin);
}

const preference = matchMedia('(prefers-color-scheme: dark)');

function applyTheme() {
  const theme = localStorage.getItem(THEME) ?? 'auto';
  const dark = theme === 'dark' || (theme === 'auto' && preference.matches);
  document.documentElement.dataset.dark = String(dark);
  byId('theme').value = theme;
  show();
  gantt.redraw();
}

byId('theme').addEventListener('change', () => {
  localStorage.setItem(THEME, byId('theme').value);
  applyTheme();
});
preference.addEventListener('change', applyTheme);
byId('cluster').addEventListener('change', show);
operations.begin();
whatIf.begin(current);
queue.begin(current);
gantt.begin(load => {
  const {cluster, origin} = current();
  if (cluster) load(cluster, origin);
});
applyTheme();

const stream = new EventSource('api/v1/stream');
stream.addEventListener('clusters', event => {
  clusters = JSON.parse(event.data);
  byId('connection').textContent = 'live';
  show();
});
stream.addEventListener('error', () => { byId('connection').textContent = 'connection lost; reconnecting …'; });
