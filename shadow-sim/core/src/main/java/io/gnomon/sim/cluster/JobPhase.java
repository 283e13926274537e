package io.gnomon.sim.cluster;

/** The phase of an active job. A job that has left the state has no phase. */
public enum JobPhase {
  /** Submitted but not eligible to start: held by its owner, or waiting for another job. */
  HELD,
  /** Waiting in the queue. */
  WAITING,
  /** Running on its processors. */
  RUNNING,
  /** Started, suspended, and to be resumed. */
  SUSPENDED;

  /** Whether the job has started. */
  public boolean isStarted() {
    return this == RUNNING || this == SUSPENDED;
  }
}
