// Four figures with their recent course.

import {html} from '../lib.js';
import {Term} from '../terms.js';
import {brief, count, date, duration, origin, share} from '../format.js';

const WIDTH = 120;
const HEIGHT = 32;

/** A line over time without axes; the tile beside it has the figure. `points` are pairs of time and value. */
export function Sparkline({points: given, from = null}) {
  const pairs = given.filter(([, value]) => value !== null && value !== undefined);
  const known = pairs.map(([, value]) => value);
  if (known.length < 2) return html`<svg class="spark" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true"></svg>`;
  const low = from ?? Math.min(...known);
  const high = Math.max(...known, low + 1e-9);
  const begin = pairs[0][0];
  const length = pairs.at(-1)[0] - begin;
  const points = pairs.map(([at, value]) => [
    ((at - begin) / length * WIDTH).toFixed(1),
    (HEIGHT - 2 - (value - low) / (high - low) * (HEIGHT - 4)).toFixed(1)].join(','));
  return html`<svg class="spark" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    <polygon points=${`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}/>
    <polyline points=${points.join(' ')}/></svg>`;
}

function Tile({name, testid, value, unit, more, points, from}) {
  return html`<div class="card tile">
    <div><h2><${Term} name=${name}/></h2><p class="big"><span data-testid=${testid}>${value}</span> ${unit && html`<small>${unit}</small>`}</p><p class="quiet" data-testid=${`${testid}-more`}>${more}</p></div>
    <${Sparkline} points=${points} from=${from}/>
  </div>`;
}

/** The job-hours of waiting saved up to each point: the integral of the difference of two queue lengths. */
function savedUpTo(points, other) {
  let sum = 0;
  return points.map((point, i) => {
    const simulated = point[other]?.queueLength;
    const actual = point.actual?.queueLength;
    if (i > 0 && simulated != null && actual != null) {
      const fewer = other === 'untuned' ? simulated - actual : actual - simulated;
      sum += fewer * (point.at - points[i - 1].at) / 3600;
    }
    return [point.at, sum];
  });
}

/** The job-hours of waiting that were saved, or that the recommendations would have saved. */
function savedHours(effect, other, mode) {
  if (mode !== 'approve' || other === 'untuned') return effect?.waitHoursSaved;
  // the API compares with the cluster without Gnomon in this mode, which is the same while nothing has been changed
  const {actual, advised} = effect?.meanWait ?? {};
  return actual == null || advised == null ? null : effect.jobs * (actual - advised) / 3600;
}

export default function Tiles({view, effect, points, other}) {
  const series = name => points.map(({at, actual}) => [at, actual?.[name]]);
  const busy = view.processors - view.freeProcessors;
  const saved = savedHours(effect, other, view.mode);
  const since = effect?.since == null ? '' : `since ${date(effect.since, view.at, origin(view))}`;
  return html`<div class="tiles">
    <${Tile} name="Waiting jobs" testid="waiting" value=${count(view.waiting)} more=${`${count(view.running)} running${view.neverStart > 0 ? `; ${count(view.neverStart)} can never start` : ''}`}
      points=${series('queueLength')} from=${0}/>
    <${Tile} name="Oldest wait" testid="oldest-wait" value=${view.oldestWait != null ? duration(view.oldestWait) : '–'}
      more=${`mean wait ${brief(effect?.meanWait?.actual)}`} points=${series('meanWait')} from=${0}/>
    <${Tile} name="Busy processors" testid="busy" value=${view.processors ? share(busy / view.processors) : '–'}
      more=${view.processors ? `${count(busy)} of ${count(view.processors)}` : ''} points=${series('utilization')} from=${0}/>
    <${Tile} name=${other === 'untuned' ? 'Waiting saved' : 'Waiting to be saved'} testid="saved"
      value=${saved == null ? '–' : count(saved)} unit=${saved == null ? '' : 'job-hours'} more=${saved == null ? 'not known yet' : since} points=${savedUpTo(points, other)}/>
  </div>`;
}
