package io.gnomon.bridge;

import org.jspecify.annotations.Nullable;

/** Decides whether a command comes from a controller that may configure the scheduler. */
@FunctionalInterface
public interface CommandAuthenticator {
  /** Accepts every command; for a scheduler that commands cannot change. */
  CommandAuthenticator ANY = (value, signature) -> null;

  /**
   * Returns why a record is not an authentic command, or null if it is one.
   *
   * @param value the record's value
   * @param signature the header with the signature, or null if the record has none
   */
  @Nullable String problem(byte[] value, byte @Nullable [] signature);
}
