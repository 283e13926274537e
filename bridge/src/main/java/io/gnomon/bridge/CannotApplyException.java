package io.gnomon.bridge;

import io.gnomon.events.config.ConfigRejectReason;

/** A configuration was not put in force, and nothing has changed. */
public final class CannotApplyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ConfigRejectReason reason;

  /** A rejection; {@code detail} is the message for people. */
  public CannotApplyException(ConfigRejectReason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  /** Returns the reject reason. */
  public ConfigRejectReason reason() {
    return reason;
  }
}
