package io.gnomon.dist;

import io.gnomon.config.Key;
import io.gnomon.config.KeySet;
import java.util.stream.Collectors;

/** The table of a component's keys in the documentation, in Markdown. */
final class KeyTable {
  private KeyTable() {}

  /** A table with a row for each key: name, default, allowed values and description. */
  static String markdown(KeySet keys) {
    return keys.keys().stream()
        .map(KeyTable::row)
        .collect(
            Collectors.joining(
                "\n", "| key | default | allowed | description |\n|---|---|---|---|\n", "\n"));
  }

  private static String row(Key<?> key) {
    return "| `%s` | %s | %s | %s |"
        .formatted(key.name(), defaults(key), key.type().summary(), key.description());
  }

  private static String defaults(Key<?> key) {
    Key.OtherDefault other = key.otherDefault();
    return other == null || other.defaultText().equals(key.defaultText())
        ? code(key.defaultText())
        : "%s; `%s`: %s"
            .formatted(code(key.defaultText()), other.value(), code(other.defaultText()));
  }

  private static String code(String value) {
    return value.isEmpty() ? "none" : "`" + value + "`";
  }
}
