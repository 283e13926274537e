// What all parts of the page share: elements, figures in words, and rendering only what has changed.

export const DAY = 86400;
const CALENDAR_BEGINS = 631152000; // before 1990 a clock is a simulation's own

export const byId = id => document.getElementById(id);

/** An element with a text, and properties or attributes. */
export function element(tag, text, properties = {}) {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.textContent = text;
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'testid') made.dataset.testid = value;
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  return made;
}

export function row(values, className = '') {
  const made = element('tr', undefined, {className});
  for (const value of values) {
    const cell = element('td');
    cell.append(value ?? '–');
    made.append(cell);
  }
  return made;
}

/** A table in a box that scrolls sideways. */
export function table(headings, rows, className = '') {
  const made = element('table', undefined, {className});
  const head = element('tr');
  head.append(...headings.map(heading => element('th', heading, {scope: 'col'})));
  const top = element('thead');
  top.append(head);
  const body = element('tbody');
  body.append(...rows);
  made.append(top, body);
  const box = element('div', undefined, {className: 'wide', tabIndex: 0});
  box.append(made);
  return box;
}

export function rounded(value) {
  if (value === null || value === undefined) return '–';
  return value.toFixed(value < 100 ? 2 : 1);
}

export function percent(fraction) {
  if (fraction === null || fraction === undefined) return '–';
  return `${fraction > 0 ? '+' : ''}${(100 * fraction).toFixed(1)} %`;
}

export function duration(seconds) {
  if (seconds === null || seconds === undefined) return '–';
  if (seconds >= 2 * DAY) return `${(seconds / DAY).toFixed(1)} d`;
  if (seconds >= 7200) return `${(seconds / 3600).toFixed(1)} h`;
  return seconds >= 120 ? `${(seconds / 60).toFixed(0)} min` : `${Math.round(seconds)} s`;
}

/** A time of the scheduler's clock: a date, or the day of a simulation that began at `origin`. */
export function when(at, origin = 0) {
  if (at === null || at === undefined) return '–';
  if (at < CALENDAR_BEGINS) return `day ${((at - origin) / DAY).toFixed(1)}`;
  return new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

export function words(constant) {
  return constant.toLowerCase().replaceAll('_', ' ');
}

const shown = new WeakMap();

/** Renders a part of the page if what it shows has changed, so that focus and open details stay. */
export function render(target, content, draw) {
  const version = JSON.stringify(content);
  if (shown.get(target) === version) return;
  shown.set(target, version);
  draw();
}

/** A colour of the theme. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
