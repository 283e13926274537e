package io.gnomon.events;

import java.util.Locale;

/** A value of a closed list, written in JSON as lower case words joined by hyphens. */
public interface Word {
  /** The constant's name. */
  String name();

  /** The form in JSON, such as {@code version-mismatch}. */
  default String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
