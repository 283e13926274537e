package io.gnomon.controller.config;

/** A configuration that is not allowed: where it stands, the key, the value, and what is. */
public final class InvalidConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidConfigException(String message) {
    super(message);
  }
}
