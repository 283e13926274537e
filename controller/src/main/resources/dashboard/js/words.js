// The constants of the API as sentences.

/** Why an evaluation changed something, or did not. */
export const REASONS = {
  LOWER_COST: 'its predicted slowdown, with penalties for long waits, is lower, within the guard rails',
  GAIN_NOT_REALISED: 'a review found that the last change made things worse',
  OBSERVING: 'the mode is observe',
  NOT_WARM: 'the cluster has not been observed for long enough',
  BELOW_THRESHOLD: 'the slowdown is below the threshold',
  INCUMBENT_BEST: 'no alternative is better than the configuration in force',
  NOTHING_TO_COMPARE: 'the scheduler has declared none of the alternatives, so there was nothing to compare',
  GUARD_BROKEN: 'the better alternatives break a guard',
  RECENTLY_MADE_THINGS_WORSE: 'the best alternative made things worse within the past week',
  WOULD_HAVE_MADE_THINGS_WORSE: 'the best alternative was recommended within the past week and would have made things worse',
  GAIN_TOO_SMALL: 'the gain of the best alternative is below the minimum gain',
  NOT_SIGNIFICANT: 'the gain of the best alternative cannot be distinguished from chance',
  COOLDOWN: 'the last attempted change was too recent',
  DWELL: 'the configuration has not been in force for long enough',
  CHANGE_BUDGET: 'the maximum number of changes per day is reached',
  FROZEN: 'changes are frozen',
  OUTSIDE_MAINTENANCE: 'changes wait for the next maintenance window',
  STUDY_TIMEOUT: 'the study exceeded its time limit',
  STUDY_FAILED: 'the study failed; see the controller’s log',
  STUDY_INTERRUPTED: 'an operator’s request, or other clusters that waited, ended the study; it is repeated',
  NOT_CAPABLE: 'the scheduler has not declared what can be configured',
  PENDING: 'a command is waiting for the scheduler',
  NOT_DUE: 'the next backtest is not due yet',
  MODEL_NOT_TRUSTED: 'simulations have not been shown to predict well enough what the scheduler does',
};

/** Why an alternative cannot be chosen. */
export const EXCLUSIONS = {
  'breaks-guard': 'breaks the guard',
  'recently-made-things-worse': 'made things worse recently',
  'would-have-made-things-worse': 'would have made things worse',
  eliminated: 'eliminated early',
};

/** What a job waits for on a cluster of nodes, by its word in the API. */
export const WAITS_FOR = {
  gpus: 'GPUs',
  memory: 'memory',
  cpus: 'CPUs',
  nodes: 'nodes',
  limit: 'a limit of its user, account or QOS',
  reservation: 'the end of a reservation',
  capacity: 'nodes that the cluster does not have',
  queue: 'its turn',
};

/** What Gnomon does with a better alternative, by mode. */
export const MODES = {
  observe: 'Studies alternatives and records the result. Recommends and changes nothing.',
  recommend: 'Recommends changes. Changes nothing.',
  approve: 'Proposes changes. Each is made when an operator approves it.',
  apply: 'Makes changes within the guard rails.',
};

/** What an evaluation led to. */
export const OUTCOMES = {
  kept: 'no change',
  recommended: 'recommended',
  'awaiting-approval': 'proposed',
  commanded: 'changed',
  'rolled-back': 'rolled back',
};

/** Why a proposal lapsed. */
export const LAPSES = {
  expired: 'it expired',
  replaced: 'a later evaluation replaced it',
  'configuration-changed': 'another configuration came into force',
  'mode-changed': 'an operator left the mode approve',
  'rolled-back': 'an operator rolled back the last change',
  'cluster-degraded': 'the mirror of the cluster was not trusted any more',
};

/** What an operator did. */
export const ACTIONS = {
  'set-mode': 'set the mode',
  freeze: 'froze changes',
  unfreeze: 'lifted the freeze',
  approve: 'approved the proposal',
  reject: 'rejected the proposal',
  'roll-back': 'rolled back the last change',
};

/** A constant in lower case and with spaces, for one that no table names. */
export function plain(constant) {
  return constant.toLowerCase().replaceAll('_', ' ').replaceAll('-', ' ');
}

/** The state of a job: one that only a limit or a condition keeps back is not held. */
export function stateOf({state, waitsFor = []}) {
  const cause = waitsFor[0]?.cause;
  if (state !== 'held' || cause === 'hold' || cause === undefined) return state;
  return cause === 'limit' ? 'waiting for a limit' : 'not eligible yet';
}
