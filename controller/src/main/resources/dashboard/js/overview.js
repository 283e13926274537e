// All clusters of the controller, each with its sentence and its most important figures.

import {html} from './lib.js';
import {ask} from './api.js';
import {count, duration, share} from './format.js';
import {useResource} from './resource.js';
import Sentence from './first/sentence.js';

function Cluster({view}) {
  const version = `${view.at} ${view.mode} ${view.applied}`;
  const effect = useResource(`${view.id} ${view.mode}`, () => ask(view.id, 'effect'), version);
  const history = useResource(view.id, () => ask(view.id, 'history', {points: 1}), version);
  const busy = view.processors ? share((view.processors - view.freeProcessors) / view.processors) : '–';
  return html`<li data-testid="cluster-card" data-cluster=${view.id}>
    <h2><a href=${`#/${encodeURIComponent(view.id)}`}>${view.id}</a>
      ${view.proposals?.length > 0 && html` <a class="badge" href=${`#/${encodeURIComponent(view.id)}`}>a proposal needs you</a>`}</h2>
    <${Sentence} view=${view} effect=${effect.data} changes=${history.data?.changes}>
      <dl class="figures">
        <div><dt>waiting jobs</dt><dd>${count(view.waiting)}</dd></div>
        <div><dt>oldest wait</dt><dd>${view.waiting ? duration(view.oldestWait) : '–'}</dd></div>
        <div><dt>busy processors</dt><dd>${busy}</dd></div>
      </dl>
    </${Sentence}>
  </li>`;
}

export default function Overview({clusters}) {
  return html`<h1>Clusters</h1>
    <p><a href="#/?fleet" data-testid="fleet-link">All clusters of all replicas as a table</a></p>
    <ul class="clusters" data-testid="clusters">${clusters.map(view => html`<${Cluster} key=${view.id} view=${view}/>`)}</ul>`;
}
