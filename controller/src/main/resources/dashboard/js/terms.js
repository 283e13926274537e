// What the terms of the pages mean. A term explains itself when it is pointed at or focused.

import {html} from './lib.js';

const TERMS = {
  Processors: 'CPUs as the scheduler counts them: cores or hardware threads.',
  'Time limit': 'The time after which the scheduler ends the job. Shorter limits fit into more gaps.',
  'Free processors': 'Processors that no job holds. They may be reserved for a job that starts first.',
  'Waiting jobs': 'Jobs that have been submitted and not started, without held ones.',
  Submitted: 'When the scheduler accepted the job.',
  Started: 'When the job began to run.',
  Partition: 'A set of nodes with rules of its own, to which jobs are submitted.',
  Nodes: 'The fewest nodes that the job requests, or those that it holds.',
  Memory: 'The memory that the job requests. Jobs wait for memory as they do for processors.',
  GPUs: 'The GPUs that the job requests. Only nodes that have them can run it.',
  Features: 'A condition on each node, as given with --constraint.',
  Account: 'The account for which the job counts in fair share and limits.',
  QOS: 'The quality of service: a class of jobs with a priority and limits of its own.',
  Licences: 'Licences of the cluster that the job holds while it runs.',
  Priority: 'Jobs with more points start first. Points as sprio prints them, at the last recalculation.',
  age: 'Grows while the job waits.',
  association: 'The priority of the user\u2019s association.',
  'fair share': 'Higher for those who have used less than their share.',
  'job size': 'By the size of the job; larger or smaller first, as the site has set it.',
  partition: 'By the partition of the job.',
  nice: 'Points that the user has taken off.',
  'Oldest wait': 'How long the job has waited that has waited longest.',
  'Busy processors': 'Processors that jobs hold, of all that are up.',
  'Waiting saved': 'The sum of the waiting of all jobs without Gnomon, less what they have waited.',
  'Waiting to be saved': 'The sum of the waiting of all jobs, less what it would be with the recommendations.',
  'Idle processor-hours': 'Processors that no job held, on nodes that take jobs, while a job waited for the partition. What was idle may not have fitted.',
  'Idle GPU-hours': 'GPUs that no job held, on nodes that take jobs, while a job waited for GPUs of the partition. What was idle may not have fitted.',
  Limit: 'A limit of the site, as sacctmgr names it.',
  'Counts for': 'The account, user or QOS whose jobs are counted together.',
  'In use': 'What counts for the limit now.',
  'Start (median)': 'Half of the simulations start the job earlier, half later.',
  '80 % interval': 'Eight of ten starts fall into it, as the past of this cluster shows.',
  Difference: 'How much earlier or later the median is than with the request as it is.',
};

/** A term; one without an explanation is plain text. */
export function Term({name, meaning = TERMS[name]}) {
  return meaning === undefined ? name
    : html`<dfn class="term" tabindex="0" data-meaning=${meaning} aria-description=${meaning}>${name}</dfn>`;
}
