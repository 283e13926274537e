// The shadow schedule as a Gantt chart: processors over time, one box per run.

import {byId, colour, duration, element, row, table, when} from './page.js';
import {ask} from './api.js';

const RUNS = 300;
const MARGIN = {left: 48, right: 8, top: 8, bottom: 28};
let drawn = null;
let boxes = [];
let wanted = {cluster: '', policy: ''};

/** Lays runs on processors: each takes the lowest ones that are free, in one or several pieces. */
export function lay(runs, processors) {
  const freeFrom = new Array(processors).fill(-Infinity);
  return runs.flatMap(run => {
    const pieces = [];
    let left = run.processors;
    for (let p = 0; p < processors && left > 0; p++) {
      if (freeFrom[p] > run.start) continue;
      freeFrom[p] = run.end;
      left--;
      const last = pieces.at(-1);
      if (last && last.from + last.count === p) last.count++;
      else pieces.push({run, from: p, count: 1});
    }
    return pieces;
  });
}

/** The time at which all drawn runs have started and most have ended. */
function extent({at, runs}) {
  const ends = runs.map(run => run.end).sort((a, b) => a - b);
  return Math.max(at + 60, ends[Math.floor(0.9 * ends.length)] ?? at + 3600, ...runs.map(run => run.start + 60));
}

function hue(job) {
  let hash = 7;
  for (const letter of job) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return hash;
}

function draw() {
  const canvas = byId('gantt');
  const {schedule, origin} = drawn;
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  context.clearRect(0, 0, width, height);
  const end = extent(schedule);
  const begin = schedule.at - 0.08 * (end - schedule.at);
  const x = at => MARGIN.left + (Math.min(end, Math.max(begin, at)) - begin) / (end - begin) * (width - MARGIN.left - MARGIN.right);
  const y = p => MARGIN.top + p / schedule.processors * (height - MARGIN.top - MARGIN.bottom);
  const dark = document.documentElement.dataset.dark === 'true';
  boxes = lay(schedule.runs, schedule.processors).map(({run, from, count}) => {
    const box = {run, x: x(run.start), y: y(from), width: Math.max(1, x(run.end) - x(run.start)), height: y(from + count) - y(from)};
    context.fillStyle = `hsl(${hue(run.job)} ${run.start < schedule.at ? 12 : 45}% ${dark ? 42 : 72}%)`;
    context.fillRect(box.x, box.y, box.width, box.height);
    context.strokeStyle = colour('paper');
    context.lineWidth = 0.5;
    context.strokeRect(box.x, box.y, box.width, box.height);
    return box;
  });
  context.strokeStyle = colour('accent');
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x(schedule.at), MARGIN.top);
  context.lineTo(x(schedule.at), height - MARGIN.bottom);
  context.stroke();
  context.fillStyle = colour('quiet');
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'top';
  for (let i = 0; i <= 3; i++) {
    const at = schedule.at + (end - schedule.at) * i / 3;
    context.textAlign = i === 3 ? 'right' : 'center';
    context.fillText(i === 0 ? 'now' : `+ ${duration(at - schedule.at)}`, x(at), height - MARGIN.bottom + 8);
  }
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const p of [0, 0.5, 1]) {
    context.fillText(String(Math.round(p * schedule.processors)), MARGIN.left - 6, y(p * schedule.processors));
  }
  byId('gantt-table').replaceChildren(table(['job', 'start', 'end', 'processors'], schedule.runs.map(run => row([
    run.job, run.start < schedule.at ? `running since ${when(run.start, origin)}` : `in ${duration(run.start - schedule.at)}`,
    `in ${duration(run.end - schedule.at)}`, String(run.processors)]))));
}

function point(event) {
  const {left, top} = byId('gantt').getBoundingClientRect();
  const over = boxes.find(box => event.clientX - left >= box.x && event.clientX - left <= box.x + box.width
    && event.clientY - top >= box.y && event.clientY - top <= box.y + box.height);
  byId('gantt-over').textContent = over
    ? `job ${over.run.job}: ${over.run.processors} processors for ${duration(over.run.end - over.run.start)}` : '';
}

/** Simulates and draws the schedule under a policy, or under the current configuration. */
export async function load(cluster, origin, policy = '') {
  wanted = {cluster: cluster.id, policy};
  const status = byId('gantt-status');
  status.textContent = 'simulating …';
  try {
    const schedule = await ask(cluster.id, 'schedule', {limit: RUNS, policy});
    if (wanted.cluster !== cluster.id || wanted.policy !== policy) return;
    drawn = {schedule, origin};
    status.textContent = `${schedule.policy}, ${schedule.runs.length} runs, from ${when(schedule.at, origin)}`;
    draw();
  } catch (problem) {
    status.textContent = problem.message;
  }
}

/** Loads the schedule of another cluster, and of this one after a change. */
export function show(cluster, origin) {
  const key = `${cluster.id} ${cluster.version}`;
  const canvas = byId('gantt');
  if (canvas.dataset.key !== key && cluster.state !== 'DEGRADED') {
    canvas.dataset.key = key;
    load(cluster, origin);
  }
}

export function redraw() {
  if (drawn) draw();
}

export function begin(current) {
  byId('gantt-again').addEventListener('click', () => current(load));
  byId('gantt').addEventListener('pointermove', point);
  new ResizeObserver(redraw).observe(byId('gantt'));
}
