package io.gnomon.config;

/**
 * A configuration that cannot be used. The message names the source, the key, the value and what is
 * allowed; it contains no secret.
 */
public final class InvalidConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** An exception with a message for the operator. */
  public InvalidConfigException(String message) {
    super(message);
  }
}
