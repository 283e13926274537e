// Figures, durations and times as text.

export const DAY = 86400;
const CALENDAR_BEGINS = 631152000; // before 1990 a clock is a simulation's own
const NONE = '–';

const missing = value => value === null || value === undefined || Number.isNaN(value);

const grouped = new Intl.NumberFormat('en', {maximumFractionDigits: 0});

/** A count, with separators of thousands. */
export function count(value) {
  return missing(value) ? NONE : grouped.format(value);
}

/** A count with its noun: `1 change`, `13 changes`. */
export function plural(value, one, many = `${one}s`) {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A figure with three significant digits: 2.94, 19.2, 182, 1,234. */
export function figure(value) {
  if (missing(value)) return NONE;
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 99.95) return grouped.format(value);
  return value.toFixed(size >= 9.995 ? 1 : 2);
}

const short = new Intl.NumberFormat('en', {maximumSignificantDigits: 4});

/** A figure of an axis, without digits that say nothing: 0.5, 80, 1,250. */
export function tick(value) {
  return short.format(value);
}

/** A share of a whole: `48 %`. */
export function share(fraction) {
  return missing(fraction) ? NONE : `${fraction < 0 ? '−' : ''}${Math.abs(Math.round(100 * fraction))} %`;
}

/** A difference as a fraction, with a sign: `−48 %`, `+3 %`. */
export function signed(fraction) {
  if (missing(fraction)) return NONE;
  const rounded = Math.round(100 * fraction);
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : '±'}${Math.abs(rounded)} %`;
}

/** A duration in its two largest units: `45 s`, `12 min`, `2 h 5 min`, `6 d 4 h`. */
export function duration(seconds) {
  if (missing(seconds)) return NONE;
  if (seconds < 0) return `−${duration(-seconds)}`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const two = (large, unit, small, part) => small ? `${large} ${unit} ${small} ${part}` : `${large} ${unit}`;
  if (minutes < 1440) return two(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(seconds / 3600);
  if (hours < 240) return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
  return `${count(Math.round(seconds / DAY))} d`;
}

/** A duration in one unit with two or three digits, for narrow places: `45 s`, `12 min`, `2.1 h`, `6.2 d`. */
export function brief(seconds) {
  if (missing(seconds)) return NONE;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400 && seconds !== 3600) return `${Math.round(seconds / 60)} min`;
  const [value, unit] = seconds < 2 * DAY ? [seconds / 3600, 'h'] : [seconds / DAY, 'd'];
  return `${Number(value.toFixed(value < 9.95 ? 1 : 0))} ${unit}`;
}

/** Seconds of the scheduler's clock, from a number or an ISO-8601 text. */
export function seconds(at) {
  if (missing(at)) return null;
  return typeof at === 'number' ? at : Date.parse(at) / 1000;
}

const isSimulated = at => at < CALENDAR_BEGINS;

/** A time of the scheduler's clock: date and time, or the day of a simulation that began at `origin`. */
export function when(at, origin = 0) {
  const second = seconds(at);
  if (second === null) return NONE;
  if (isSimulated(second)) return `day ${((second - seconds(origin)) / DAY).toFixed(1)}`;
  return new Date(second * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

const dates = new Intl.DateTimeFormat('en-GB', {day: 'numeric', month: 'long', timeZone: 'UTC'});
const datesOfOtherYears = new Intl.DateTimeFormat('en-GB', {day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC'});

/** A date in words, with its year unless `now` is in the same: `8 January`. */
export function date(at, now, origin = 0) {
  const second = seconds(at);
  if (second === null) return NONE;
  if (isSimulated(second)) return when(second, origin);
  const given = new Date(second * 1000);
  const sameYear = !missing(now) && given.getUTCFullYear() === new Date(seconds(now) * 1000).getUTCFullYear();
  return (sameYear ? dates : datesOfOtherYears).format(given);
}

/** The first time of a cluster's history, from which the days of a simulation are counted. */
export function origin(view) {
  return view?.slowdowns?.[0]?.at ?? view?.at ?? 0;
}
