package io.gnomon.events.job;

import io.gnomon.events.WireEnum;

/** How a job ended. */
public enum JobOutcome implements WireEnum {
  /** By itself, with success. */
  COMPLETED,
  /** By itself, with an error. */
  FAILED,
  /** By a user, an administrator or the loss of its node. */
  KILLED,
  /** At the end of its requested time. */
  TIMEOUT,
  /** The producer cannot tell. */
  UNKNOWN
}
