// What a user who sees only their own jobs finds instead of the dashboard: these jobs, with a link to the page of each.

import {html} from './lib.js';
import {ask, askController} from './api.js';
import {useResource} from './resource.js';

/** The clusters, and the first of the user's jobs on the given cluster or the only one. */
async function load(given) {
  const ids = (await askController('clusters')).clusters.map(({id}) => id);
  const cluster = given || (ids.length === 1 ? ids[0] : '');
  return {ids, cluster, jobs: cluster ? (await ask(cluster, 'jobs')).jobs : []};
}

const jobPage = (cluster, job) => `job.html?cluster=${encodeURIComponent(cluster)}&job=${encodeURIComponent(job)}`;

export default function OwnJobs({cluster: given}) {
  const {data, error} = useResource(given, () => load(given));
  const {ids = [], cluster, jobs = []} = data ?? {};
  return html`<section class="card" data-testid="own-jobs"><h1>Your jobs${cluster && ` on ${cluster}`}</h1>
    <p>You see your own jobs only.</p>
    ${error ? html`<p class="failed" role="alert">${error}</p>` : !data && html`<p class="quiet" role="status">Loading …</p>`}
    ${ids.length > 1 && html`<p>Clusters: ${ids.map((id, index) => html`${index > 0 && ' · '}<a key=${id} href=${`#/${encodeURIComponent(id)}`}>${id}</a>`)}</p>`}
    ${cluster && jobs.length === 0 && html`<p>You have no jobs that wait or run.</p>`}
    <ul>${jobs.map(({job, state}) => html`<li key=${job}><a href=${jobPage(cluster, job)} data-testid="own-job">${job}</a> <span class="quiet">${state}</span></li>`)}</ul>
  </section>`;
}
