// Which jobs gain and which wait longer: mean waits by size and length, by partition and by account.

import {html, useState} from '../lib.js';
import {ask} from '../api.js';
import {brief, count, date, signed} from '../format.js';
import {Table} from '../parts.js';
import {useResource} from '../resource.js';
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

/** The sum of an idle resource and its part of all, such as "12 (4 %)". */
function idle(hours, all) {
  return all === 0 ? '–' : `${count(Math.round(hours))} (${Math.round(100 * hours / all)} %)`;
}

/** What was idle while jobs waited, by week and partition. */
function Idle({weeks, start}) {
  const rows = weeks.flatMap(({from, idleWhileJobsWaited}) => (idleWhileJobsWaited ?? []).map(row => ({...row, from})));
  const columns = [
    {head: 'Week from', left: true, nowrap: true, cell: ({from}) => date(from, from, start)},
    {head: 'Partition', left: true, cell: ({partition}) => partition},
    {head: 'Idle processor-hours', half: true, cell: row => idle(row.processorHours, row.ofProcessorHours)},
    {head: 'Idle GPU-hours', half: true, cell: row => idle(row.gpuHours, row.ofGpuHours)},
  ];
  const caption = 'Idle while jobs waited, by week and partition';
  return rows.length > 0 && html`<h3>${caption}</h3>
    <${Table} testid="idle-table" columns=${columns} rows=${rows} keyOf=${({from, partition}) => `${from} ${partition}`} rowTestid="idle" caption=${caption}/>
    <p class="quiet note">In brackets: the share of all hours in the time in which jobs waited.</p>`;
}

/** The job-hours of waiting saved by week and partition, loaded when it is opened. */
function Weeks({cluster, other, start}) {
  const [open, setOpen] = useState(false);
  const {data, error} = useResource(open ? cluster : null, () => ask(cluster, 'effect/weeks'));
  const rows = (data?.weeks ?? []).filter(({jobs}) => jobs > 0).flatMap(week => (week.byPartition.length > 0 ? week.byPartition : [{...week, name: 'all'}]).map(group => ({...group, from: week.from})));
  const columns = [
    {head: 'Week from', left: true, nowrap: true, cell: ({from}) => date(from, from, start)},
    {head: 'Partition', left: true, cell: ({name}) => name},
    {head: 'Jobs', half: true, cell: ({jobs}) => count(jobs)},
    {head: other === 'untuned' ? 'Job-hours of waiting saved' : 'Job-hours to be saved', half: true,
      cell: ({waitHoursSaved}) => waitHoursSaved === null ? '–' : count(Math.round(waitHoursSaved))},
  ];
  return html`<details onToggle=${event => setOpen(event.target.open)} data-testid="weeks"><summary>Waiting saved and idle resources by week and partition</summary>
    ${open && !data && html`<p class=${error ? 'failed' : 'quiet'} role="status">${error ?? 'Loading …'}</p>`}
    ${data && html`${rows.length > 0 ? html`<${Table} columns=${columns} rows=${rows} keyOf=${({from, name}) => `${from} ${name}`} rowTestid="week" caption="Waiting saved by week and partition"/>`
        : html`<p class="quiet">No completed jobs in the latest five weeks.</p>`}
      <p class="quiet note">The latest five weeks, from Monday in UTC to within 16 h.</p>
      <${Idle} weeks=${data.weeks} start=${start}/>`}
  </details>`;
}

export default function Groups({cluster, effect, other, start}) {
  return html`<section class="card" aria-labelledby="groups-title" data-testid="groups">
    <p class="title"><strong id="groups-title" role="heading" aria-level="2">Which jobs gain, and which wait longer</strong>
      <span data-testid="groups-summary">${summary(effect, other)}</span></p>
    ${!effect?.jobs && html`<p class="quiet" data-testid="no-jobs">No completed jobs yet.</p>`}
    <div class="columns">
      <${List} title="By length and size" testid="by-category" groups=${effect?.byCategory} other=${other} legend/>
      <${List} title="By partition" testid="by-partition" groups=${effect?.byPartition} other=${other}/>
      <${List} title="By account or user" testid="by-account" groups=${effect?.byAccount} other=${other}/>
    </div>
    ${effect && html`<${Weeks} ...${{cluster, other, start}}/>`}
  </section>`;
}
