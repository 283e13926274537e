// The drawing of the chart, by uPlot: two lines, the difference between them, the changes, and the cursor.

import {DAY} from '../format.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const FONT = '12px system-ui, sans-serif';

const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Labels of a time axis: each names what is new in it, so that none repeats. */
function dates(splits, step) {
  let day = null;
  let year = null;
  return splits.map(at => {
    const time = new Date(at * 1000);
    const clock = time.toISOString().slice(11, 16);
    const today = `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]}`;
    const isNewDay = today !== day;
    const isNewYear = time.getUTCFullYear() !== year;
    day = today;
    year = time.getUTCFullYear();
    if (step < DAY) return isNewDay ? `${clock}\n${today}` : clock;
    const label = step >= 28 * DAY ? MONTHS[time.getUTCMonth()] : today;
    return isNewYear ? `${label}\n${year}` : label;
  });
}

function xAxis(simulated) {
  const axis = {
    stroke: colour('quiet'), font: FONT, gap: 4, size: 40, space: 80,
    grid: {stroke: colour('line'), width: 1}, ticks: {stroke: colour('line'), size: 4}};
  return simulated
    ? {...axis, values: (u, splits) => splits.map(value => `day ${+value.toFixed(2)}`)}
    : {...axis, values: (u, splits, index, space, step) => dates(splits, step)};
}

/** The ticks within a range, every second one if there would be too many. */
function thinned(ticks, low, high) {
  const within = ticks.filter(tick => tick >= low && tick <= high);
  return within.length > 8 ? within.filter((tick, i) => i % 2 === 0) : within;
}

function yAxis({text, tick = text, axis, steps, ticks, most}, log) {
  return {
    stroke: colour('quiet'), font: FONT, gap: 4, size: 62, label: axis, labelFont: FONT, labelSize: 18, labelGap: 0, space: 36,
    grid: {stroke: colour('line'), width: 1}, ticks: {show: false},
    ...(steps && !log ? {incrs: steps} : {}),
    ...(log ? {splits: (u, index, low, high) => thinned(ticks, low, high), filter: (u, splits) => splits} : {}),
    ...(most ? {incrs: [0.05, 0.1, 0.2, 0.25, 0.5]} : {}),
    values: (u, splits) => splits.map(value => value === null ? '' : tick(value))};
}

/** The range of the vertical axis: from 0, or for a logarithmic one the data with some room. */
function yRange({most, least}, log) {
  return (u, low, high) => {
    if (low === null || high === null) return log ? [least, 10 * least] : [0, most ?? 1];
    if (log) return [Math.max(least, 10 ** Math.floor(Math.log10(Math.max(least, low)))), 10 ** (Math.ceil(Math.log10(high * 1.05) * 4) / 4)];
    return [0, most ?? Math.max(high * 1.06, 1e-9)];
  };
}

/** The range of the horizontal axis: of the points and changes, and at least an hour, for a single point has none. */
function xRange(changes, hour) {
  return (u, low, high) => {
    const from = Math.min(low, ...changes());
    return [from, Math.max(high, from + hour, ...changes())];
  };
}

/** The values of a series; a logarithmic axis starts at the metric's least value. */
function values(points, series, {key, least}, log) {
  return points.map(point => {
    const value = point[series]?.[key];
    if (value === null || value === undefined) return null;
    return log ? Math.max(least, value) : value;
  });
}

/** The data of a plot: times, the actual series, and the one it is compared with. */
export function data(points, other, metric, log, position) {
  return [points.map(({at}) => position(at)), values(points, 'actual', metric, log), values(points, other, metric, log)];
}

/**
 * Options of a plot. `onCursor` receives the index of the point under the cursor, or null; `onZoom` two positions;
 * `onDrawn` is called when positions of changes have moved; `changes` returns the positions of the vertical lines, `marked` says whether there are any.
 */
export function options({width, height, metric, log, other, simulated, threshold, onCursor, onZoom, onDrawn, changes, marked}) {
  const better = other === 'untuned' ? [2, 1] : [1, 2];
  return {
    width, height, tzDate: at => uPlot.tzDate(new Date(at * 1000), 'Etc/UTC'), padding: [marked ? 26 : 8, 28, 0, 0],
    scales: {x: {time: !simulated, range: xRange(changes, simulated ? 1 / 24 : 3600)}, y: {distr: log ? 3 : 1, range: yRange(metric, log)}},
    legend: {show: false},
    cursor: {drag: {x: true, y: false, setScale: false}, points: {size: 7}, focus: {prox: -1}},
    axes: [xAxis(simulated), yAxis(metric, log)],
    series: [
      {},
      {stroke: colour('accent'), width: 2, spanGaps: true, points: {show: u => u.data[0].length < 3}},
      {stroke: colour('untuned'), width: 1.5, dash: [6, 4], spanGaps: true, points: {show: u => u.data[0].length < 3}}],
    bands: metric.neutral ? [] : [{series: better, fill: colour('gain-fill')}, {series: [...better].reverse(), fill: colour('loss-fill')}],
    hooks: {
      setCursor: [u => onCursor(u.cursor.idx ?? null, u.cursor.left)],
      setSelect: [u => {
        if (u.select.width > 4) {
          const {left, width: wide} = u.select;
          u.setSelect({left: 0, width: 0, top: 0, height: 0}, false);
          onZoom(u.posToVal(left, 'x'), u.posToVal(left + wide, 'x'));
        }
      }],
      drawAxes: [u => {
        const {ctx, bbox} = u;
        ctx.save();
        ctx.lineWidth = devicePixelRatio;
        const line = (from, to) => {
          ctx.beginPath();
          ctx.moveTo(...from);
          ctx.lineTo(...to);
          ctx.stroke();
        };
        ctx.strokeStyle = colour('marker');
        for (const position of changes()) {
          const x = Math.round(u.valToPos(position, 'x', true));
          if (x >= bbox.left && x <= bbox.left + bbox.width) line([x, bbox.top], [x, bbox.top + bbox.height]);
        }
        if (threshold !== null) {
          const y = Math.round(u.valToPos(threshold, 'y', true));
          ctx.strokeStyle = colour('quiet');
          ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
          if (y >= bbox.top && y <= bbox.top + bbox.height) line([bbox.left, y], [bbox.left + bbox.width, y]);
        }
        ctx.restore();
      }],
      draw: [onDrawn]}};
}
