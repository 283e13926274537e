package io.gnomon.slurm.parameter;

/** Parameters that belong together, in the order in which policies list them. */
public enum ParameterGroup {
  /** When the schedulers run and what they examine. */
  SCHEDULERS,
  /** How many jobs a backfill pass examines. */
  TESTS,
  /** Which jobs keep resources from later jobs. */
  RESERVING,
  /** How long a backfill pass takes. */
  COST,
  /** Order of the queue. */
  PRIORITY,
  /** Which jobs make room for others. */
  PREEMPTION,
  /** Limits and priorities of one QOS or partition, whose name is part of the parameter's. */
  LIMITS
}
