// The buttons of an operator; without operators they are disabled and say why.

import {html} from '../lib.js';
import * as operations from '../operations.js';

export default function Actions({cluster, view, session}) {
  const off = Boolean(session.obstacle);
  const button = (testid, text, action, possible = true, why = null) => html`<button disabled=${off || !possible}
    title=${session.obstacle ?? (possible ? null : why)} aria-describedby=${off ? 'no-operators' : null} data-testid=${testid}
    onClick=${() => session.operate(cluster, action(view))}>${text}</button>`;
  return html`<div class="actions">
    <p class="buttons">
      ${button('set-mode', 'Set the mode …', operations.setMode)}
      ${view.freezes?.length
        ? button('lift', 'Lift the freeze …', operations.lift)
        : button('freeze', 'Freeze …', operations.freeze)}
      ${button('roll-back', 'Roll back …', operations.rollBack, view.canRollBack, 'There is no change to roll back.')}
    </p>
    ${off && html`<p class="quiet" id="no-operators" data-testid="obstacle">${session.obstacle}</p>`}
  </div>`;
}
