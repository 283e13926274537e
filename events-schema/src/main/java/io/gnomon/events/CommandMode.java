package io.gnomon.events;

/** The direction of a command. */
public enum CommandMode implements Word {
  /** To a configuration that a study chose. */
  APPLY,
  /** Back to the last good configuration. */
  ROLLBACK
}
