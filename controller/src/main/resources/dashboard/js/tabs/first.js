// The first screen of a cluster.

import {html} from '../lib.js';
import {count, figure} from '../format.js';
import * as operations from '../operations.js';

export default function First({cluster, view, session}) {
  const act = action => session.operate(cluster, action);
  return html`<section class="card">
    <dl class="figures">
      <div><dt>state</dt><dd data-testid="state">${view.state}</dd></div>
      <div><dt>mode</dt><dd data-testid="mode">${view.mode}</dd></div>
      <div><dt>slowdown</dt><dd>${figure(view.slowdown)}</dd></div>
      <div><dt>waiting jobs</dt><dd data-testid="waiting">${count(view.waiting)}</dd></div>
    </dl>
    <p data-testid="configuration">${view.configuration}</p>
    <p class="buttons">
      <button disabled=${session.obstacle} onClick=${() => act(operations.setMode(view))} data-testid="set-mode">Set the mode …</button>
      <button disabled=${session.obstacle} onClick=${() => act(operations.freeze(view))} data-testid="freeze">Freeze …</button>
      <button disabled=${session.obstacle || !view.freezes?.length} onClick=${() => act(operations.lift())}>Lift the freeze …</button>
      <button disabled=${session.obstacle || !view.canRollBack} onClick=${() => act(operations.rollBack(view))} data-testid="roll-back">Roll back …</button>
    </p>
    ${(view.proposals ?? []).map(proposal => html`<p data-testid="proposal">${proposal.policy}
      <button disabled=${session.obstacle} onClick=${() => act(operations.approve(proposal, proposal.policy))} data-testid="approve">Approve …</button>
      <button disabled=${session.obstacle} onClick=${() => act(operations.reject(proposal, proposal.policy))} data-testid="reject">Reject …</button></p>`)}
  </section>`;
}
