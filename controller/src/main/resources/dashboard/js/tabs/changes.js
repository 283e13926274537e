// What Gnomon changed, proposed or recommended, and why; evaluations without a change are collapsed.

import {html, useState} from '../lib.js';
import {ask} from '../api.js';
import {count, date, duration, figure, origin, plural, share, signed, when} from '../format.js';
import {Commands, Difference, GainBar, Policy, Table, longest, lower, lowerBetween} from '../parts.js';
import {useResource} from '../resource.js';
import {Term} from '../terms.js';
import {ACTIONS, EXCLUSIONS, LAPSES, REASONS, plain} from '../words.js';

const KEPT = 512; // decisions that the controller keeps
const PAGE = 40;
const SHOWN_REASONS = 2; // of collapsed evaluations, the most frequent
const MADE = ['commanded', 'rolled-back']; // outcomes for which a command was sent

const HEADLINES = {
  kept: 'no change',
  commanded: 'changed',
  recommended: 'recommended',
  'awaiting-approval': 'proposed',
  'rolled-back': 'rolled back',
};

/** The headlines of proposals by their state. */
const PROPOSALS = {open: 'proposed, waiting for approval', approved: 'approved', rejected: 'rejected', lapsed: 'proposed, has lapsed'};

const BY = {gnomon: 'Gnomon', operator: 'an operator', scheduler: 'the scheduler’s administrator'};

const reasonOf = ({reason}) => REASONS[reason] ?? plain(reason);
const link = (cluster, decision) => `#/${encodeURIComponent(cluster)}/changes${decision ? `/${encodeURIComponent(decision)}` : ''}`;

/** Whether an evaluation led to nothing that a reader should see by itself. */
const isUneventful = decision => decision.outcome === 'kept';

/**
 * Decisions and changes without a decision as entries, newest first: `{decision, change, operation, reviews}`, or
 * `{kept: [decisions]}` for consecutive evaluations without a change. The reviews are those of the change.
 */
export function timeline(decisions, changes, audit) {
  const byDecision = new Map(changes.filter(({decision}) => decision).map(change => [change.decision, change]));
  const byCommand = new Map(changes.filter(({command}) => command).map(change => [change.command, change]));
  const operations = new Map(audit.filter(({proposal}) => proposal).map(record => [record.proposal, record]));
  const used = new Set();
  const entries = decisions.map(decision => {
    const change = byDecision.get(decision.id) ?? (decision.command ? byCommand.get(decision.command) : undefined);
    if (change) used.add(change);
    return {
      at: decision.at, decision, change, operation: operations.get(decision.proposal), reviews: reviewsOf(decision, decisions)};
  });
  const others = changes.filter(change => !used.has(change)).map(change => ({
    at: change.at, change, operation: audit.find(({command}) => command && command === change.command)}));
  return collapsed([...entries, ...others].sort((a, b) => b.at - a.at));
}

/** What later evaluations found about a change or a recommendation. */
function reviewsOf(decision, decisions) {
  return decision.chosen ? decisions.flatMap(({reviews = []}) => reviews)
    .filter(({to, decided}) => to === decision.chosen && decided === decision.at) : [];
}

function collapsed(entries) {
  const kept = [];
  for (const entry of entries) {
    const last = kept.at(-1);
    if (!entry.decision || !isUneventful(entry.decision) || entry.change) kept.push(entry);
    else if (last?.kept) last.kept.push(entry.decision);
    else kept.push({at: entry.at, kept: [entry.decision]});
  }
  return kept;
}

function after({decision, change}) {
  if (change?.to) return change.to;
  return decision?.chosen ? {spec: decision.chosen, words: decision.chosenInWords} : null;
}

function title({decision, change}) {
  if (change?.rollsBack) return decision ? 'rolled back' : 'rolled back by an operator';
  if (!decision) return change.by === 'operator' ? 'changed by an operator' : 'changed';
  if (decision.outcome === 'awaiting-approval') return PROPOSALS[decision.proposalState] ?? HEADLINES[decision.outcome];
  return HEADLINES[decision.outcome] ?? plain(decision.outcome);
}

function Why({entry, at0}) {
  const {decision, change, operation} = entry;
  if (!decision) {
    return html`<p data-testid="why">By ${operation?.operator ?? BY[change.by] ?? change.by}${operation && html`: “${operation.reason}”`}.</p>`;
  }
  const measured = decision.slowdown !== null && decision.threshold !== null;
  const above = measured && decision.slowdown > decision.threshold;
  return html`<p data-testid="why">${measured && html`The <${Term} name="slowdown"/> was ${figure(decision.slowdown)}, ${
    above ? 'above' : 'not above'} the <${Term} name="threshold"/> of ${figure(decision.threshold)}. `}${
    decision.outcome === 'kept' ? 'No change: ' : 'Reason: '}${reasonOf(decision)}.</p>
    ${operation && html`<p>${operation.operator} ${ACTIONS[operation.action] ?? plain(operation.action)} on ${when(operation.at, at0)}: “${operation.reason}”</p>`}${
      decision.lapseCause && html`<p data-testid="lapsed">The proposal has lapsed: ${LAPSES[decision.lapseCause] ?? plain(decision.lapseCause)}.</p>`}`;
}

/** What differs between the configurations before and after an entry. */
function differenceOf({decision, change}) {
  return change?.difference ?? decision?.difference ?? null;
}

/** A figure of a change with the mark that stands for it in the bar. */
function Gain({mark, name, term, testid, children}) {
  return html`<div><dt>${mark && html`<svg class="key" width="10" height="12" aria-hidden="true">${mark}</svg> `}<${Term} name=${name} term=${term}/></dt><dd data-testid=${testid}>${children}</dd></div>`;
}

const TICK = html`<rect class="forecast" x="4" width="3" height="12"/>`;
const BAR = html`<rect class="interval" y="2" width="10" height="8"/>`;
const DOT = html`<circle class="realised" cx="5" cy="6" r="5"/>`;

/**
 * What a change was predicted to gain and what it gained: its slowdown, with the interval of the prediction, the longest waits,
 * and what the review found of the objective that studies minimise.
 */
function Gains({decision, change}) {
  const chosen = decision?.alternatives?.find(({policy}) => policy === decision.chosen);
  const predicted = decision?.predictedGain ?? change?.predictedGain ?? null;
  const realised = change?.realisedGain ?? null;
  const reviewed = decision?.reviewedGain ?? null;
  if (predicted === null && realised === null && reviewed === null) return null;
  const known = chosen?.slowdownGainLow !== undefined && chosen?.slowdownGainLow !== null;
  const made = Boolean(change) || MADE.includes(decision?.outcome);
  return html`<div class="gains" data-testid="gains">
    <${GainBar} ...${{gain: predicted, realised, ...(known ? {low: chosen.slowdownGainLow, high: chosen.slowdownGainHigh} : {})}} scale/>
    <dl>
      <${Gain} mark=${TICK} name="Predicted slowdown" term="change of the slowdown" testid="predicted">${lower(predicted)}</${Gain}>
      ${known && html`<${Gain} mark=${BAR} name="80 % interval" term="interval of a gain" testid="predicted-interval">${lowerBetween(chosen.slowdownGainLow, chosen.slowdownGainHigh)}</${Gain}>`}
      <${Gain} mark=${DOT} name="Realised slowdown" testid="realised">${realised !== null ? html`<strong>${lower(realised)}</strong>`
        : html`<span class="quiet">${made ? 'not known yet' : 'not made'}</span>`}</${Gain}>
      ${chosen?.longestWait !== undefined && html`<${Gain} name="Longest wait" testid="longest-wait">${
        duration(chosen.longestWait)} instead of ${duration(decision.alternatives[0].longestWait)}</${Gain}>`}
      ${reviewed !== null && html`<${Gain} name="Objective of studies, by its review" testid="reviewed"><strong>${lower(reviewed)}</strong></${Gain}>`}
    </dl></div>`;
}

function Alternatives({decision}) {
  const [inForce, ...rest] = decision.alternatives;
  const others = rest.length;
  const rows = [inForce, ...rest.sort((a, b) => a.slowdown - b.slowdown)];
  const has = name => decision.alternatives.some(one => one[name] !== undefined && one[name] !== null);
  const note = one => one === inForce ? 'in force' : one.policy === decision.chosen ? 'chosen' : '';
  const columns = [
    {head: 'Change', left: true, cell: one => one === inForce ? html`<${Policy} spec=${one.policy} words=${one.policyInWords} note="in force"/>`
      : html`<span class="policy"><${Difference} difference=${one.difference} spec=${one.policy}/>${note(one) && html` <span class="quiet">(${note(one)})</span>`}</span>`},
    {head: 'Predicted slowdown', cell: one => figure(one.slowdown)},
    {head: 'Against in force', cell: one => one === inForce ? '–' : lower(1 - one.slowdown / inForce.slowdown)},
    ...(has('slowdownGainLow') ? [{head: '80 % interval', term: 'interval of a gain', left: true, cell: one => one.slowdownGainLow === undefined || one === inForce ? '–' : html`<span class="with-bar">
      <${GainBar} low=${one.slowdownGainLow} high=${one.slowdownGainHigh}/><span>${lowerBetween(one.slowdownGainLow, one.slowdownGainHigh)}</span></span>`}] : []),
    ...(has('longestWait') ? [{head: 'Longest wait', cell: ({longestWait}) => duration(longestWait)}] : []),
    ...(has('excluded') ? [{head: 'Excluded', left: true, cell: ({excluded, brokenGuard}) => excluded
      ? [EXCLUSIONS[excluded] ?? plain(excluded), brokenGuard].filter(Boolean).join(' ') : ''}] : []),
  ];
  const {extent, scenario} = decision;
  const simulated = decision.cadence === 'durable' ? ' over the recorded past'
    : `${extent && `, in ${plural(extent.scenarios, 'scenario')}`}${scenario && ` (${scenario})`}`;
  return html`<p class="quiet">${plural(others, 'alternative')} ${others === 1 ? 'was' : 'were'} compared with the configuration in force${simulated}.${
    extent && !extent.complete && ' The study reached its time limit.'}</p>
    <${Table} columns=${columns} rows=${rows} keyOf=${({policy}) => policy} testid="alternatives"
      classOf=${({policy}) => policy === decision.chosen ? 'chosen' : ''} caption="Alternatives"/>`;
}

function Reviews({reviews = [], at0}) {
  return html`
    ${reviews.length > 0 && html`<ul class="plain" data-testid="reviews">${reviews.map((review, index) => html`<li key=${index}>
      Review of ${when(review.since, at0)} to ${when(review.until, at0)}: ${review.made ? 'was' : 'would have been'} ${
        review.result === 'worse' ? 'worse' : 'no worse'} than the policy before${
        review.gain !== undefined && review.gain !== null && `; the objective of studies was ${lower(review.gain)}`}.</li>`)}</ul>`}`;
}

function Replay({decision}) {
  return html`<p class="quiet">Repeat this decision from the topics, with the configuration of this controller:${' '}
    <code>./gnomon replay ${decision.id} --config FILE</code></p>`;
}

function Details({decision, open}) {
  const others = decision.alternatives.length - 1;
  const body = html`${others >= 0 && html`<${Alternatives} decision=${decision}/>`}<${Replay} decision=${decision}/>`;
  return html`
    ${open ? html`<div class="details">${body}${decision.detail && html`<p class="quiet">Record: ${decision.detail}</p>`}</div>`
      : html`<${Lazy} summary=${others > 0 ? `${plural(others, 'alternative')} compared` : 'Details'}>${body}</${Lazy}>`}`;
}

/** Details whose content is made when they are first opened. */
function Lazy({summary, children}) {
  const [opened, setOpened] = useState(false);
  return html`<details onToggle=${event => { if (event.target.open) setOpened(true); }}>
    <summary>${summary}</summary>${opened && children}</details>`;
}

function Entry({entry, cluster, at0, open}) {
  const {decision, change} = entry;
  const to = after(entry);
  const differing = differenceOf(entry)?.settings.length > 0;
  return html`<article class=${`change ${decision?.outcome ?? 'other'}`} data-testid="change" data-decision=${decision?.id}>
    <div class="what">
      <h2>${change && html`<span class="number" title="Number of the change in the chart">${change.number}</span> `}${
        when(entry.at, at0)}: <${Term} name=${title(entry)} term=${title(entry).replace(/(,| by ).*/, '')}/></h2>
      ${decision?.fidelity && !decision.fidelity.trusted && to && !change && html`<p class="failed" data-testid="not-trusted">Do not rely on it yet: simulations are not shown to predict this cluster (${
        count(decision.fidelity.jobs)} of ${plural(decision.fidelity.requiredJobs, 'job')} compared).</p>`}
      ${to && html`<p class="to" data-testid="change-difference">${differing ? html`<${Difference} difference=${differenceOf(entry)} spec=${to.spec}/>`
        : html`<${Policy} spec=${to.spec} words=${to.words}/>`}</p>`}
      ${differing && change?.by !== 'scheduler' && html`<${Commands} difference=${differenceOf(entry)}/>`}
      <${Why} entry=${entry} at0=${at0}/>
      <${Reviews} reviews=${entry.reviews} at0=${at0}/>
    </div>
    <${Gains} decision=${decision} change=${change}/>
    ${decision && html`<div class="more"><${Details} decision=${decision} open=${open}/>
      ${!open && html`<a class="permalink" href=${link(cluster, decision.id)} data-testid="link">Decision ${decision.id}</a>`}</div>`}
  </article>`;
}

/** How often each reason occurred, the most frequent first. */
function reasons(decisions) {
  const counts = new Map();
  for (const decision of decisions) counts.set(reasonOf(decision), (counts.get(reasonOf(decision)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function Uneventful({decisions, cluster, at0}) {
  const found = reasons(decisions);
  const span = decisions.length > 1 ? `${when(decisions.at(-1).at, at0)} to ${when(decisions[0].at, at0)}` : when(decisions[0].at, at0);
  const others = found.slice(SHOWN_REASONS).reduce((sum, [, times]) => sum + times, 0);
  const why = found.length === 1 ? found[0][0] : [
    ...found.slice(0, SHOWN_REASONS).map(([reason, times]) => `${reason} (${times})`),
    ...(others > 0 ? [`other reasons (${others})`] : [])].join('; ');
  return html`<div class="uneventful" data-testid="uneventful">
    <${Lazy} summary=${html`<strong>${plural(decisions.length, 'evaluation')} without a change</strong>: ${why}. <span class="quiet">${span}</span>`}>
      <ul>${decisions.map(decision => html`<li key=${decision.id}><a href=${link(cluster, decision.id)}>${when(decision.at, at0)}</a>:
        slowdown ${figure(decision.slowdown)}, ${reasonOf(decision)}${decision.alternatives.length > 1
          && `; ${plural(decision.alternatives.length - 1, 'alternative')} compared`}</li>`)}</ul>
    </${Lazy}></div>`;
}

function Forecasts({forecasts}) {
  if (!forecasts) return null;
  const {checked, withinInterval, waiting} = forecasts;
  if (!checked && !waiting) return null;
  return html`<p class="quiet" data-testid="forecasts">${checked > 0 && `In ${count(withinInterval)} of ${plural(checked, 'review')}, the reviewed gain was within the predicted 80 % interval. `}${waiting > 0 && `${plural(waiting, 'review')} ${waiting === 1 ? 'is' : 'are'} open.`}</p>`;
}

const PARTITION_COLUMNS = [
  {head: 'Partition', cell: ({partition}) => partition, left: true},
  {head: 'Jobs', cell: ({jobs}) => count(jobs)},
  {head: 'Mean wait', cell: ({meanWait}) => duration(meanWait)},
  {head: 'Predicted', cell: ({meanPredictedWait, waitBias}) => `${duration(meanPredictedWait)} (${signed(waitBias)})`},
  {head: 'Difference', term: 'difference of waits', cell: ({waitError}) => share(waitError)},
];

/** How well the configuration in force is predicted, and whether that is enough to change it. */
function Fidelity({fidelity, mode}) {
  if (!fidelity) return null;
  const {jobs, trusted, requiredJobs, waitError, waitBias, meanWait, meanPredictedWait, startedEarlier, startedLater, objection} = fidelity;
  const partitions = fidelity.partitions ?? [];
  return html`<div class="quiet" data-testid="fidelity">
    <p>${jobs === 0
      ? 'No waiting job has been compared with its simulated start yet.'
      : html`The last ${plural(jobs, 'job')} that waited did so for ${duration(meanWait)} on average, ${duration(meanPredictedWait)} as predicted (${signed(waitBias)}).
        The waits of single jobs differ by ${share(waitError)} of that; ${share(startedEarlier)} of the jobs started earlier than predicted and ${share(startedLater)} later.`}${' '}
      ${trusted ? requiredJobs > 0 && 'The model is trusted.' : mode !== 'observe' && html`<strong>${
        mode === 'recommend' ? 'Do not rely on recommendations yet' : 'Until the model is trusted, nothing is proposed or changed'}: ${objection}.</strong>`}</p>
    ${partitions.length > 1 && html`<${Table} rows=${partitions} keyOf=${({partition}) => partition} columns=${PARTITION_COLUMNS} testid="fidelity-partitions" caption="Predicted waits by partition"/>`}
  </div>`;
}

function One({entry, decision, cluster, at0, loading}) {
  const back = html`<p><a href=${link(cluster)} data-testid="all-changes">All changes</a></p>`;
  if (!entry) {
    return html`<section class="card">${back}<h1>Decision ${decision}</h1><p data-testid="unknown-decision">${loading ? 'Loading …'
      : html`This decision is not among the ${KEPT} latest of this controller. The topic has all of them: <code>./gnomon replay ${decision} --config FILE</code>`}</p></section>`;
  }
  return html`<section class="card">${back}<h1>Decision ${decision}</h1><${Entry} entry=${entry} cluster=${cluster} at0=${at0} open=${true}/></section>`;
}

/** The decisions and changes of a cluster, loaded again after each evaluation and operation. */
function useTimeline(cluster, view) {
  const newest = view.decisions?.[0]?.id;
  const {data, error, loading} = useResource(`${cluster} ${newest} ${view.applied} ${view.audit?.length} ${view.version}`, async () => {
    const [{decisions}, {changes}, {records}] = await Promise.all([
      ask(cluster, 'decisions', {limit: KEPT}), ask(cluster, 'history', {points: 1}), ask(cluster, 'audit')]);
    return {decisions, changes, audit: records};
  });
  return {data, error, loading};
}

export default function Changes({cluster, view, address}) {
  const [shown, setShown] = useState(PAGE);
  const {data, error, loading} = useTimeline(cluster, view);
  const at0 = origin(view);
  const wanted = address?.rest?.[0];
  const entries = data ? timeline(data.decisions, data.changes, data.audit) : [];
  if (wanted) {
    const decision = data?.decisions.find(({id}) => id === wanted);
    const entry = entries.find(one => one.decision?.id === wanted) ?? (decision && {at: decision.at, decision});
    return html`<${One} entry=${entry} decision=${wanted} cluster=${cluster} at0=${at0} loading=${loading}/>`;
  }
  const made = entries.filter(({change, decision}) => change || MADE.includes(decision?.outcome));
  const undone = made.filter(({change, decision}) => change ? change.rollsBack : decision.outcome === 'rolled-back').length;
  const changes = Math.max(0, made.length - 2 * undone);
  const recommended = data?.decisions.filter(({outcome}) => outcome === 'recommended').length ?? 0;
  return html`
    <section class="card"><h1>Changes</h1>
      <p data-testid="changes-sentence">${plural(changes, 'change')}${undone > 0 && `, ${plural(undone, 'roll back')}`}${recommended > 0 && ` and ${plural(recommended, 'recommendation')}`}${
        entries.length > 0 && ` since ${date(entries.at(-1).kept?.at(-1).at ?? entries.at(-1).at, view.at, at0)}`}. In force:${' '}
        <${Policy} spec=${view.configuration} words=${view.configurationInWords}/></p>
      <p class="quiet">The slowdown of a job is its wait plus its runtime, divided by its runtime (at least 10 s). Realised slowdowns are compared with those without Gnomon.</p>
      <${Forecasts} forecasts=${view.forecasts}/>
      <${Fidelity} fidelity=${view.fidelity} mode=${view.mode}/>
      ${error && html`<p class="failed" role="status">${error}</p>`}
      ${data && entries.length === 0 && html`<p data-testid="no-changes">No evaluation yet. The first follows when the cluster has been observed for long enough.</p>`}
    </section>
    ${entries.length > 0 && html`<ol class="timeline" data-testid="timeline">${entries.slice(0, shown).map(entry => html`
      <li key=${entry.kept ? `kept ${entry.kept[0].id}` : entry.decision?.id ?? entry.change.command ?? entry.at}>${entry.kept
        ? html`<${Uneventful} decisions=${entry.kept} cluster=${cluster} at0=${at0}/>`
        : html`<section class="card"><${Entry} entry=${entry} cluster=${cluster} at0=${at0}/></section>`}</li>`)}</ol>`}
    ${entries.length > shown && html`<p class="buttons"><button type="button" onClick=${() => setShown(shown + PAGE)} data-testid="older">Show older changes</button></p>`}`;
}
