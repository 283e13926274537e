package io.gnomon.sim.policy;

/** A capability that some policies need and not every scheduler has. */
public enum Capability {
  /** Stop a running job and queue it again. */
  REQUEUEING,
  /** Suspend a running job and resume it. */
  SUSPENSION,
  /** Start a job with another width than requested. */
  MOLDING,
  /** Order jobs by expected runtime. */
  PREDICTION
}
