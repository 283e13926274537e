// The decisions of a cluster, newest first.

import {html} from '../lib.js';
import {origin, when} from '../format.js';
import {OUTCOMES, REASONS} from '../words.js';

export default function Changes({view}) {
  return html`<section class="card"><h1>Changes</h1><ol data-testid="decisions">
    ${(view.decisions ?? []).slice(0, 60).map(made => html`<li key=${made.id} data-testid="decision">
      <p>${OUTCOMES[made.outcome]}${made.chosen && `: ${made.chosen}`}</p>
      <p class="quiet">${when(made.at, origin(view))}: ${REASONS[made.reason]}</p></li>`)}
  </ol></section>`;
}
