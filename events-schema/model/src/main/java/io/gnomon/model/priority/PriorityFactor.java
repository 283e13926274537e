package io.gnomon.model.priority;

/**
 * What the multifactor priority weighs by a number from 0 to 1, in the order in which Slurm lists
 * it. Source: Slurm manual, Multifactor Priority Plugin.
 */
public enum PriorityFactor {
  /** The time that a job has waited since it was eligible. */
  AGE,
  /** The priority of the association. */
  ASSOCIATION,
  /** The fair share of the association. */
  FAIR_SHARE,
  /** The size of the job. */
  JOB_SIZE,
  /** The priority of the partition. */
  PARTITION,
  /** The priority of the QOS. */
  QOS
}
