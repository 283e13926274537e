package io.gnomon.bridge;

import io.gnomon.events.config.ConfigRejectReason;

/** A configuration that was not put in force, with the reason; nothing has changed. */
public final class CannotApplyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ConfigRejectReason reason;

  /** A refusal for {@code reason}, told in words by {@code detail}. */
  public CannotApplyException(ConfigRejectReason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  /** The reason as the contract names it. */
  public ConfigRejectReason reason() {
    return reason;
  }
}
