// What the chart can show.

import {DAY, brief, count, duration, figure, share, tick} from '../format.js';

/** A lower figure is better unless the metric is `neutral`. `steps` are the distances of ticks that may be chosen, `ticks` those of a logarithmic axis. */
export const METRICS = [
  {id: 'slowdown', key: 'slowdown', name: 'Slowdown', axis: 'bounded slowdown', text: figure, tick, log: true, least: 1,
    ticks: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000]},
  {id: 'wait', key: 'meanWait', name: 'Mean wait', axis: 'mean wait', text: duration, tick: brief, log: true, least: 60,
    steps: [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 7200, 10800, 21600, 43200, ...[1, 2, 5, 10, 20, 50, 100].map(days => days * DAY)],
    ticks: [60, 300, 900, 1800, 3600, 7200, 14400, 28800, 57600, ...[1, 2, 4, 8, 16, 32, 64].map(days => days * DAY)]},
  {id: 'queue', key: 'queueLength', name: 'Queue length', axis: 'waiting jobs', text: count, log: false},
  {id: 'utilisation', key: 'utilization', name: 'Utilisation', axis: 'busy processors', text: share, log: false, most: 1, neutral: true},
];

export const RANGES = [
  {id: '24h', name: '24 h', days: 1},
  {id: '7d', name: '7 d', days: 7},
  {id: '30d', name: '30 d', days: 30},
  {id: 'all', name: 'all', days: null},
];
