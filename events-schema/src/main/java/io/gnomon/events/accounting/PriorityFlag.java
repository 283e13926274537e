package io.gnomon.events.accounting;

import io.gnomon.events.WireEnum;

/** Variants of the priority, as Slurm's {@code PriorityFlags}. */
public enum PriorityFlag implements WireEnum {
  /** Age counts from the submission instead of from when a job could start. */
  ACCRUE_ALWAYS,
  /** The classic fair share instead of Fair Tree. */
  NO_FAIR_TREE,
  /** Priorities of associations are not divided by the greatest one. */
  NO_NORMAL_ASSOC,
  /** Priorities of partitions are not divided by the greatest one. */
  NO_NORMAL_PART,
  /** Priorities of QOS are not divided by the greatest one. */
  NO_NORMAL_QOS,
  /** TRES of a job are not divided by those of its partition. */
  NO_NORMAL_TRES,
  /** A job is charged for its largest weighted TRES on each node instead of their sum. */
  MAX_TRES,
  /** The size of a job is its CPUs divided by its time limit. */
  SMALL_RELATIVE_TO_TIME
}
