// The observed slowdown, the threshold, every change, and the slowdown without any change.

import {byId, colour, render, row, rounded, when} from './page.js';

let chart = null;
let origin = 0;

/** A vertical line at each change. */
const changeLines = {
  id: 'changeLines',
  beforeDatasetsDraw({ctx, chartArea, scales, data}) {
    ctx.save();
    ctx.strokeStyle = colour('accent');
    ctx.globalAlpha = 0.35;
    ctx.setLineDash([2, 3]);
    for (const {x} of data.datasets[3].data) {
      const at = scales.x.getPixelForValue(x);
      ctx.beginPath();
      ctx.moveTo(at, chartArea.top);
      ctx.lineTo(at, chartArea.bottom);
      ctx.stroke();
    }
    ctx.restore();
  },
};

function axis(title, more = {}) {
  return {
    type: 'linear', title: {display: true, text: title, color: colour('quiet')},
    ticks: {color: colour('quiet'), maxRotation: 0, autoSkipPadding: 24, ...more.ticks}, grid: {color: colour('line')},
    ...more.range};
}

function options({slowdowns, untuned}) {
  const range = slowdowns.length > 1 ? {min: slowdowns[0].at, max: slowdowns.at(-1).at} : {};
  return {
    animation: false, responsive: true, maintainAspectRatio: false,
    scales: {
      x: axis('scheduler’s clock', {range, ticks: {callback: at => when(at, origin).slice(0, 10)}}),
      y: axis('bounded slowdown', {range: {min: 0}})},
    plugins: {
      legend: {labels: {color: colour('ink'), usePointStyle: true, filter: ({text}) => text !== 'untuned' || untuned.length > 0}},
      tooltip: {callbacks: {
        title: items => when(items[0].raw.x, origin),
        afterLabel: ({raw}) => raw.policy ? `${raw.policy}, by ${raw.by}` : ''}}}};
}

/** The last slowdown observed up to a time. */
function observedAt(slowdowns, at) {
  let observed = slowdowns[0]?.slowdown ?? 0;
  for (const point of slowdowns) {
    if (point.at > at) break;
    observed = point.slowdown;
  }
  return observed;
}

function datasets(cluster) {
  const points = series => series.map(({at, slowdown}) => ({x: at, y: slowdown}));
  const observed = points(cluster.slowdowns);
  const begin = observed[0]?.x ?? 0;
  const end = Math.max(begin + 1, observed.at(-1)?.x ?? 0);
  const line = (label, data, name, width, dash = []) => ({
    label, data, borderColor: colour(name), backgroundColor: colour(name), borderWidth: width, borderDash: dash,
    pointRadius: data.length < 3 ? 3 : 0, pointHitRadius: 8, pointStyle: 'line'});
  return [
    line('observed', observed, 'accent', 2),
    line('untuned', points(cluster.untuned), 'calm', 1.5, [6, 4]),
    line('threshold', [{x: begin, y: cluster.threshold}, {x: end, y: cluster.threshold}], 'quiet', 1),
    {label: 'change', showLine: false, pointRadius: 6, pointStyle: 'triangle',
      backgroundColor: colour('accent'), borderColor: colour('accent'),
      data: cluster.changes.filter(({at}) => at >= begin).map(({at, policy, by}) => ({
        x: at, y: observedAt(cluster.slowdowns, at), policy: policy ?? 'back', by}))}];
}

function draw(cluster) {
  if (chart === null) {
    chart = new Chart(byId('chart'), {
      type: 'line', data: {datasets: datasets(cluster)}, options: options(cluster), plugins: [changeLines]});
  } else {
    const hidden = chart.data.datasets.map((set, i) => !chart.isDatasetVisible(i));
    chart.data.datasets = datasets(cluster);
    hidden.forEach((is, i) => { if (is) chart.hide(i); });
    chart.options = options(cluster);
    chart.update();
  }
  const other = new Map(cluster.untuned.map(({at, slowdown}) => [at, slowdown]));
  document.querySelector('[data-testid=slowdowns] tbody').replaceChildren(...cluster.slowdowns
    .map(({at, slowdown}) => row([when(at, origin), rounded(slowdown), rounded(other.get(at))])));
}

export function show(cluster, begin, theme) {
  origin = begin;
  const {id, slowdowns, untuned, threshold, changes} = cluster;
  render(byId('chart'), [id, slowdowns, untuned, threshold, changes, theme], () => draw(cluster));
}
