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

  // changes
  slowdown: 'A job\u2019s wait plus its runtime, divided by its runtime (at least 10 s); on average over the jobs of the period.',
  threshold: 'The slowdown above which alternatives are simulated (tuning.threshold).',
  changed: 'Another configuration was set.',
  recommended: 'A better configuration was found. In this mode nothing is changed.',
  proposed: 'A better configuration was found. It is set when an operator approves it.',
  'rolled back': 'The change before was undone.',
  'change of the slowdown': 'How much lower or higher the simulated slowdown is than with the configuration in force.',
  'interval of a gain': 'Eight of ten gains are expected to lie in it.',
  'Realised slowdown': 'How much lower or higher the slowdown has been since the change than in the simulated cluster without Gnomon.',
  'Longest wait': 'The longest time between submission and start of a job in the simulation.',
  'Objective of studies, by its review': 'What a simulation of the time since the change, with and without it, found of the figure that studies minimise (tuning.objective).',
  Change: 'The settings that differ from the configuration in force.',
  'Predicted slowdown': 'The slowdown of the jobs in the simulation.',
  'Against in force': 'How much lower or higher the slowdown is than with the configuration in force.',
  Excluded: 'Why a decision cannot choose the alternative.',
  Jobs: 'How many jobs the figures of the row are of.',
  'Mean wait': 'The average time between submission and start of a job.',
  Predicted: 'The mean wait in the simulation of the configuration in force; in parentheses its difference from the mean wait.',
  'difference of waits': 'How much the waits of single jobs differ from the predicted ones, as a share of the mean wait.',

  // what if
  Job: 'The id of the job in the scheduler.',
  Start: 'When the job starts in this simulation.',
  'End at the latest': 'When the time limit of the job ends.',
  Setting: 'A parameter of the scheduler.',
  Now: 'The value in force.',
  Simulated: 'The value in the simulation.',
  Horizon: 'How much time is simulated.',
  Arrivals: 'Which jobs arrive in the simulated time, beside those that are in the queue now.',
  'Mean slowdown': 'The mean of wait plus runtime, divided by the runtime (at least 10 s), over all jobs of the simulation.',
  'Slowdown against in force': 'How much lower or higher the slowdown is than with the configuration in force; in parentheses if chance can explain it.',
  Evidence: 'Whether the difference is larger than chance explains, in standard errors.',
  Scheduler: 'Whether the scheduler has declared that it can be set to the alternative.',
  Schedule: 'When each job of the present queue would start.',

  // audit
  Time: 'When the operation was done.',
  Operator: 'To whom the token belongs with which it was done.',
  Operation: 'What was done.',
  Reason: 'The reason that the operator gave.',
  Concerns: 'The proposal, freeze or command that the operation is about.',
  'events consumed': 'Events of this cluster that were read.',
  evaluations: 'Regular comparisons of the slowdown with the threshold.',
  studies: 'Simulations of alternatives.',
  recommendations: 'Decisions that name a better configuration and change nothing.',
  'commands sent': 'Commands to the scheduler to change its configuration.',
  'commands applied by the scheduler': 'Commands that the scheduler has reported as carried out.',
  'events rejected': 'Events that could not be used; the topic of rejected records has each with the reason.',
  'Time limits': 'Jobs with such a time limit are in the queue.',
  Key: 'The name of the setting in the configuration file.',
  Value: 'The value in force.',
};

/** A term, explained as `term`; one without an explanation is plain text. */
export function Term({name, term = name}) {
  const meaning = TERMS[term];
  return meaning === undefined ? name
    : html`<dfn class="term" tabindex="0" data-meaning=${meaning} aria-description=${meaning}>${name}</dfn>`;
}
