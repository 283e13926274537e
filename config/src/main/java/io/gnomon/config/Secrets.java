package io.gnomon.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** What is hidden where properties of a library are printed. */
final class Secrets {
  static final String HIDDEN = "(hidden)";

  private static final Pattern SECRET =
      Pattern.compile("password|secret|token|jaas|keystore\\.key");

  private Secrets() {}

  /** The value of a property as it may be printed. */
  static String printable(String property, String value) {
    return SECRET.matcher(property.toLowerCase(Locale.ROOT)).find() ? HIDDEN : value;
  }
}
