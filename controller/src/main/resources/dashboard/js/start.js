// Forecast starts of jobs: in words, as times, and as bars on a common scale.

import {html} from './lib.js';
import {clock} from './axis.js';
import {DAY, duration} from './format.js';

const MARKS = [[0, 'now'], [3600, '1 h'], [6 * 3600, '6 h'], [DAY, '1 d'], [3 * DAY, '3 d'], [7 * DAY, '1 w'], [14 * DAY, '2 w'], [28 * DAY, '4 w']];
const FIRST = 1800; // the scale is linear up to about this many seconds, and logarithmic beyond

const missing = value => value === null || value === undefined;

/** A start from the time of its forecast: `now`, `in 2 h 5 min`, `after 14 d`. */
export function later(at, now, horizon) {
  if (missing(at)) return `after ${duration(horizon)}`;
  return at <= now ? 'now' : `in ${duration(at - now)}`;
}

/** The interval of a start: `in 14 h 36 min to 6 d 17 h`. */
export function between(low, high, now, horizon) {
  if (missing(low)) return later(low, now, horizon);
  const from = later(low, now, horizon);
  if (missing(high)) return `${from} to after ${duration(horizon)}`;
  if (duration(Math.max(0, low - now)) === duration(Math.max(0, high - now))) return from;
  return high <= now ? 'now' : `${from} to ${duration(high - now)}`;
}

/** The same interval in times of the scheduler's clock. */
export function betweenTimes(low, high, now, origin) {
  if (missing(low)) return '';
  const from = clock(low, now, origin);
  const to = missing(high) ? 'later' : clock(high, now, origin);
  return from === to ? from : `${from} to ${to}`;
}

const place = (seconds, span) => Math.min(1, Math.log1p(Math.max(0, seconds) / FIRST) / Math.log1p(span / FIRST));

/** The seconds that a common scale of starts spans. */
export function spanOf(starts, now) {
  return Math.max(3600, ...starts.map(({high, median, low}) => (high ?? median ?? low ?? now) - now));
}

/** The marks of a scale, as a row above the bars. */
export function StartScale({span}) {
  const marks = MARKS.filter(([seconds]) => seconds <= span);
  const shown = marks.filter(([seconds], index) => index === 0 || place(seconds, span) - place(marks[index - 1][0], span) > 0.09);
  return html`<svg class="start-scale" viewBox="0 0 240 16" aria-hidden="true">${shown.map(([seconds, text]) => html`
    <text key=${text} x=${12 + 216 * place(seconds, span)} y="12" text-anchor="middle">${text}</text>`)}</svg>`;
}

/** The 80 % interval of a start as a bar, with a tick at its median. */
export function StartBar({start, now, span}) {
  const x = at => 12 + 216 * place((at ?? now + span) - now, span);
  return html`<svg class="start-bar" viewBox="0 0 240 16" aria-hidden="true">
    ${MARKS.filter(([seconds]) => seconds <= span).map(([seconds]) => html`<line key=${seconds} class="grid" x1=${x(now + seconds)} x2=${x(now + seconds)} y1="0" y2="16"/>`)}
    ${!missing(start.low) && html`<rect class=${missing(start.high) ? 'interval open' : 'interval'} x=${x(start.low)} y="4"
      width=${Math.max(3, x(start.high) - x(start.low))} height="8" rx="2"/>`}
    ${!missing(start.median) && html`<line class="forecast" x1=${x(start.median)} x2=${x(start.median)} y1="1" y2="15"/>`}
  </svg>`;
}
