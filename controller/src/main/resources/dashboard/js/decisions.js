// The decisions, each with all alternatives, what was to be gained and what was, or why nothing was done.

import {byId, element, percent, render, rounded, row, table, when, words} from './page.js';

const MOST = 60;

/** The reasons of decisions, as sentences. */
const REASONS = {
  LOWER_COST: 'its predicted cost is lower, within the guard rails',
  GAIN_NOT_REALISED: 'the last change did not realise its predicted gain',
  OBSERVING: 'the mode is observe',
  NOT_WARM: 'the cluster has not been observed for long enough',
  BELOW_THRESHOLD: 'the slowdown is below the threshold',
  INCUMBENT_BEST: 'no alternative is better than the configuration in force',
  GUARD_BROKEN: 'the better alternatives break a guard',
  RECENTLY_MADE_THINGS_WORSE: 'the best alternative made things worse within the past week',
  WOULD_HAVE_MADE_THINGS_WORSE: 'the best alternative was recommended within the past week and would have made things worse',
  GAIN_TOO_SMALL: 'the gain of the best alternative is below the minimum gain',
  NOT_SIGNIFICANT: 'the gain of the best alternative is not significant',
  COOLDOWN: 'the last attempted change was too recent',
  DWELL: 'the configuration has not been in force for long enough',
  CHANGE_BUDGET: 'the maximum number of changes per day is reached',
  FROZEN: 'changes are frozen',
  STUDY_TIMEOUT: 'the study exceeded its time limit',
  STUDY_FAILED: 'the study failed; see the log',
  NOT_CAPABLE: 'the scheduler has not declared what can be configured',
  PENDING: 'a command is waiting for the scheduler',
};

/** Why an alternative cannot be chosen. */
const EXCLUSIONS = {
  'breaks-guard': 'breaks the guard',
  'recently-made-things-worse': 'made things worse recently',
  'would-have-made-things-worse': 'would have made things worse',
  eliminated: 'eliminated early',
};

function headline({outcome, chosen, reason}) {
  const what = words(outcome.replaceAll('-', '_'));
  return chosen ? `${what}: ${chosen}` : `${what}: ${words(reason)}`;
}

function gains(made) {
  if (made.predictedGain === undefined) return '';
  const realised = made.realisedGain === undefined
    ? 'not yet known' : `${percent(made.realisedGain)} (slowdown ${rounded(made.realisedSlowdown)})`;
  return `gain predicted ${percent(made.predictedGain)}, realised ${made.command ? realised : '– (not applied)'}`;
}

function alternatives(made) {
  const incumbent = made.alternatives[0];
  const details = element('details');
  const early = made.extent && !made.extent.complete ? ', ended by its time limit' : '';
  details.append(element('summary', `${made.alternatives.length} alternatives, ${made.scenario}${early}`));
  const excluded = made.alternatives.some(alternative => alternative.excluded !== undefined);
  const sure = made.alternatives.some(({gainLow}) => gainLow !== undefined);
  const rows = made.alternatives.map(({policy, slowdown, gainLow, gainHigh, excluded: why, brokenGuard}, index) => row([
    index === 0 ? `${policy} (in force)` : policy, rounded(slowdown),
    index === 0 ? '–' : percent(1 - slowdown / incumbent.slowdown),
    ...(sure ? [gainLow === undefined ? '–' : `${percent(gainLow)} to ${percent(gainHigh)}`] : []),
    ...(excluded ? [why === undefined ? '' : [EXCLUSIONS[why] ?? why, brokenGuard].filter(Boolean).join(' ')] : [])],
  policy === made.chosen ? 'chosen' : ''));
  details.append(table(
    ['policy', 'predicted slowdown', 'gain', ...(sure ? ['forecast gain, 80 %'] : []), ...(excluded ? ['excluded'] : [])], rows, 'policies'));
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

function kept({checked, withinInterval, waiting} = {checked: 0, waiting: 0}) {
  const parts = [];
  if (checked) {
    parts.push(`${withinInterval} of ${checked} forecast gains, of changes made and not made, were realised within their 80 % interval (${percent(withinInterval / checked)})`);
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
