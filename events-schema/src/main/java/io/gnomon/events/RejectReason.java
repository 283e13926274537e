package io.gnomon.events;

/** Why an event is rejected. */
public enum RejectReason {
  /** The record is not a valid event; the detail says why. */
  INVALID,
  /** The controller accepts signed events only, and the signature is missing or wrong. */
  NOT_AUTHENTICATED,
  /** The cluster has not been declared. */
  NOT_DECLARED,
  /** The configuration, or too small a heap, does not let the cluster be tracked as declared. */
  NOT_ADMITTED,
  /** An event with this sequence number or id was already applied. */
  DUPLICATE,
  /** Another event had this sequence number: two producers number the events of the cluster. */
  NUMBER_TAKEN,
  /** The job is already active. */
  KNOWN_JOB,
  /** The job is not active. */
  UNKNOWN_JOB,
  /** The job's state does not allow the event. */
  ILLEGAL_TRANSITION,
  /** The job requests more processors than the cluster has, or what none of its nodes have. */
  TOO_WIDE,
  /** The time is before the cluster's clock, or further ahead than its record allows. */
  TIME_OUT_OF_RANGE,
  /** The event answers a command that is not open. */
  UNKNOWN_COMMAND,
  /** The mirror is degraded until the requested snapshot arrives. */
  DEGRADED,
  /** Jobs of a snapshot are not valid or not possible; the others were taken over. */
  SET_ASIDE,
  /** Gnomon failed to process the event because of a defect. */
  FAULT;

  /** Whether it shows that the mirror and the scheduler have diverged. */
  public boolean meansDivergence() {
    return switch (this) {
      case UNKNOWN_JOB, KNOWN_JOB, ILLEGAL_TRANSITION, NOT_ADMITTED -> true;
      default -> false;
    };
  }
}
