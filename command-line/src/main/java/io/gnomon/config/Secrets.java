package io.gnomon.config;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What is hidden where settings are printed. The value of a library's property is printed only if
 * its name ends like those of Kafka's settings that are no secrets, so that a mistyped name does
 * not reveal a secret, and if neither name nor value look like those of a secret.
 */
final class Secrets {
  static final String HIDDEN = "(hidden)";

  private static final Pattern OPEN_NAME =
      Pattern.compile(
          "(^|[.])(acks|algorithm|bytes|class|commit|connection|crcs|deserializer|factor|id"
              + "|idempotence|instance|jitter|level|location|lookup|mechanism|ms|name|paths|protocols?"
              + "|providers?|rack|records|reporters|reset|retries|serializer|servers|size|strategy"
              + "|suites|topics|type|url|window)$");

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "pass|secret|token|jaas|credential|private|user\\.?info|authorization|cert|\\.key$|^key$");

  /** Material in PEM, an assignment of a secret as in JAAS, or an address with a password. */
  private static final Pattern SECRET_VALUE =
      Pattern.compile(
          "-----BEGIN|(pass\\w*|secret|token|key)\\s*[=:]|://[^/@\\s]*@", Pattern.CASE_INSENSITIVE);

  /** A key, a token or a line of base64 that was written in the wrong place. */
  private static final Pattern RANDOM = Pattern.compile("[A-Za-z0-9+_=-]{32,}");

  private static final Pattern KEY_NAME = Pattern.compile("[A-Za-z0-9._-]{1,80}");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\u0085\u2028\u2029]+");

  private Secrets() {}

  /** The value of a property as it may be printed. */
  static String printable(String property, String value) {
    String name = property.toLowerCase(Locale.ROOT);
    boolean open =
        OPEN_NAME.matcher(name).find()
            && !SECRET_NAME.matcher(name).find()
            && !SECRET_VALUE.matcher(value).find();
    return open ? value : HIDDEN;
  }

  /** A value that is not allowed, as a message may quote it. */
  static String quotable(String value) {
    return SECRET_VALUE.matcher(value).find() || RANDOM.matcher(value).find()
        ? HIDDEN
        : oneLine(value);
  }

  /** The name of a setting that does not exist, as a message may quote it. */
  static String quotableName(String name) {
    return KEY_NAME.matcher(name).matches() && !RANDOM.matcher(name).find() ? name : HIDDEN;
  }

  /** A text without line breaks and other control characters. */
  static String oneLine(String text) {
    return CONTROL.matcher(text).replaceAll(" ");
  }
}
