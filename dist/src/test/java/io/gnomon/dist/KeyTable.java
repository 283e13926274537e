package io.gnomon.dist;

import io.gnomon.config.Key;
import io.gnomon.config.KeySet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of a component's keys in the documentation, in Markdown. */
final class KeyTable {
  private KeyTable() {}

  /** A table with a row for each key: name, default, and description with the allowed values. */
  static String markdown(KeySet keys) {
    return keys.keys().stream()
        .map(KeyTable::row)
        .collect(
            Collectors.joining("\n", "| key | default | description |\n|---|---|---|\n", "\n"));
  }

  private static String row(Key<?> key) {
    return "| `%s` | %s | %s (%s) |"
        .formatted(key.name(), defaults(key), key.description(), key.type().summary());
  }

  private static String defaults(Key<?> key) {
    String plain = code(key.defaultText());
    return Stream.concat(
            Stream.of(plain),
            key.otherDefaults().stream()
                .map(other -> "`%s`: %s".formatted(other.value(), code(other.defaultText()))))
        .collect(Collectors.joining("; "));
  }

  private static String code(String value) {
    return value.isEmpty() ? "none" : "`" + value + "`";
  }
}
