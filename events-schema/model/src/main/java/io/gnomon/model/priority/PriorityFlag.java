package io.gnomon.model.priority;

/**
 * The {@code PriorityFlags} that have an effect on factors. Source: Slurm manual, slurm.conf,
 * {@code PriorityFlags}.
 */
public enum PriorityFlag {
  /** Age counts from submission, also while a job is not eligible. */
  ACCRUE_ALWAYS,
  /** Fair share is classic, not by Fair Tree. */
  NO_FAIR_TREE,
  /** The priority of an association is not divided by the greatest. */
  NO_NORMAL_ASSOC,
  /** The job factor of a partition is not divided by the greatest. */
  NO_NORMAL_PART,
  /** The priority of a QOS is not divided by the greatest. */
  NO_NORMAL_QOS,
  /** Amounts of TRES are not divided by those of the partition. */
  NO_NORMAL_TRES,
  /** A job is billed the greatest of its weighted amounts on nodes, not their sum. */
  MAX_TRES,
  /** As {@link #MAX_TRES}, but with the sum of generic resources. */
  MAX_TRES_GRES,
  /** The size of a job is its CPUs divided by its time limit. */
  SMALL_RELATIVE_TO_TIME
}
