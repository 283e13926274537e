// The open proposal: what changes, what it is expected to give, for which jobs, and the two answers.

import {html} from '../lib.js';
import {ask} from '../api.js';
import {count, duration, figure, plural, signed} from '../format.js';
import {Commands, Difference, longest} from '../parts.js';
import {useResource} from '../resource.js';
import * as operations from '../operations.js';

const RUNS = 1000;
const NARROW = 8;
const SHORT = 3600;

const kind = ({start, end, processors}) =>
  `${end - start <= SHORT ? 'short' : 'long'}, ${processors <= NARROW ? 'narrow' : 'wide'}`;

/** For each kind of waiting job, how many start earlier and later under the proposal, and the mean difference in seconds. */
export function shifts(current, proposed) {
  const starts = new Map(current.runs.filter(({start}) => start >= current.at).map(run => [run.job, run]));
  const kinds = new Map();
  for (const run of proposed.runs) {
    const before = starts.get(run.job);
    if (!before) continue;
    starts.delete(run.job);
    const group = kinds.get(kind(before)) ?? {kind: kind(before), jobs: 0, earlier: 0, later: 0, sum: 0};
    group.jobs++;
    group.sum += run.start - before.start;
    if (run.start < before.start) group.earlier++;
    if (run.start > before.start) group.later++;
    kinds.set(group.kind, group);
  }
  return [...kinds.values()].map(group => ({...group, mean: group.sum / group.jobs}));
}

function names(groups, verb) {
  return groups.map(({kind: name, mean}) => `${name} jobs ${verb} ${duration(Math.abs(mean))}`).join(', ');
}

function Shifts({cluster, proposal, waiting}) {
  const {data, error} = useResource(`${cluster} ${proposal.id}`, async () => shifts(
    await ask(cluster, 'schedule', {limit: RUNS}), await ask(cluster, 'schedule', {limit: RUNS, policy: proposal.policy})));
  if (error) return html`<p class="quiet" data-testid="shifts">Which jobs gain cannot be simulated now: ${error}</p>`;
  if (!data) return html`<p class="quiet" data-testid="shifts">Simulating which jobs gain …</p>`;
  const total = name => data.reduce((sum, group) => sum + group[name], 0);
  const left = waiting - total('jobs');
  const gain = data.filter(({mean}) => mean <= -60).sort((a, b) => a.mean - b.mean);
  const lose = data.filter(({mean}) => mean >= 60).sort((a, b) => b.mean - a.mean);
  if (data.length === 0) return html`<p data-testid="shifts">No job is waiting now.</p>`;
  return html`<p data-testid="shifts">Of the ${plural(waiting, 'job')} waiting now, ${total('earlier')} would start earlier
    and ${total('later')} later, if every job runs for its estimate${left > 0 && `; ${count(left)} were not simulated`}.
    ${gain.length > 0 && ` Gain: ${names(gain, 'start earlier by')} on average.`}
    ${lose.length > 0 && ` Wait longer: ${names(lose, 'by')} on average.`}</p>`;
}

/** The expected gain in words, with its interval if the decision has one. */
function expected(proposal, decision) {
  const {incumbentSlowdown: from, chosenSlowdown: to} = proposal.predicted ?? {};
  if (!from) return 'not known';
  const chosen = decision?.alternatives.find(({policy}) => policy === proposal.policy);
  const interval = chosen?.slowdownGainLow === undefined ? '' : `, 80 % interval ${signed(-chosen.slowdownGainHigh)} to ${signed(-chosen.slowdownGainLow)}`;
  const waits = longest(chosen?.longestWait, decision?.alternatives[0]?.longestWait);
  return `mean slowdown of ${figure(to)} instead of ${figure(from)} (${signed(to / from - 1)}${interval})${waits && `; ${waits}`}`;
}

export default function Proposals({cluster, view, session}) {
  return (view.proposals ?? []).map(proposal => {
    const decision = view.decisions?.find(made => made.proposal === proposal.id);
    const act = action => session.operate(cluster, action);
    return html`<section key=${proposal.id} class="card proposal" aria-labelledby="proposal-title" data-testid="proposal">
      <div>
        <h2 id="proposal-title">Needs you: a proposal</h2>
        <dl>
          <dt>Change</dt><dd><${Difference} difference=${proposal.difference} spec=${proposal.policy} testid="proposal-change"/></dd>
          <dt>Expected</dt><dd data-testid="expected">${expected(proposal, decision)}</dd>
        </dl>
        <${Commands} difference=${proposal.difference}/>
      </div>
      <div><h3>Which jobs gain, and which wait longer</h3><${Shifts} cluster=${cluster} proposal=${proposal} waiting=${view.waiting}/></div>
      <div class="answers">
        ${proposal.opensAt !== undefined && html`<p data-testid="opens">${proposal.approved ? 'Approved. It is made' : 'If you approve it, it is made'}
          when the next maintenance window opens, in ${duration(proposal.opensAt - view.at)}.</p>`}
        <p class="quiet" data-testid="countdown">expires in ${duration(Math.max(0, proposal.expiresAt - view.at))} of the scheduler’s clock</p>
        <p class="buttons">
          <button class="primary" disabled=${Boolean(session.obstacle)} title=${session.obstacle} hidden=${proposal.approved}
            onClick=${() => act(operations.approve(proposal))} data-testid="approve">Approve …</button>
          <button disabled=${Boolean(session.obstacle)} title=${session.obstacle}
            onClick=${() => act(operations.reject(proposal))} data-testid="reject">Reject …</button>
        </p>
      </div>
    </section>`;
  });
}
