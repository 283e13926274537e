// What Gnomon is doing, how much it helped, what it changed last, and how the cluster is now.

import {html} from '../lib.js';
import {count, date, duration, figure, origin, plural, share, signed, when} from '../format.js';
import {longest} from '../parts.js';
import {beforeAndAfter, compared, difference} from './comparison.js';

const DOING = {
  apply: 'Applying automatically.',
  approve: 'Proposing changes; an operator approves each.',
  recommend: 'Recommending; nothing is changed.',
  observe: 'Observing; nothing is recommended or changed.',
};

const PROGRESS = {
  STUDYING: 'A study is running.',
  COMMANDED: 'A command waits for the scheduler.',
  ROLLED_BACK: 'The last change was rolled back.',
};

/** What is said first while the model is not trusted, and what follows. */
const NOT_TRUSTED = {
  apply: 'Not changing anything',
  approve: 'Not proposing anything yet',
  recommend: 'Do not rely on recommendations yet',
};

const UNTIL_TRUSTED = {
  apply: 'Changes follow once the configuration in force is predicted well enough.',
  approve: 'Proposals follow once the configuration in force is predicted well enough.',
  recommend: null,
};

/** The freeze in force, with the operator and the reason of its audit record if known. */
function freezeInForce(view) {
  const now = view.freezes?.find(({from, until}) => from <= view.at && (until === null || until > view.at));
  const record = now && view.audit?.find(({action, freeze}) => action === 'freeze' && freeze === now.id);
  return {until: now?.until ?? null, operator: record?.operator, reason: record?.reason};
}

function frozen(view) {
  const {until, operator, reason} = freezeInForce(view);
  const end = until === null ? 'until the freeze is lifted' : `until ${when(until, origin(view))}`;
  const by = operator ? ` by ${operator} (“${reason}”)` : '';
  return {
    tone: 'warn', doing: `Changes are frozen ${end}${by}.`,
    remedy: view.remedy};
}

/** What Gnomon is doing, and if it does not act, why and what to do. */
export function doing(view) {
  if (view.at === undefined) {
    return {tone: 'calm', doing: `Waiting: ${view.problem ?? 'no event of the cluster has arrived'}.`, remedy: view.remedy};
  }
  if (view.state === 'DEGRADED') {
    return {
      tone: 'bad', doing: `Not acting: ${view.problem ?? 'the mirror contradicts the scheduler’s events'}.`,
      remedy: view.remedy};
  }
  if (view.frozen) return frozen(view);
  if (view.problem) return {tone: 'warn', doing: `${DOING[view.mode]} But ${view.problem}.`, remedy: view.remedy};
  if (view.state === 'WARMING') {
    return {
      tone: 'calm', doing: 'Warming up; nothing is changed yet.',
      remedy: 'Gnomon evaluates the cluster once it has observed it for long enough.'};
  }
  if (view.fidelity && !view.fidelity.trusted && NOT_TRUSTED[view.mode] && view.state !== 'ROLLED_BACK') {
    return {tone: view.mode === 'apply' ? 'warn' : 'calm', doing: `${NOT_TRUSTED[view.mode]}: ${view.fidelity.objection}.`, remedy: UNTIL_TRUSTED[view.mode]};
  }
  const tone = view.mode === 'apply' ? 'good' : 'calm';
  return {tone, doing: [DOING[view.mode], PROGRESS[view.state]].filter(Boolean).join(' '), remedy: null};
}

/** How much Gnomon's changes or recommendations helped, in a sentence. */
export function helped(view, effect) {
  if (!effect || effect.since === null) return 'No job has completed yet.';
  const since = `Since ${date(effect.since, view.at, origin(view))}`;
  const other = compared(view.mode, effect);
  const {before, after} = beforeAndAfter(effect.slowdown, other);
  const part = difference({before, after});
  if (other === 'untuned') {
    const undone = effect.rollbacks > 0 ? `${plural(effect.rollbacks, 'change')} ${effect.rollbacks === 1 ? 'was' : 'were'} rolled back` : '';
    if (effect.changes === 0 && !undone) {
      return `${since} Gnomon made no change; jobs had a mean slowdown of ${figure(effect.slowdown.actual)}.`;
    }
    const made = effect.changes === 0 ? `${since} ${undone}` : `${since} Gnomon made ${plural(effect.changes, 'change')}${undone && ` (${undone} besides)`}`;
    return part === null
      ? `${made}; jobs had a mean slowdown of ${figure(effect.slowdown.actual)}.`
      : `${made}; jobs had a mean slowdown of ${figure(after)} instead of an estimated ${figure(before)} without it (${signed(part)})${waits(effect, other)}.`;
  }
  if (effect.recommendations === 0) {
    const found = view.mode === 'observe' ? 'found nothing better' : 'recommended nothing';
    return `${since} Gnomon ${found}; jobs had a mean slowdown of ${figure(effect.slowdown.actual)}.`;
  }
  const advice = view.mode === 'observe'
    ? `making the ${plural(effect.recommendations, 'change')} that Gnomon found`
    : `following Gnomon’s ${plural(effect.recommendations, 'recommendation')}`;
  return part === null
    ? `${since} jobs had a mean slowdown of ${figure(effect.slowdown.actual)}; what ${advice} would have given is not known yet.`
    : `${since} ${advice} would have given a mean slowdown of an estimated ${figure(after)} instead of ${figure(before)} (${signed(part)})${waits(effect, other)}.`;
}

/** The longest wait before and after, to stand beside a gain. */
function waits(effect, other) {
  const {before, after} = beforeAndAfter(effect.longestWait, other);
  const text = longest(after, before);
  return text && `; ${text}`;
}

const BY = {gnomon: '', operator: ', by an operator', scheduler: ', at the scheduler and not by Gnomon'};

const DAY_SECONDS = 86400;

/** The gains of a change; the realised one from a day on, because the first hours have few jobs. */
function gains({at, predictedGain, realisedGain}, now) {
  const has = gain => gain !== null && gain !== undefined;
  if (!has(predictedGain)) return '';
  const realised = now - at < DAY_SECONDS
    ? ', realised gain known after a day'
    : has(realisedGain) ? `, realised so far ${share(realisedGain)}` : '';
  return `; predicted gain ${share(predictedGain)}${realised}`;
}

/** What was changed or recommended last, and when. */
export function last(view, changes) {
  if (compared(view.mode, {changes: changes?.length ?? 0}) === 'advised' || !changes?.length) {
    const made = view.decisions?.find(({outcome}) => outcome === 'recommended');
    if (made) {
      return {
        title: `Last recommendation, ${date(made.at, view.at, origin(view))}`, words: made.difference?.summary || (made.chosenInWords ?? made.chosen),
        spec: made.chosen, more: gains(made)};
    }
    if (!changes?.length) return null;
  }
  const change = changes.at(-1);
  return {
    title: `Last ${change.rollsBack ? 'roll back' : 'change'}, ${date(change.at, view.at, origin(view))}${BY[change.by] ?? ''}`, words: change.difference?.summary || change.to.words,
    spec: change.to.spec, more: gains(change, view.at)};
}

/** The queue now, in a sentence. */
export function now(view) {
  if (view.waiting === undefined) return '';
  const healthy = view.problem && !view.frozen ? '.' : '; all healthy.';
  if (view.waiting === 0 && view.running === 0) return `No job is waiting or running${healthy}`;
  const waiting = view.waiting === 0 ? 'No job is waiting' : `${plural(view.waiting, 'job')} waiting`;
  const longest = view.waiting > 0 && view.oldestWait != null ? `, the oldest for ${duration(view.oldestWait)}` : '';
  return `${waiting}, ${count(view.running)} running${longest}${healthy}`;
}

/** The sentences; `children` are placed beside them. */
export default function Sentence({view, effect, changes, children}) {
  const state = doing(view);
  const latest = last(view, changes);
  return html`<section class=${`card sentence ${state.tone}`} aria-label=${`Summary of ${view.id}`} data-testid="summary" data-tone=${state.tone}>
    <div>
      <p class="headline"><strong data-testid="doing">${state.doing}</strong>${' '}<span data-testid="helped">${helped(view, effect)}</span></p>
      ${state.remedy && html`<p data-testid="remedy">${state.remedy}</p>`}
      <p class="details">${latest && html`<span data-testid="last-change">${latest.title}: <em title=${latest.spec}>${latest.words}</em>${latest.more}.</span>`}
        <span data-testid="now">${now(view)}</span>
        <span class="quiet" data-testid="slowdown-defined">Slowdown: a job’s wait plus its runtime, divided by its runtime (at least 10 s).</span></p>
    </div>
    ${children}
  </section>`;
}
