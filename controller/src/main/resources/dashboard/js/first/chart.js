// The main chart: actual against simulated, with the changes, a cursor, ranges and zoom.

import {html, useEffect, useLayoutEffect, useMemo, useRef, useState} from '../lib.js';
import {DAY, origin, share, signed, when} from '../format.js';
import {METRICS, RANGES} from './chart-choices.js';
import {LABELS, beforeAndAfter, difference} from './comparison.js';
import {data, options} from './plot.js';

const CALENDAR_BEGINS = 631152000;
const LETTER_WIDTH = 8;
const MARKER_PADDING = 14;
const TIP_WIDTH = 368;
const LISTED = 4;

const labelled = changes => changes.length === 1 ? String(changes[0].number) : `${changes[0].number}–${changes.at(-1).number}`;

const markerWidth = changes => LETTER_WIDTH * labelled(changes).length + MARKER_PADDING;

/** Changes whose markers would overlap share one, in the middle between the first and the last of them. */
export function grouped(changes, left) {
  const groups = [];
  for (const change of changes) {
    let group = {x: left(change.at), changes: [change]};
    while (groups.length && group.x - groups.at(-1).x < (markerWidth(group.changes) + markerWidth(groups.at(-1).changes)) / 2) {
      const all = [...groups.pop().changes, ...group.changes];
      group = {x: (left(all[0].at) + left(all.at(-1).at)) / 2, changes: all};
    }
    groups.push(group);
  }
  return groups;
}

const gain = (name, value) => value === null || value === undefined ? null : `${name} ${share(value)}`;

function Change({change, view}) {
  const who = change.by === 'gnomon' ? '' : `, by ${change.by === 'operator' ? 'an operator' : 'the scheduler'}`;
  return html`<div><strong>Change ${change.number}</strong>, ${when(change.at, origin(view))}${who}<br/>
    ${change.rollsBack && 'rolled back: '}${change.difference?.summary || change.to.words}<br/>
    ${[gain('predicted gain', change.predictedGain), gain('realised so far', change.realisedGain)].filter(Boolean).join(', ')}</div>`;
}

function Marker({group, view, top}) {
  const [first] = group.changes;
  const name = labelled(group.changes);
  const wide = Math.min(TIP_WIDTH, group.width);
  const left = Math.max(0, Math.min(group.width - wide, group.x - wide / 2)) - group.x;
  const id = `change-${first.number}`;
  return html`<div class="marker" style=${{left: `${group.x}px`, top: `${top}px`}}>
    <button aria-describedby=${id} aria-label=${`Change ${name}`} data-testid="marker">${name}</button>
    <div class="tip" role="tooltip" id=${id} style=${{left: `${left}px`, width: `${wide}px`}}>
      ${group.changes.slice(0, LISTED).map(change => html`<${Change} change=${change} view=${view}/>`)}
      ${group.changes.length > LISTED && html`<div class="quiet">and ${group.changes.length - LISTED} more; zoom in by dragging</div>`}
    </div>
  </div>`;
}

function Tooltip({at, view, point, other, metric, left, width}) {
  const figures = {actual: point.actual?.[metric.key], [other]: point[other]?.[metric.key]};
  const part = difference(beforeAndAfter(figures, other));
  const side = left > width / 2 ? {right: `${width - left + 12}px`} : {left: `${left + 12}px`};
  return html`<div class="tip cursor" style=${side} data-testid="chart-tooltip">
    <strong>${when(at, origin(view))}</strong><br/>
    <i class="swatch line actual"></i>${LABELS.actual}: ${metric.text(figures.actual)}<br/>
    <i class="swatch line other"></i>${LABELS[other]}: ${metric.text(figures[other])}
    ${part !== null && html`<br/>${signed(part)}`}</div>`;
}

function Metric({chosen, choose}) {
  return html`<label><span class="hidden">Metric</span><select class="metric" data-testid="metric"
    onChange=${event => choose({metric: event.target.value})}>
    ${METRICS.map(({id, name}) => html`<option key=${id} value=${id} selected=${id === chosen.metric}>${name}</option>`)}</select></label>`;
}

const ENOUGH_POINTS = 10;
const SPIKE = 8; // times what nine of ten points stay below

/** Whether a few points are so large that they hide the others on a linear scale. */
export function spiky(points, other, {key, least}) {
  const values = points.flatMap(point => [point.actual?.[key], point[other]?.[key]]).filter(value => value > 0).sort((a, b) => a - b);
  return values.length >= ENOUGH_POINTS && values.at(-1) > SPIKE * Math.max(least, values[Math.floor(0.9 * (values.length - 1))]);
}

function Controls({chosen, choose, log}) {
  const isZoomed = chosen.from !== null;
  const metric = METRICS.find(({id}) => id === chosen.metric);
  return html`<div class="controls">
    <span class="choices" role="group" aria-label="Range">${RANGES.map(({id, name}) => html`<button
      aria-pressed=${!isZoomed && id === chosen.range} data-testid=${`range-${id}`}
      onClick=${() => choose({range: id, from: null, to: null})}>${name}</button>`)}</span>
    ${isZoomed && html`<button onClick=${() => choose({from: null, to: null})} data-testid="unzoom">Show ${chosen.range === 'all' ? 'all' : 'range'}</button>`}
    <label class="check"><input type="checkbox" checked=${log} disabled=${!metric.log} data-testid="log"
      onChange=${event => choose({log: event.target.checked})}/> log scale</label>
  </div>`;
}

function Legend({other, metric, threshold, marked}) {
  return html`<p class="legend" data-testid="legend">
    <span><i class="swatch line actual"></i>${LABELS.actual}</span>
    <span><i class="swatch line other"></i>${LABELS[other]}</span>
    ${!metric.neutral && html`<span><i class="swatch area gain"></i>better</span>
    <span><i class="swatch area loss"></i>worse</span>`}
    ${threshold !== null && html`<span><i class="swatch line threshold"></i>threshold for a study</span>`}
    ${marked && html`<span><i class="swatch mark">1</i>change</span>`}
  </p>`;
}

function Table({points, view, other}) {
  return html`<details><summary>Data as a table</summary><div class="wide tall" tabindex="0" role="region" aria-label="Data of the chart">
    <table data-testid="data"><thead><tr><th scope="col">time</th>${METRICS.map(({name}) => html`
      <th scope="col">${name}, actual</th><th scope="col">${name}, ${other === 'untuned' ? 'without Gnomon' : 'with recommendations'}</th>`)}</tr></thead>
    <tbody>${points.map(point => html`<tr key=${point.at}><td>${when(point.at, origin(view))}</td>${METRICS.map(({key, text}) => html`
      <td>${text(point.actual?.[key])}</td><td>${text(point[other]?.[key])}</td>`)}</tr>`)}</tbody></table></div></details>`;
}

/** The plot itself, in an element that it fills. */
function Plot({view, history, other, metric, log, threshold, choose, dark}) {
  const box = useRef(null);
  const plot = useRef(null);
  const [size, setSize] = useState(null);
  const [cursor, setCursor] = useState(null);
  const [frame, setFrame] = useState(null);
  const simulated = view.at < CALENDAR_BEGINS;
  const begin = origin(view);
  const position = at => simulated ? (at - begin) / DAY : at;
  const time = value => Math.round(simulated ? begin + value * DAY : value);
  const {points, changes} = history;
  const drawn = useMemo(() => data(points, other, metric, log, position), [history, other, metric, log]);
  const latest = useRef({});
  latest.current = {changes, position, choose, time};

  useLayoutEffect(() => {
    const watch = new ResizeObserver(([{contentRect}]) =>
      setSize({width: Math.floor(contentRect.width), height: Math.floor(contentRect.height)}));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    if (!size?.width) return;
    const made = new uPlot(options({
      ...size, metric, log, other, simulated, threshold,
      onCursor: (index, left) => setCursor(index === null || left < 0 ? null : {index, left}),
      onZoom: (from, to) => latest.current.choose({from: latest.current.time(from), to: latest.current.time(to)}),
      onDrawn: u => {
        const ratio = devicePixelRatio;
        setFrame({left: u.bbox.left / ratio, width: u.bbox.width / ratio, top: u.bbox.top / ratio, min: u.scales.x.min, max: u.scales.x.max});
      },
      changes: () => latest.current.changes.map(({at}) => latest.current.position(at)),
      marked: changes.length > 0,
    }), drawn, box.current);
    plot.current = made;
    return () => {
      plot.current = null;
      setCursor(null);
      made.destroy();
    };
  }, [size?.width, size?.height, metric, log, other, threshold, dark, simulated, changes.length > 0]);

  useEffect(() => { plot.current?.setData(drawn); }, [drawn]);

  const step = event => {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!by || !plot.current || event.target !== event.currentTarget) return;
    event.preventDefault();
    const last = points.length - 1;
    const index = Math.max(0, Math.min(last, (cursor?.index ?? (by > 0 ? -1 : last + 1)) + by));
    plot.current.setCursor({left: plot.current.valToPos(drawn[0][index], 'x'), top: 0});
  };
  const left = at => frame.left + (position(at) - frame.min) / (frame.max - frame.min) * frame.width;
  const visible = frame ? changes.filter(({at}) => position(at) >= frame.min && position(at) <= frame.max) : [];
  const point = cursor && points[cursor.index];
  return html`<div class="plot" ref=${box} tabindex="0" role="group" onKeyDown=${step} data-testid="plot"
    aria-label="Chart over time. The arrow keys move the cursor; the same data is in the table below.">
    ${frame && grouped(visible, left).map(group => html`<${Marker} key=${group.changes[0].number}
      group=${{...group, width: frame.left + frame.width}} view=${view} top=${frame.top - 24}/>`)}
    ${point && frame && html`<${Tooltip} ...${{at: point.at, view, point, other, metric}} left=${frame.left + cursor.left}
      width=${frame.left + frame.width}/>`}
  </div>`;
}

/** Why there is nothing to draw. */
function empty(view, {range}) {
  if (range !== 'all') return 'Nothing was measured in this range.';
  return view.evaluations > 0 ? 'No point of the chart yet; it has one about every hour.' : 'No evaluation yet.';
}

export default function Chart({view, history, error, other, chosen, choose, dark}) {
  const metric = METRICS.find(({id}) => id === chosen.metric);
  const threshold = metric.id === 'slowdown' ? view.threshold : null;
  const points = history?.points ?? [];
  const log = Boolean(metric.log && (chosen.log ?? spiky(points, other, metric)));
  return html`<section class="card chart" aria-labelledby="chart-title">
    <div class="title"><h2 id="chart-title" class="hidden">${metric.name} over time</h2>
      <${Metric} chosen=${chosen} choose=${choose}/><${Legend} ...${{other, metric, threshold}} marked=${history?.changes.length > 0}/><${Controls} chosen=${chosen} choose=${choose} log=${log}/></div>
    ${error && html`<p class="failed" role="status">${error}</p>`}
    ${points.length > 0
      ? html`<${Plot} ...${{view, history, other, metric, log, threshold, choose, dark}}/><${Table} ...${{points, view, other}}/>`
      : html`<p class="quiet plot empty" data-testid="no-data">${history ? empty(view, chosen) : 'Loading …'}</p>`}
  </section>`;
}
