package io.gnomon.events;

/** Where a job of a snapshot stands. */
public enum JobState implements Word {
  /** Submitted, but not eligible to start. */
  HELD,
  /** Eligible, without processors. */
  WAITING,
  /** With processors. */
  RUNNING,
  /** Started, its processors given back. */
  SUSPENDED
}
