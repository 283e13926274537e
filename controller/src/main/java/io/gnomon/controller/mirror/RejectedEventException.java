package io.gnomon.controller.mirror;

import io.gnomon.events.RejectReason;

/** An event that cannot be used, with the reason; nothing was changed. */
public final class RejectedEventException extends Exception {
  private static final long serialVersionUID = 1L;

  private final RejectReason reason;

  /** A refusal with what was found and what would have been allowed. */
  public RejectedEventException(RejectReason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  /** The reason. */
  public RejectReason reason() {
    return reason;
  }
}
