package io.gnomon.controller.mirror;

import io.gnomon.events.RejectReason;

/** An event was rejected. No job has changed. */
public final class RejectedEventException extends Exception {
  private static final long serialVersionUID = 1L;

  private final RejectReason reason;

  /** Creates a rejection; the detail has the value and what is allowed. */
  public RejectedEventException(RejectReason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  /** The reason. */
  public RejectReason reason() {
    return reason;
  }
}
