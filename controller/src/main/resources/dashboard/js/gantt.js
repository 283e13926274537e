// A Gantt chart: processors over time, one box per run, with a line at the present time, a legend and a table.

import {html, useEffect, useLayoutEffect, useMemo, useRef, useState} from './lib.js';
import {clock, numbers, times} from './axis.js';
import {count, duration, plural} from './format.js';
import {Term} from './terms.js';

const MARGIN = {left: 52, right: 12, top: 18, bottom: 38};
const PAST = 0.06; // share of the width for the time before now

/** The kinds of runs, in the order of the legend. */
const KINDS = {
  running: 'running now',
  waiting: 'waiting now',
  earlier: 'starts earlier than with the configuration in force',
  later: 'starts later than with the configuration in force',
  found: 'the selected job',
};

/**
 * Places runs on processors, each on the lowest that are free, in one or several pieces `{run, from, count}`.
 * Costs the number of runs times the number of free ranges.
 */
export function place(runs, processors) {
  let free = [{from: 0, to: processors, since: -Infinity}];
  const pieces = [];
  for (const run of runs) {
    let left = run.processors;
    const next = [];
    for (const range of free) {
      const width = range.to - range.from;
      if (left === 0 || range.since > run.start) {
        next.push(range);
        continue;
      }
      const taken = Math.min(left, width);
      left -= taken;
      pieces.push({run, from: range.from, count: taken});
      next.push({from: range.from, to: range.from + taken, since: run.end});
      if (taken < width) next.push({...range, from: range.from + taken});
    }
    free = merged(next);
  }
  return joined(pieces);
}

function merged(ranges) {
  const kept = [];
  for (const range of ranges) {
    const last = kept.at(-1);
    if (last && last.since === range.since) last.to = range.to;
    else kept.push(range);
  }
  return kept;
}

function joined(pieces) {
  const kept = [];
  for (const piece of pieces) {
    const last = kept.at(-1);
    if (last && last.run === piece.run && last.from + last.count === piece.from) last.count += piece.count;
    else kept.push({...piece});
  }
  return kept;
}

/** The time by which all runs have started and nine of ten have ended. */
export function extent({at, runs}) {
  const ends = runs.map(run => run.end).sort((a, b) => a - b);
  const starts = runs.map(run => run.start);
  return Math.max(at + 3600, ends[Math.floor(0.9 * ends.length)] ?? 0, ...starts.map(start => start + 600));
}

function useWidth(target) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(target.current?.clientWidth ?? 0);
    const observer = new ResizeObserver(measure);
    observer.observe(target.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return width;
}

function Axes({x, y, begin, end, processors, width, height, origin}) {
  const inner = width - MARGIN.left - MARGIN.right;
  const bottom = height - MARGIN.bottom;
  return html`
    ${numbers(processors, 4).map(tick => html`<g key=${`y${tick}`}>
      <line class="grid" x1=${MARGIN.left} x2=${width - MARGIN.right} y1=${y(tick)} y2=${y(tick)}/>
      <text x=${MARGIN.left - 6} y=${y(tick) + 4} text-anchor="end">${count(tick)}</text></g>`)}
    ${times(begin, end, Math.max(2, inner / 95)).map(({at, text, day}) => html`<g key=${`x${at}`}>
      <line class=${day ? 'grid day' : 'grid'} x1=${x(at)} x2=${x(at)} y1=${MARGIN.top} y2=${bottom}/>
      ${x(at) > MARGIN.left + 14 && x(at) < width - MARGIN.right - 20
        && html`<text class=${day ? 'day' : ''} x=${x(at)} y=${bottom + 15} text-anchor="middle">${text}</text>`}</g>`)}
    <text class="title" x=${MARGIN.left + inner / 2} y=${height - 4} text-anchor="middle">${
      origin === null ? 'time (UTC)' : 'time of the simulation'}</text>
    <text class="title" transform=${`translate(11 ${MARGIN.top + (bottom - MARGIN.top) / 2}) rotate(-90)`} text-anchor="middle">processors</text>`;
}

function sentence(run, schedule, origin) {
  const start = clock(run.start, schedule.at, origin);
  const end = clock(run.end, schedule.at, origin);
  const size = plural(run.processors, 'processor');
  return run.start <= schedule.at
    ? `Job ${run.job}: ${size}, runs since ${start}, ends by ${end}.`
    : `Job ${run.job}: ${size}, starts ${start} (in ${duration(run.start - schedule.at)}), ends by ${end}.`;
}

/** Whether the box of a piece has room for the id of its job. */
function isLabelled({run, from, count: size}, x, y, begin, end) {
  return run.start < end && run.end > begin && x(run.end) - x(run.start) > 10 + 7.5 * run.job.length && y(from + size) - y(from) > 15;
}

const KEYS = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10};

/**
 * A schedule of `GET …/schedule` as a chart.
 *
 * `now` moves the line between two schedules; `until` is the end of the time axis; `kindOf(run)` gives the kind of a run;
 * `found` is the id of a job to mark; `onSelect(job)` is called with a job that is clicked, or chosen with Enter.
 */
export function Gantt({schedule, now, until, origin, kindOf, found, onSelect, height = 300, label, testid}) {
  const box = useRef(null);
  const width = useWidth(box);
  const [over, setOver] = useState(null);
  const pieces = useMemo(() => place(schedule.runs, schedule.processors), [schedule]);
  useEffect(() => setOver(null), [schedule.policy]);

  const at = Math.max(schedule.at, now ?? schedule.at);
  const end = Math.max(until ?? extent(schedule), at + 600);
  const begin = at - PAST * (end - at);
  const x = second => MARGIN.left
    + (Math.min(end, Math.max(begin, second)) - begin) / (end - begin) * Math.max(0, width - MARGIN.left - MARGIN.right);
  const y = processor => MARGIN.top + processor / schedule.processors * (height - MARGIN.top - MARGIN.bottom);
  const kind = run => run.job === found ? 'found' : kindOf?.(run) ?? (run.start <= schedule.at ? 'running' : 'waiting');
  const shown = useMemo(() => schedule.runs.filter(run => run.start < end && run.end > begin), [schedule, begin, end]);
  const kinds = new Set(shown.map(kind));
  const current = shown.find(run => run.job === over);
  const beyond = schedule.runs.filter(run => run.start >= end).length;

  const move = event => {
    if (event.key === 'Enter' && current) onSelect?.(current.job);
    if (event.key === 'Escape') setOver(null);
    const step = KEYS[event.key];
    if (step === undefined || shown.length === 0) return;
    event.preventDefault();
    const index = shown.findIndex(run => run.job === over);
    setOver(shown[Math.min(shown.length - 1, Math.max(0, index + step))].job);
  };

  return html`<figure class="gantt" data-testid=${testid}>
    <div ref=${box} class="plot" tabindex="0" role="group" onKeyDown=${move} onBlur=${() => setOver(null)}
      aria-label=${`${label}. The arrow keys go from job to job; the table below has the same runs.`}
      onPointerLeave=${() => setOver(null)}>
      ${width > 0 && html`<svg width=${width} height=${height} aria-hidden="true">
        <${Axes} ...${{x, y, begin, end, processors: schedule.processors, width, height, origin: begin < 631152000 ? origin : null}}/>
        ${pieces.filter(({run}) => run.start < end && run.end > begin).map(({run, from, count: size}) => html`<rect
          key=${`${run.job} ${run.start} ${from}`} class=${`run ${kind(run)} ${run.job === over ? 'over' : ''}`}
          data-job=${run.job} x=${x(run.start)} y=${y(from)}
          width=${Math.max(1, x(run.end) - x(run.start))} height=${Math.max(0.5, y(from + size) - y(from))}
          onPointerEnter=${() => setOver(run.job)} onClick=${() => onSelect?.(run.job)}/>`)}
        ${pieces.filter(piece => isLabelled(piece, x, y, begin, end)).map(({run, from, count: size}) => html`<text key=${`${run.job} ${run.start} ${from} id`}
          class="id" x=${(x(run.start) + x(run.end)) / 2} y=${y(from + size / 2) + 4} text-anchor="middle">${run.job}</text>`)}
        <line class="now" x1=${x(at)} x2=${x(at)} y1=${MARGIN.top - 4} y2=${height - MARGIN.bottom}/>
        <text class="now" x=${x(at)} y=${MARGIN.top - 6} text-anchor="middle">now</text>
      </svg>`}
    </div>
    <p class="over" role="status" data-testid="gantt-over">${current ? sentence(current, schedule, origin)
      : html`<span class="quiet">Point at a box for its job${beyond > 0 ? `; ${plural(beyond, 'job')} start after the time shown` : ''}.</span>`}</p>
    <figcaption class="legend">${Object.entries(KINDS).filter(([name]) => kinds.has(name)).map(([name, text]) => html`
      <span key=${name}><svg class="key" width="14" height="14" aria-hidden="true"><rect class=${`run ${name}`} width="14" height="14"/></svg>${text}</span>`)}
    </figcaption>
    <details><summary>Schedule as a table</summary>
      <div class="wide tall" tabindex="0" role="region" aria-label="Schedule as a table"><table data-testid="gantt-table">
        <thead><tr>${['Job', 'Start', 'End at the latest', 'Processors'].map(name => html`<th scope="col"><${Term} name=${name}/></th>`)}</tr></thead>
        <tbody>${schedule.runs.map(run => html`<tr key=${`${run.job} ${run.start}`}><td>${run.job}</td>
          <td>${run.start <= schedule.at ? `running since ${clock(run.start, schedule.at, origin)}` : clock(run.start, schedule.at, origin)}</td>
          <td>${clock(run.end, schedule.at, origin)}</td><td>${count(run.processors)}</td></tr>`)}</tbody>
      </table></div>
    </details>
  </figure>`;
}
