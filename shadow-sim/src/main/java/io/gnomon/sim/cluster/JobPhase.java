package io.gnomon.sim.cluster;

/** Where an active job stands. A job that is not active has left the state. */
public enum JobPhase {
  /** Submitted, but not eligible to start: held by its owner, or waiting for another job. */
  HELD,
  /** In the queue. */
  WAITING,
  /** On its processors. */
  RUNNING,
  /** Started once, stopped, and to be resumed. */
  SUSPENDED
}
