// Axes of charts: round ticks of numbers and of the scheduler's clock, which is shown in UTC.

import {DAY, when} from './format.js';

const CALENDAR_BEGINS = 631152000; // before 1990 a clock is a simulation's own
const STEPS = [300, 900, 1800, 3600, 7200, 10800, 21600, 43200, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY, 28 * DAY];
const MONDAY = 4 * DAY; // 5 January 1970

/** Round numbers from 0 to a maximum, about as many as wanted; the maximum is the last. */
export function numbers(most, wanted) {
  const rough = most / wanted;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map(factor => factor * power).find(one => one >= rough && Number.isInteger(one)) ?? power * 10);
  const ticks = [];
  for (let tick = 0; tick < most - step / 2; tick += step) ticks.push(tick);
  return [...ticks, most];
}

const time = at => new Date(at * 1000).toISOString().slice(11, 16);
const dayOf = new Intl.DateTimeFormat('en-GB', {weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC'});

/**
 * Round times between two: `{at, text, day}`, where `day` marks the beginning of a day. A clock before 1990 is counted in
 * days and hours from its own second 0.
 */
export function times(from, to, wanted) {
  const step = STEPS.find(one => (to - from) / one <= wanted) ?? STEPS.at(-1);
  const offset = step >= 7 * DAY ? MONDAY : 0;
  const ticks = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at <= to; at += step) {
    const day = at % DAY === 0;
    ticks.push({at, day, text: from < CALENDAR_BEGINS ? relative(at, day) : day ? dayOf.format(new Date(at * 1000)) : time(at)});
  }
  return ticks;
}

function relative(at, day) {
  return day ? `day ${at / DAY}` : time(at);
}

/** A time to the minute, and its date unless that is the date of `now`: `14:30`, `Fri 9 Jan, 03:00`. */
export function clock(at, now, origin) {
  if (at < CALENDAR_BEGINS) return when(at, origin);
  const sameDay = Math.floor(at / DAY) === Math.floor(now / DAY);
  return sameDay ? time(at) : `${dayOf.format(new Date(at * 1000))}, ${time(at)}`;
}
