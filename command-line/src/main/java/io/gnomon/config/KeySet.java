package io.gnomon.config;

import io.gnomon.text.Suggestions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one component. Below {@link #CLIENT_PREFIX} any property of the Kafka clients is
 * allowed as well. Immutable.
 */
public final class KeySet {
  /** The prefix of properties that are passed to every Kafka client unchanged. */
  public static final String CLIENT_PREFIX = "kafka.client.";

  private static final String INDENT = "      ";
  private static final int HELP_WIDTH = 80;

  private final String command;
  private final List<Key<?>> keys;
  private final Map<String, Key<?>> byName = new HashMap<>();
  private final Set<String> foreignVariables;

  private KeySet(String command, List<Key<?>> keys, Set<String> foreignVariables) {
    this.command = command;
    this.keys = List.copyOf(keys);
    this.foreignVariables = Set.copyOf(foreignVariables);
    for (Key<?> key : keys) {
      if (byName.put(key.name(), key) != null) {
        throw new IllegalArgumentException("the key " + key + " is declared twice");
      }
    }
  }

  /**
   * The keys of a component, in the order of its documentation.
   *
   * @param command that prints the list of keys with {@code --help}, such as {@code gnomon serve}
   */
  public static KeySet of(String command, List<Key<?>> keys) {
    return new KeySet(command, keys, Set.of());
  }

  /**
   * The same keys, and an environment variable that is accepted and ignored because another
   * component in the same environment reads it.
   */
  public KeySet ignoring(String variable) {
    Set<String> foreign = new HashSet<>(foreignVariables);
    foreign.add(variable);
    return new KeySet(command, keys, foreign);
  }

  /** The keys, in the order of the documentation. */
  public List<Key<?>> keys() {
    return keys;
  }

  /** The keys as lines of at most 80 characters for a command's {@code --help}. */
  public String[] help() {
    List<String> lines = new ArrayList<>();
    for (Key<?> key : keys) {
      lines.add("  " + key + " = " + key.defaultText());
      StringBuilder line = new StringBuilder(INDENT);
      for (String word : description(key).split(" ", -1)) {
        if (line.length() + word.length() >= HELP_WIDTH) {
          lines.add(line.toString());
          line = new StringBuilder(INDENT);
        }
        line.append(line.length() > INDENT.length() ? " " : "").append(word);
      }
      lines.add(line.toString());
    }
    return lines.toArray(String[]::new);
  }

  private static String description(Key<?> key) {
    String others =
        key.otherDefaults().stream()
            .map(other -> other.key() + " = " + other.value() + ": " + other.defaultText())
            .collect(Collectors.joining(", or else with "));
    String suffix = others.isEmpty() ? "" : " (default with " + others + ")";
    // picocli formats the footer, so a percent sign must be doubled
    return (key.description() + suffix).replace("%", "%%");
  }

  boolean isForeign(String variable) {
    return foreignVariables.contains(variable);
  }

  static boolean isClientProperty(String name) {
    return name.startsWith(CLIENT_PREFIX) && name.length() > CLIENT_PREFIX.length();
  }

  Optional<Key<?>> find(String name) {
    @Nullable Key<?> key = byName.get(name);
    return Optional.ofNullable(key);
  }

  /**
   * Checks one setting.
   *
   * @param source where it is set, such as {@code gnomon.yaml:3}
   * @throws InvalidConfigException if there is no such key, or the value is not allowed
   */
  void check(String source, String name, String value) {
    if (isClientProperty(name)) {
      if (Secrets.quotableName(name).equals(Secrets.HIDDEN)) {
        // a value that was mistaken for a name, such as a line of a key in PEM
        throw new InvalidConfigException(
            source
                + ": a name below "
                + CLIENT_PREFIX
                + " is not a property of the Kafka clients; it must have at most 80 letters,"
                + " digits, '.', '_' and '-'");
      }
      return;
    }
    find(name)
        .orElseThrow(
            () ->
                new InvalidConfigException(
                    source
                        + ": there is no key '"
                        + Secrets.quotableName(name)
                        + "'."
                        + Suggestions.didYouMean(name, keys.stream().map(Key::name).toList())
                        + " '"
                        + command
                        + " --help' lists the keys."))
        .require(source, value);
  }
}
