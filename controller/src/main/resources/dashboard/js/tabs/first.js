// The first screen of a cluster.

import {html} from '../lib.js';
import {ask} from '../api.js';
import {DAY, origin} from '../format.js';
import {useResource} from '../resource.js';
import Actions from '../first/actions.js';
import Chart from '../first/chart.js';
import Groups from '../first/groups.js';
import Proposals from '../first/proposal.js';
import Sentence from '../first/sentence.js';
import Tiles from '../first/tiles.js';
import {compared} from '../first/comparison.js';
import {METRICS, RANGES} from '../first/chart-choices.js';

/** The choices of the chart in the address; `from` and `to` are given while it is zoomed. */
function choices(parameters) {
  const metric = METRICS.some(({id}) => id === parameters.get('metric')) ? parameters.get('metric') : METRICS[0].id;
  const range = RANGES.some(({id}) => id === parameters.get('range')) ? parameters.get('range') : 'all';
  const number = name => parameters.has(name) && Number.isFinite(Number(parameters.get(name))) ? Number(parameters.get(name)) : null;
  return {metric, range, log: {log: true, linear: false}[parameters.get('scale')] ?? null, from: number('from'), to: number('to')};
}

function query({metric, range, log, from, to}) {
  const parameters = new URLSearchParams();
  if (metric !== METRICS[0].id) parameters.set('metric', metric);
  if (from !== null && to !== null) {
    parameters.set('from', String(from));
    parameters.set('to', String(to));
  } else if (range !== 'all') {
    parameters.set('range', range);
  }
  if (log !== null) parameters.set('scale', log ? 'log' : 'linear');
  return parameters.size ? `?${parameters}` : '';
}

function limits({range, from, to}, at) {
  if (from !== null && to !== null) return {from, to};
  const {days} = RANGES.find(({id}) => id === range);
  return days === null ? {} : {from: Math.max(0, at - days * DAY)};
}

export default function First({cluster, view, session, address, go, dark}) {
  const chosen = choices(address.parameters);
  const within = limits(chosen, view.at);
  const now = `${view.at} ${view.mode} ${view.applied}`;
  const whole = useResource(`${cluster} ${view.mode}`, () => ask(cluster, 'effect'), now);
  const all = useResource(cluster, () => ask(cluster, 'history'), now);
  const part = useResource(within.from === undefined ? null : `${chosen.range} ${chosen.from} ${chosen.to}`,
    () => ask(cluster, 'history', within), now);
  const history = within.from === undefined ? all : part;
  const other = compared(view.mode, whole.data);
  const choose = change => go(`#/${encodeURIComponent(cluster)}${query({...chosen, ...change})}`);
  const shown = {cluster, view, session};
  return html`<div class="first">
    <h1 class="hidden">${cluster}</h1>
    <${Sentence} view=${view} effect=${whole.data} changes=${all.data?.changes}><${Actions} ...${shown}/></${Sentence}>
    <${Proposals} ...${shown}/>
    <${Chart} view=${view} history=${history.data} error=${history.error} other=${other} chosen=${chosen} choose=${choose} dark=${dark}/>
    <${Tiles} view=${view} effect=${whole.data} points=${all.data?.points ?? []} other=${other}/>
    <${Groups} cluster=${cluster} effect=${whole.data} other=${other} start=${origin(view)}/>
  </div>`;
}
