// What operators did, newest first.

import {html} from '../lib.js';
import {origin, when} from '../format.js';
import {ACTIONS} from '../words.js';

export default function Audit({view}) {
  return html`<section class="card"><h1>Audit and settings</h1><ol>
    ${(view.audit ?? []).map(record => html`<li key=${record.record} data-testid="audit">
      <p>${when(record.at, origin(view))}: ${record.operator} ${ACTIONS[record.action]} ${record.mode ?? ''}</p>
      <p class="quiet">${record.reason}</p></li>`)}
  </ol></section>`;
}
