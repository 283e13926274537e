package io.gnomon.events;

/** Why an event cannot be used. */
public enum RejectReason {
  /** The value is not a legal event; the codec's message says where. */
  INVALID,
  /** The cluster has not been declared yet. */
  NOT_DECLARED,
  /** Its sequence number, or its id, has been seen. */
  DUPLICATE,
  /** The job is active already. */
  KNOWN_JOB,
  /** The job is not active. */
  UNKNOWN_JOB,
  /** The job's phase does not allow it. */
  ILLEGAL_TRANSITION,
  /** The job asks for more processors than the cluster has. */
  TOO_WIDE,
  /** Its time is before the cluster's clock, its origin, or after the last second. */
  TIME_OUT_OF_RANGE,
  /** It answers a command that is not open. */
  UNKNOWN_COMMAND,
  /** The mirror is degraded and cannot tell; the snapshot that was asked for will. */
  DEGRADED,
  /** Handling it failed, by a fault of Gnomon's own. */
  FAULT;

  /** Whether it shows that the mirror and the scheduler have parted. */
  public boolean meansDivergence() {
    return this == UNKNOWN_JOB || this == KNOWN_JOB || this == ILLEGAL_TRANSITION;
  }
}
