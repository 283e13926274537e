package io.gnomon.events;

import java.util.Locale;

/** An enum whose constants are written in JSON in lower case with hyphens. */
public interface WireEnum {
  /** The name of the constant. */
  String name();

  /** The form in JSON, such as {@code version-mismatch}. */
  default String wireName() {
    return lower(name());
  }

  /** The form in JSON of a constant of any enum; its own if it is a {@link WireEnum}. */
  static String nameOf(Enum<?> constant) {
    return constant instanceof WireEnum own ? own.wireName() : lower(constant.name());
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
