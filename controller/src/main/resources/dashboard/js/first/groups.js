// Which jobs gain and which wait longer: mean waits by size and length, by partition and by account.

import {html} from '../lib.js';
import {brief, count, signed} from '../format.js';
import {beforeAndAfter, difference} from './comparison.js';

const SHOWN = 4;
const NOTICEABLE = 0.05;
const ENOUGH_JOBS = 10;

function tone(part) {
  if (part === null || Math.abs(part) < NOTICEABLE) return 'same';
  return part < 0 ? 'gain' : 'loss';
}

function Row({group, other, longest}) {
  const {before, after} = beforeAndAfter(group.meanWait, other);
  const part = difference({before, after});
  const width = value => ({width: `${100 * (value ?? 0) / longest}%`});
  return html`<li class="group" data-testid="group" data-name=${group.name}>
    <span class="name" title=${`${count(group.jobs)} completed jobs`}>${group.name}</span>
    <span class="bars" aria-hidden="true"><i class="before" style=${width(before)}></i><i class="after" style=${width(after)}></i></span>
    <span class="waits">${brief(after)} <span class="quiet">instead of ${brief(before)}</span></span>
    <span class=${`part ${tone(part)}`}>${signed(part)}</span>
  </li>`;
}

function Legend({other}) {
  return html`<span class="legend"><span><i class="swatch before"></i>${other === 'untuned' ? 'without Gnomon' : 'actual'}</span>
    <span><i class="swatch after"></i>${other === 'untuned' ? 'actual' : 'with recommendations'}</span></span>`;
}

function List({title, testid, groups, other, legend = false}) {
  if (!groups?.length) return null;
  const longest = Math.max(1, ...groups.flatMap(({meanWait}) => [meanWait.actual ?? 0, meanWait[other] ?? 0]));
  const row = group => html`<${Row} key=${group.name} ...${{group, other, longest}}/>`;
  return html`<div data-testid=${testid}><h3>${title}${legend && html`<${Legend} other=${other}/>`}</h3>
    <ul class="groups">${groups.slice(0, SHOWN).map(row)}</ul>
    ${groups.length > SHOWN && html`<details><summary>${groups.length - SHOWN} more</summary>
      <ul class="groups">${groups.slice(SHOWN).map(row)}</ul></details>`}
  </div>`;
}

/** The groups that gain most and lose most, in a sentence. */
export function summary(effect, other) {
  const parts = (effect?.byCategory ?? []).filter(({jobs}) => jobs >= ENOUGH_JOBS)
    .map(({name, meanWait}) => ({name, part: difference(beforeAndAfter(meanWait, other))}))
    .filter(({part}) => part !== null);
  if (parts.length === 0) return '';
  const name = ({name: category, part}, way) => `${category} jobs (${signed(part)}${way})`;
  const gain = parts.filter(({part}) => part <= -NOTICEABLE).sort((a, b) => a.part - b.part);
  const loss = parts.filter(({part}) => part >= NOTICEABLE).sort((a, b) => b.part - a.part);
  if (gain.length + loss.length === 0) return 'No kind of job waits noticeably less or longer.';
  const less = gain.length ? `Shorter waits: ${gain.map(one => name(one, '')).join(', ')}. ` : 'No kind of job waits noticeably less. ';
  return less + (loss.length ? `Longer waits: ${loss.map(one => name(one, '')).join(', ')}.` : 'No kind of job waits longer.');
}

export default function Groups({effect, other}) {
  return html`<section class="card" aria-labelledby="groups-title" data-testid="groups">
    <p class="title"><strong id="groups-title" role="heading" aria-level="2">Which jobs gain, and which wait longer</strong>
      <span data-testid="groups-summary">${summary(effect, other)}</span></p>
    ${!effect?.jobs && html`<p class="quiet" data-testid="no-jobs">No completed jobs yet.</p>`}
    <div class="columns">
      <${List} title="By length and size" testid="by-category" groups=${effect?.byCategory} other=${other} legend/>
      <${List} title="By partition" testid="by-partition" groups=${effect?.byPartition} other=${other}/>
      <${List} title="By account or user" testid="by-account" groups=${effect?.byAccount} other=${other}/>
    </div>
  </section>`;
}
