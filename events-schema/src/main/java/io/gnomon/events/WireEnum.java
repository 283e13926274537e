package io.gnomon.events;

import java.util.Locale;

/** An enum whose constants are written in JSON in lower case with hyphens. */
public interface WireEnum {
  /** The name of the constant. */
  String name();

  /** The form in JSON, such as {@code version-mismatch}. */
  default String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
