'use strict';

const DAY = 86400;
const MOST_DECISIONS = 60;
const byId = id => document.getElementById(id);
const rounded = value => value == null ? '–' : value.toFixed(value < 100 ? 2 : 1);
let chart = null;
let clusters = [];
let shown = '';

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function row(values, className) {
  const made = element('tr', undefined, className);
  values.forEach(value => made.append(element('td', value)));
  return made;
}

function seconds(value) {
  if (value == null) return 'any';
  if (value >= 2 * DAY) return `${(value / DAY).toFixed(1)} d`;
  if (value >= 7200) return `${(value / 3600).toFixed(1)} h`;
  return value >= 120 ? `${(value / 60).toFixed(0)} min` : `${value} s`;
}

function figures(cluster) {
  const list = byId('figures');
  list.replaceChildren();
  const last = cluster.slowdowns.at(-1);
  const entries = [
    ['life', cluster.life], ['mode', cluster.mode],
    ['slowdown', rounded(cluster.slowdown)], ['last look', rounded(last?.slowdown)], ['threshold', cluster.threshold],
    ['waiting', cluster.waiting], ['running', cluster.running],
    ['free processors', `${cluster.freeProcessors} of ${cluster.processors}`],
    ['events', cluster.events], ['studies', cluster.studies],
    ['commands', cluster.commands], ['applied', cluster.applied], ['configuration', cluster.configuration]];
  for (const [name, value] of entries) {
    const box = element('div');
    const shownValue = element('dd', String(value ?? '–'), name === 'configuration' ? 'policy' : undefined);
    shownValue.dataset.testid = name.replaceAll(' ', '-');
    box.append(element('dt', name), shownValue);
    list.append(box);
  }
}

function slowdowns(cluster) {
  const origin = cluster.slowdowns[0]?.at ?? cluster.untuned[0]?.at ?? 0;
  const points = series => series.map(point => ({x: (point.at - origin) / DAY, y: point.slowdown}));
  const changes = cluster.decisions.filter(decision => decision.command)
    .map(decision => ({x: (decision.at - origin) / DAY, y: decision.slowdown, policy: decision.chosen}));
  const tuned = points(cluster.slowdowns);
  const untuned = points(cluster.untuned);
  const end = Math.max(1, tuned.at(-1)?.x ?? 1);
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue(name).trim();
  const datasets = [
    {label: 'seen', data: tuned, borderColor: colour('--accent'), borderWidth: 2, pointRadius: 0},
    {label: 'untuned', data: untuned, borderColor: colour('--calm'), borderWidth: 1.5, borderDash: [6, 4], pointRadius: 0},
    {label: 'threshold', data: [{x: 0, y: cluster.threshold}, {x: end, y: cluster.threshold}], borderColor: colour('--quiet'), borderWidth: 1, pointRadius: 0},
    {label: 'change', data: changes, showLine: false, pointRadius: 5, pointStyle: 'triangle', backgroundColor: colour('--accent'), borderColor: colour('--accent')}];
  if (chart === null) {
    const axis = title => ({type: 'linear', title: {display: true, text: title, color: colour('--quiet')},
      ticks: {color: colour('--quiet')}, grid: {color: colour('--line')}});
    chart = new Chart(byId('chart'), {type: 'line', data: {datasets}, options: {
      animation: false, responsive: true, maintainAspectRatio: false,
      scales: {x: axis('day'), y: {...axis('bounded slowdown'), min: 0}},
      plugins: {legend: {labels: {color: colour('--ink')}},
        tooltip: {callbacks: {afterLabel: item => item.raw.policy ?? ''}}}}});
  } else {
    chart.data.datasets.forEach((set, i) => { set.data = datasets[i].data; });
    chart.update();
  }
  const other = new Map(cluster.untuned.map(point => [point.at, point.slowdown]));
  document.querySelector('[data-testid=slowdowns] tbody').replaceChildren(...cluster.slowdowns
    .map(point => row([((point.at - origin) / DAY).toFixed(0), rounded(point.slowdown), rounded(other.get(point.at))])));
}

function partitions(cluster) {
  document.querySelector('[data-testid=partitions] tbody').replaceChildren(...cluster.partitions.map(part => row([
    String(part.partition),
    part.estimatesBelow == null ? `from ${seconds(part.estimatesFrom)}` : `${seconds(part.estimatesFrom)} to ${seconds(part.estimatesBelow)}`,
    String(part.queued), String(part.busyProcessors)])));
}

function decision(made, origin) {
  const item = element('li', undefined, made.command ? 'changed' : undefined);
  item.dataset.testid = 'decision';
  const what = made.chosen ? `${made.outcome}: ${made.chosen}` : `${made.outcome}: ${made.reason.toLowerCase().replaceAll('_', ' ')}`;
  item.append(element('p', what));
  item.append(element('p', `day ${((made.at - origin) / DAY).toFixed(0)}, slowdown ${rounded(made.slowdown)}, threshold ${made.threshold}`, 'why'));
  if (made.alternatives.length) {
    const details = element('details');
    details.append(element('summary', `${made.alternatives.length} alternatives, future ${made.future}`));
    const table = element('table');
    const head = element('tr');
    head.append(element('th', 'policy'), element('th', 'predicted slowdown'));
    table.append(head, ...made.alternatives.map(alternative =>
      row([alternative.policy, rounded(alternative.slowdown)], alternative.policy === made.chosen ? 'chosen' : undefined)));
    details.append(table);
    item.append(details);
  }
  return item;
}

function decisions(cluster) {
  const version = cluster.decisions[0]?.id ?? '';
  const list = byId('list');
  if (list.dataset.version === version) return; // what a reader has opened stays open
  list.dataset.version = version;
  const origin = cluster.slowdowns[0]?.at ?? 0;
  list.replaceChildren(...cluster.decisions.slice(0, MOST_DECISIONS).map(made => decision(made, origin)));
}

function show() {
  const select = byId('cluster');
  const ids = clusters.map(cluster => cluster.id);
  if (ids.join() !== [...select.options].map(option => option.value).join()) {
    select.replaceChildren(...ids.map(id => new Option(id, id, false, id === shown)));
  }
  const cluster = clusters.find(one => one.id === select.value) ?? clusters[0];
  if (!cluster || !cluster.decisions) return;
  shown = cluster.id;
  figures(cluster);
  slowdowns(cluster);
  partitions(cluster);
  decisions(cluster);
}

byId('cluster').addEventListener('change', show);
const stream = new EventSource('api/v1/stream');
stream.addEventListener('clusters', event => {
  clusters = JSON.parse(event.data);
  byId('connection').textContent = 'live';
  show();
});
stream.addEventListener('error', () => { byId('connection').textContent = 'not connected; trying again …'; });
