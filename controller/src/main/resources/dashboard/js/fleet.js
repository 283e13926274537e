// The clusters of all replicas as a table, sorted and paged by the controller.

import {html} from './lib.js';
import {askController} from './api.js';
import {count, duration, figure, share, signed} from './format.js';
import {useResource} from './resource.js';

const PAGE = 100;
const COLUMNS = [
  ['id', 'Cluster'], ['state', 'Health'], ['mode', 'Mode'], ['waiting', 'Waiting'], ['slowdown', 'Slowdown'],
  ['gain', 'Slowdown saved'], ['proposals', 'Open proposals'], ['waitError', 'Error of the model'], ['age', 'Last event'],
  ['replica', 'Replica']];

const address = (sort, order, offset) => `#/?fleet&sort=${sort}&order=${order}&offset=${offset}`;
const given = (value, print) => value === undefined ? '–' : print(value);

function Row({row}) {
  return html`<tr data-testid="fleet-row" data-cluster=${row.id}>
    <td><a href=${`#/${encodeURIComponent(row.id)}`}>${row.id}</a></td>
    <td class=${row.state === 'DEGRADED' ? 'failed' : ''} title=${row.problem}>${row.state.toLowerCase().replace('_', ' ')}</td>
    <td>${row.mode}</td>
    <td>${given(row.waiting, count)}</td>
    <td>${given(row.slowdown, figure)}</td>
    <td>${given(row.gain, signed)}</td>
    <td>${row.proposals || ''}</td>
    <td>${given(row.waitError, share)}${row.trusted === false ? ', not trusted' : ''}</td>
    <td>${given(row.age, duration)}</td>
    <td>${row.replica ?? 'this one'}</td>
  </tr>`;
}

export default function Fleet({parameters}) {
  const sort = parameters.get('sort') ?? 'id';
  const order = parameters.get('order') ?? 'ascending';
  const offset = Math.max(0, Number(parameters.get('offset')) || 0);
  const query = new URLSearchParams({sort, order, offset, limit: PAGE});
  const {data, error} = useResource(String(query), () => askController(`fleet?${query}`), 'fleet');
  if (!data) return html`<h1>Fleet</h1><p class="quiet">${error ?? 'Asking the replicas …'}</p>`;
  const other = column => column === sort && order === 'ascending' ? 'descending' : 'ascending';
  const next = offset + data.clusters.length;
  return html`<h1>Fleet</h1>
    ${data.silent?.map(({replica, reason}) => html`<p class="failed" data-testid="silent">Replica ${replica} does not answer: ${reason}.
      Its clusters are missing.</p>`)}
    <div class="wide"><table data-testid="fleet">
      <thead><tr>${COLUMNS.map(([column, text]) => html`<th scope="col" aria-sort=${column === sort ? order : undefined}>
        <a href=${address(column, other(column), 0)}>${text}</a></th>`)}</tr></thead>
      <tbody>${data.clusters.map(row => html`<${Row} key=${row.id} row=${row}/>`)}</tbody>
    </table></div>
    <p>${data.total === 0 ? 'No cluster yet.' : `${count(offset + 1)} to ${count(next)} of ${count(data.total)}`}
      ${offset > 0 && html` <a href=${address(sort, order, Math.max(0, offset - PAGE))}>previous</a>`}
      ${next < data.total && html` <a href=${address(sort, order, next)} data-testid="next">next</a>`}</p>`;
}
