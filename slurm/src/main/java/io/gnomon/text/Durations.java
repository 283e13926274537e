package io.gnomon.text;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text form of durations in configuration keys, command-line options and policy parameters: a
 * whole number of at most nine digits with the unit {@code ms}, {@code s}, {@code m}, {@code h},
 * {@code d} or {@code w}. Without a unit the number is in seconds. Stateless.
 */
public final class Durations {
  /** Examples, for messages that say what is allowed. */
  public static final String EXAMPLES = "90s, 5m, 3h, 1d or 2w";

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|[smhdw])?");
  private static final long MILLIS_PER_SECOND = 1000;

  private enum Unit {
    WEEKS("w", 604_800_000),
    DAYS("d", 86_400_000),
    HOURS("h", 3_600_000),
    MINUTES("m", 60_000),
    SECONDS("s", MILLIS_PER_SECOND),
    MILLISECONDS("ms", 1);

    private final String suffix;
    private final long millis;

    Unit(String suffix, long millis) {
      this.suffix = suffix;
      this.millis = millis;
    }
  }

  private Durations() {}

  /**
   * Parses a duration.
   *
   * @throws IllegalArgumentException if the text does not have the form, with what is allowed
   */
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a duration; write a whole number with ms, s, m, h, d or w, such as "
              + EXAMPLES);
    }
    long number = Long.parseLong(matcher.group(1));
    for (Unit unit : Unit.values()) {
      if (unit.suffix.equals(matcher.group(2))) {
        return Duration.ofMillis(number * unit.millis);
      }
    }
    return Duration.ofSeconds(number);
  }

  /**
   * Parses a duration of whole seconds.
   *
   * @return seconds, at least 0
   * @throws IllegalArgumentException if the text does not have the form, is not a whole number of
   *     seconds, or is longer than an {@code int} can hold
   */
  public static int parseSeconds(String text) {
    Duration duration = parse(text);
    long seconds = duration.getSeconds();
    if (duration.getNano() != 0 || seconds > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "'" + text + "' must be a duration of whole seconds, at most " + Integer.MAX_VALUE + "s");
    }
    return (int) seconds;
  }

  /** Prints a duration of whole milliseconds in the largest unit that divides it. */
  public static String print(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0s";
    }
    for (Unit unit : Unit.values()) {
      if (millis % unit.millis == 0) {
        return millis / unit.millis + unit.suffix;
      }
    }
    throw new IllegalStateException("every number of milliseconds is divisible by 1");
  }

  /** Prints a number of seconds in the largest unit that divides it. */
  public static String printSeconds(long seconds) {
    return print(Duration.ofSeconds(seconds));
  }
}
