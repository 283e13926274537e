package io.gnomon.events.job;

import io.gnomon.events.WireEnum;

/** Where a job of a snapshot stands. */
public enum JobState implements WireEnum {
  /** Submitted, but not eligible to start. */
  HELD,
  /** Eligible, without processors. */
  WAITING,
  /** With processors. */
  RUNNING,
  /** Started, its processors given back. */
  SUSPENDED
}
