package io.gnomon.events.job;

import io.gnomon.events.WireEnum;

/** The state of a job in a snapshot. */
public enum JobState implements WireEnum {
  /** Submitted but not eligible to start. */
  HELD,
  /** Eligible and waiting for processors. */
  WAITING,
  /** Running. */
  RUNNING,
  /** Started and suspended, without processors. */
  SUSPENDED
}
