// All clusters of the controller, each with its state.

import {html} from './lib.js';
import {count} from './format.js';

export default function Overview({clusters}) {
  return html`<h1>Clusters</h1><ul class="clusters" data-testid="clusters">${clusters.map(view => html`
    <li class="card" data-testid="cluster-card">
      <h2><a href=${`#/${encodeURIComponent(view.id)}`}>${view.id}</a></h2>
      <p>${view.state}, ${view.mode}; ${count(view.waiting)} jobs waiting</p>
    </li>`)}</ul>`;
}
