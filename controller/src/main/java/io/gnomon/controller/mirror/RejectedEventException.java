package io.gnomon.controller.mirror;

import io.gnomon.events.RejectReason;

/** An event that cannot be used, with the reason; nothing was changed. */
public final class RejectedEventException extends Exception {
  private static final long serialVersionUID = 1L;

  private final RejectReason refusal;

  /** A refusal with what was found and what would have been allowed. */
  public RejectedEventException(RejectReason refusal, String detail) {
    super(detail);
    this.refusal = refusal;
  }

  /** The reason. */
  public RejectReason refusal() {
    return refusal;
  }
}
