package io.gnomon.sim.policy.slurm.preempt;

/** Which jobs make room for others; Slurm's {@code PreemptType}. */
public enum PreemptType {
  /** None. */
  NONE,
  /** Those of partitions with a lower {@code PriorityTier}. */
  PARTITION_PRIO,
  /** Those of a QOS that the QOS of the other job lists in {@code Preempt}. */
  QOS
}
