package io.gnomon.events.job;

import io.gnomon.events.WireEnum;

/** How a job ended. */
public enum JobOutcome implements WireEnum {
  /** It ended by itself, successfully. */
  COMPLETED,
  /** It ended by itself, with an error. */
  FAILED,
  /** A user or an administrator ended it, or its node failed. */
  KILLED,
  /** It reached its time limit. */
  TIMEOUT,
  /** The producer does not know. */
  UNKNOWN
}
