package io.gnomon.events.config;

import io.gnomon.events.WireEnum;

/** The direction of a command. */
public enum CommandMode implements WireEnum {
  /** To a configuration that a study chose. */
  APPLY,
  /** Back to the previous configuration. */
  ROLLBACK
}
