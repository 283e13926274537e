// The waiting jobs of a cluster.

import {html} from '../lib.js';
import {ask} from '../api.js';
import {count, duration, origin, when} from '../format.js';
import {useResource} from '../resource.js';

export default function Queue({cluster, view}) {
  const {data, error} = useResource(`${cluster} ${view.at}`, () => ask(cluster, 'queue', {limit: 50}));
  return html`<section class="card"><h1>Queue</h1>
    ${error && html`<p class="failed">${error}</p>`}
    ${data && html`<div class="wide" tabindex="0"><table data-testid="queue">
      <thead><tr><th scope="col">job</th><th scope="col">submitted</th><th scope="col">processors</th><th scope="col">estimate</th></tr></thead>
      <tbody>${data.jobs.map(job => html`<tr key=${job.job}><td>${job.job}</td><td>${when(job.submittedAt, origin(view))}</td>
        <td>${count(job.processors)}</td><td>${duration(job.estimateSeconds)}</td></tr>`)}</tbody></table></div>`}
  </section>`;
}
