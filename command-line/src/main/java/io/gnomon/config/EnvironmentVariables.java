package io.gnomon.config;

import io.gnomon.text.Suggestions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The environment variables that set keys: {@code GNOMON_TUNING_THRESHOLD} for {@code
 * tuning.threshold}, and {@code GNOMON_KAFKA_CLIENT_…} for properties of the Kafka clients. A
 * variable that is almost the name of a key is an error; all others are ignored.
 */
final class EnvironmentVariables {
  private static final String PREFIX = "GNOMON_";
  private static final String CLIENT_PREFIX = "GNOMON_KAFKA_CLIENT_";
  // Kubernetes sets these in every pod for a service whose name begins with gnomon
  private static final Pattern SERVICE_LINK =
      Pattern.compile("GNOMON_(.*_)?(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_\\d+_[A-Z]+(_.*)?)?)");

  private final KeySet keys;

  EnvironmentVariables(KeySet keys) {
    this.keys = keys;
  }

  /**
   * The settings in an environment, by the name of the key.
   *
   * @throws InvalidConfigException if a variable is almost the name of a key
   */
  Map<String, String> settings(Map<String, String> environment) {
    Map<String, String> settings = new TreeMap<>();
    new TreeMap<>(environment)
        .forEach((variable, value) -> key(variable).ifPresent(key -> settings.put(key, value)));
    return settings;
  }

  /** The name of the variable that sets a key, or a property of the Kafka clients. */
  String variable(String key) {
    return keys.find(key)
        .map(Key::environmentName)
        .orElseGet(() -> PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_'));
  }

  private Optional<String> key(String variable) {
    if (!variable.startsWith(PREFIX)) {
      return Optional.empty();
    }
    for (Key<?> key : keys.keys()) {
      if (key.environmentName().equals(variable)) {
        return Optional.of(key.name());
      }
    }
    if (variable.startsWith(CLIENT_PREFIX)) {
      String property = variable.substring(CLIENT_PREFIX.length());
      return Optional.of(
          KeySet.CLIENT_PREFIX + property.toLowerCase(Locale.ROOT).replace('_', '.'));
    }
    if (!keys.isForeign(variable) && !SERVICE_LINK.matcher(variable).matches()) {
      rejectIfAlmostAKey(variable);
    }
    return Optional.empty();
  }

  private void rejectIfAlmostAKey(String variable) {
    List<String> known =
        keys.keys().stream().map(key -> withoutPrefix(key.environmentName())).toList();
    String written = withoutPrefix(variable);
    String group = group(written);
    List<String> ofGroup =
        known.stream().filter(name -> !group.isEmpty() && group(name).equals(group)).toList();
    Optional<String> closest = Suggestions.closest(written, known);
    if (closest.isEmpty() && ofGroup.isEmpty()) {
      return;
    }
    throw new InvalidConfigException(
        "environment variable "
            + variable
            + " does not set a key."
            + closest
                .map(name -> " Did you mean " + PREFIX + name + "?")
                .orElseGet(
                    () ->
                        ofGroup.stream()
                            .map(PREFIX::concat)
                            .collect(Collectors.joining(", ", " Variables of its group: ", "."))));
  }

  private static String withoutPrefix(String variable) {
    return variable.substring(PREFIX.length());
  }

  /** The first word of a name if others follow, such as {@code TUNING}; otherwise empty. */
  private static String group(String name) {
    int end = name.indexOf('_');
    return end < 0 ? "" : name.substring(0, end);
  }
}
