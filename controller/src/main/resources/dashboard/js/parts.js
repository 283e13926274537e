// What several tabs show: policies in words and as text, gains with their intervals, and tables.

import {html} from './lib.js';
import {duration, figure} from './format.js';
import {Term} from './terms.js';

/** A policy in words, with its text form below; the text alone if there are no words. */
export function Policy({spec, words, note}) {
  if (!spec) return html`<span class="quiet">unknown</span>`;
  return html`<span class="policy">
    ${words && html`<span class="words">${words}${note && html` <span class="quiet">(${note})</span>`}</span>`}
    <code>${spec}</code>${!words && note && html` <span class="quiet">(${note})</span>`}</span>`;
}

/** What changes between two configurations, a setting each; their whole text is the tooltip. */
export function Difference({difference, spec, testid}) {
  const settings = difference?.settings ?? [];
  if (settings.length === 0) return html`<span class="difference" title=${spec} data-testid=${testid}>${spec || 'nothing'}</span>`;
  return html`<span class="difference" title=${spec} data-testid=${testid}>${settings.map(({name, from, to}, i) => html`${i > 0 && ', '}<span
    class="setting"><code>${name}</code> ${from} → <strong>${to}</strong></span>`)}</span>`;
}

/** The lines that make a change and those that undo it; nothing where the scheduler has none. */
export function Commands({difference, open = false, testid = 'commands'}) {
  const {commands = [], undo = []} = difference ?? {};
  if (commands.length === 0) return null;
  return html`<details class="commands" open=${open} data-testid=${testid}><summary>Commands, and how to undo them</summary>
    <pre data-testid="commands-made">${commands.join('\n')}</pre><p class="quiet">To undo it:</p>
    <pre data-testid="commands-undo">${undo.join('\n')}</pre></details>`;
}

/** The longest wait under two configurations: `longest wait 3 h instead of 5 h`. */
export function longest(after, before) {
  return after === null || after === undefined || before === null || before === undefined
    ? '' : `longest wait ${duration(after)} instead of ${duration(before)}`;
}

const whole = fraction => Math.round(100 * Math.abs(fraction));
const times = gain => figure(1 - gain);
const MANIFOLD = -1; // gains below are losses to more than twice the slowdown

/** A gain as a change of the slowdown: `48 % lower`, `12 % higher`, `3.5 times as high`, `the same`. */
export function lower(gain) {
  if (gain === null || gain === undefined) return '–';
  if (gain <= MANIFOLD) return `${times(gain)} times as high`;
  const percent = whole(gain);
  return percent === 0 ? 'the same' : `${percent} % ${gain > 0 ? 'lower' : 'higher'}`;
}

/** An interval of gains: `31 to 60 % lower`, `5 % higher to 12 % lower`. */
export function lowerBetween(low, high) {
  if (low === null || low === undefined || high === null || high === undefined) return '–';
  if (high <= MANIFOLD) return `${times(high)} to ${times(low)} times as high`;
  if (low >= 0) return `${whole(low)} to ${whole(high)} % lower`;
  if (high < 0 && low > MANIFOLD) return `${whole(high)} to ${whole(low)} % higher`;
  return `${lower(low)} to ${lower(high)}`;
}

/**
 * Gains on a line from −50 % to +100 %: the 80 % interval as a bar, the forecast as a tick and the realised gain as a dot.
 * A bar that goes beyond −50 % ends in an arrow. The text beside it has the figures, so it is hidden from screen readers.
 */
export function GainBar({low, high, gain, realised, significant = true, scale}) {
  const x = value => 4 + 192 * (Math.min(1, Math.max(-0.5, value)) + 0.5) / 1.5;
  const known = value => value !== null && value !== undefined;
  return html`<svg class=${`gain-bar ${significant ? '' : 'chance'}`} viewBox=${`0 0 200 ${scale ? 34 : 20}`} aria-hidden="true">
    <line class="base" x1="4" x2="196" y1="10" y2="10"/>
    <line class="zero" x1=${x(0)} x2=${x(0)} y1="1" y2="19"/>
    ${known(low) && known(high) && html`<rect class="interval" x=${x(low)} width=${Math.max(2, x(high) - x(low))} y="6" height="8" rx="2"/>`}
    ${known(low ?? gain) && (low ?? gain) < -0.5 && html`<path class="beyond" d="M 1 10 l 7 -6 v 12 z"/>`}
    ${known(gain) && gain >= -0.5 && html`<line class="forecast" x1=${x(gain)} x2=${x(gain)} y1="3" y2="17"/>`}
    ${known(realised) && html`<circle class="realised" cx=${x(realised)} cy="10" r="5"/>`}
    ${scale && html`<text x="4" y="31">50 % higher</text><text x=${x(0)} y="31" text-anchor="middle">same</text>
      <text x="196" y="31" text-anchor="end">100 % lower</text>`}
  </svg>`;
}

/**
 * A table whose rows become cards on a phone. A column is `{head, name, term, cell(row), left}`: `head` is explained as a
 * term, as `term` if that is given; `name` is the heading on a phone if `head` is not a text; `left` aligns text, `nowrap`
 * keeps lines together, and two that are `half` share a line of a card.
 */
export function Table({columns, rows, keyOf, classOf, testid, rowTestid, caption}) {
  return html`<table class="cards" data-testid=${testid}>
    ${caption && html`<caption class="hidden">${caption}</caption>`}
    <thead><tr>${columns.map(({head, term, left}) => html`<th scope="col" class=${left ? 'left' : ''}>${
      typeof head === 'string' ? html`<${Term} name=${head} term=${term}/>` : head}</th>`)}</tr></thead>
    <tbody>${rows.map(row => html`<tr key=${keyOf(row)} class=${classOf?.(row) ?? ''} data-testid=${rowTestid}>
      ${columns.map(({head, name = head, cell, left, nowrap, half}) => html`<td class=${[left && 'left', nowrap && 'nowrap', half && 'half'].filter(Boolean).join(' ')} data-head=${name}><div>${cell(row) ?? '–'}</div></td>`)}</tr>`)}</tbody>
  </table>`;
}
