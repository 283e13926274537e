package io.gnomon.sim.policy.slurm.preempt;

/** What happens to a job that makes room for another; Slurm's {@code PreemptMode}. */
public enum PreemptMode {
  /** Jobs are not preempted. */
  OFF,
  /** It ends. */
  CANCEL,
  /** Its work is lost, and it waits again. */
  REQUEUE,
  /** It stops, and resumes when what it held is free again. */
  SUSPEND
}
