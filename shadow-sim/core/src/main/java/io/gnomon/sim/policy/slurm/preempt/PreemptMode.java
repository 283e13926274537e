package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.sim.machine.PreemptionRule;

/** What happens to a job that makes room for another; Slurm's {@code PreemptMode}. */
public enum PreemptMode {
  /** Jobs are not preempted. */
  OFF,
  /** It ends. */
  CANCEL,
  /** Its work is lost, and it waits again. */
  REQUEUE,
  /** It stops, and resumes when what it held is free again. */
  SUSPEND;

  /** The mode of a partition or a QOS; this mode, which is that of the cluster, if it has none. */
  PreemptMode unless(PreemptionRule.Mode own) {
    return switch (own) {
      case CLUSTER -> this;
      case OFF -> OFF;
      case CANCEL -> CANCEL;
      case REQUEUE -> REQUEUE;
      case SUSPEND -> SUSPEND;
    };
  }
}
