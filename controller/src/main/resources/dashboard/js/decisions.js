// The decisions, each with all alternatives, what was to be gained and what was, or why nothing was done.

import {byId, element, percent, render, rounded, row, table, when, words} from './page.js';

const MOST = 60;

/** Why nothing was changed, in a sentence. */
const REASONS = {
  INCUMBENT_BEST: 'what is in force is best',
  BELOW_THRESHOLD: 'the slowdown is below the threshold; nothing was studied',
  NOT_WARM: 'the cluster has not been watched for long enough',
  GUARD_BROKEN: 'the better ones would break a guard, such as the longest wait or the utilisation',
  DID_NOT_PAY: 'the better one did harm when this change was made within the past week',
  WOULD_NOT_HAVE_PAID: 'the better one was recommended within the past week, not made, and would have done harm',
  GAIN_TOO_SMALL: 'the best alternative gains too little',
  NOT_SIGNIFICANT: 'the gain may be chance',
  COOLDOWN: 'a change was attempted not long ago',
  DWELL: 'the configuration has not been in force for long enough',
  CHANGE_BUDGET: 'there have been enough changes for a day',
  FROZEN: 'changes are frozen',
  PENDING: 'a command waits for the scheduler',
  NOT_CAPABLE: 'the scheduler has not said what it can be set to',
  OBSERVING: 'the mode is observe',
  STUDY_TIMEOUT: 'the study took too long',
  STUDY_FAILED: 'the study failed; the log tells more',
  GAIN_NOT_REALISED: 'the last change did not pay',
  BETTER: 'it is better by more than the guard rails ask for',
};

function headline({outcome, chosen, reason}) {
  const what = words(outcome.replaceAll('-', '_'));
  return chosen ? `${what}: ${chosen}` : `${what}: ${words(reason)}`;
}

function gains(made) {
  if (made.predictedGain === undefined) return '';
  const realised = made.realisedGain === undefined
    ? 'not known yet' : `${percent(made.realisedGain)} (slowdown ${rounded(made.realisedSlowdown)})`;
  return `gain predicted ${percent(made.predictedGain)}, realised ${made.command ? realised : '–, it was not carried out'}`;
}

function alternatives(made) {
  const incumbent = made.alternatives[0];
  const details = element('details');
  const early = made.extent && !made.extent.complete ? ', ended by its deadline' : '';
  details.append(element('summary', `${made.alternatives.length} alternatives, future ${made.future}${early}`));
  const sure = made.alternatives.some(({gainLow}) => gainLow !== undefined);
  const rows = made.alternatives.map(({policy, slowdown, gainLow, gainHigh}, index) => row([
    index === 0 ? `${policy} (in force)` : policy, rounded(slowdown),
    index === 0 ? '–' : percent(1 - slowdown / incumbent.slowdown),
    ...(sure ? [gainLow === undefined ? '–' : `${percent(gainLow)} to ${percent(gainHigh)}`] : [])],
  policy === made.chosen ? 'chosen' : ''));
  details.append(table(
    ['policy', 'predicted slowdown', 'gain', ...(sure ? ['saves of the cost, 80 %'] : [])], rows, 'policies'));
  return details;
}

function decision(made, origin) {
  const item = element('li', undefined, {testid: 'decision', className: made.command ? 'changed' : ''});
  item.append(element('p', headline(made)));
  const why = REASONS[made.reason] ?? words(made.reason);
  item.append(element('p', `${when(made.at, origin)}, slowdown ${rounded(made.slowdown)}, threshold ${made.threshold}: ${why} (${made.id})`,
    {className: 'why'}));
  for (const line of [gains(made), made.detail]) {
    if (line) item.append(element('p', line, {className: 'why'}));
  }
  if (made.alternatives.length) item.append(alternatives(made));
  return item;
}

function kept({checked, held, waiting} = {checked: 0, waiting: 0}) {
  const parts = [];
  if (checked) {
    parts.push(`${held} of ${checked} forecast gains, of changes made and not made, were realised within their 80 % interval (${percent(held / checked)})`);
  }
  if (waiting) parts.push(`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for a review`);
  return parts.join('; ');
}

export function show(cluster, origin) {
  byId('forecasts').textContent = kept(cluster.forecasts);
  const latest = cluster.decisions.slice(0, MOST);
  const list = byId('list');
  render(list, [cluster.id, latest], () => {
    const opened = new Set([...list.querySelectorAll('details[open]')].map(box => box.parentElement.dataset.id));
    list.replaceChildren(...latest.map(made => {
      const item = decision(made, origin);
      item.dataset.id = made.id;
      if (opened.has(made.id)) item.querySelector('details').open = true;
      return item;
    }));
  });
}
