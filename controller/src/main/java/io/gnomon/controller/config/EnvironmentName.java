package io.gnomon.controller.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How keys are called in the environment. */
final class EnvironmentName {
  private static final String PREFIX = "GNOMON_";
  private static final String CLIENT = "GNOMON_KAFKA_CLIENT_";
  // what Kubernetes tells every pod of a service whose name begins with gnomon
  private static final Pattern SERVICE_LINK =
      Pattern.compile("GNOMON_.*_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_\\d+_[A-Z]+(_.*)?)?)");

  private EnvironmentName() {}

  /**
   * The key that a variable is called as.
   *
   * @return empty where it is called as no key could be
   * @throws InvalidConfigException where it is called as one of a group of keys, but none is
   */
  static Optional<String> path(String name) {
    if (!name.startsWith(PREFIX)) {
      return Optional.empty();
    }
    Optional<String> key =
        Arrays.stream(Key.values())
            .filter(one -> one.environment().equals(name))
            .map(Key::path)
            .findFirst();
    if (key.isPresent()) {
      return key;
    }
    if (name.startsWith(CLIENT)) {
      String property = name.substring(CLIENT.length()).toLowerCase(Locale.ROOT).replace('_', '.');
      return Optional.of("kafka.client." + property);
    }
    String group = group(name);
    if (SERVICE_LINK.matcher(name).matches() || !isGroup(group)) {
      return Optional.empty();
    }
    throw new InvalidConfigException(
        "environment variable "
            + name
            + " is no key; there are "
            + Arrays.stream(Key.values())
                .map(Key::environment)
                .filter(one -> group(one).equals(group))
                .collect(Collectors.joining(", ")));
  }

  private static boolean isGroup(String group) {
    return Arrays.stream(Key.values()).anyMatch(key -> group(key.environment()).equals(group));
  }

  /** The first word after the prefix, with what ends it; such as {@code TUNING_}. */
  private static String group(String name) {
    return name.substring(
        PREFIX.length(), Math.max(PREFIX.length(), name.indexOf('_', PREFIX.length()) + 1));
  }
}
