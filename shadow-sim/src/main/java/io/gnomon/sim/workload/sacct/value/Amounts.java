package io.gnomon.sim.workload.sacct.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with units as {@code sacct} prints them. */
public final class Amounts {
  private static final int LARGEST = 1 << 30;
  private static final long LARGEST_MEMORY = 1L << 50;
  private static final String UNITS = "KMGTPE";
  private static final Pattern AMOUNT =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([KMGTPEkmgtpe]?)");
  private static final Pattern ELAPSED =
      Pattern.compile("(?:(\\d{1,9})-)?(?:(\\d{1,9}):)?(\\d{1,9}):(\\d{1,2})(?:\\.\\d+)?");

  private Amounts() {}

  /**
   * A count, which may have a unit of 1000 as in {@code 1.5K}.
   *
   * @throws IllegalArgumentException for another text
   */
  public static int count(String text) {
    int plain = 0;
    boolean digits = !text.isEmpty() && text.length() <= 9;
    for (int i = 0; digits && i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      digits = digit >= 0 && digit <= 9;
      plain = 10 * plain + digit;
    }
    return digits ? plain : (int) Math.min(LARGEST, amount(text, 1000, 0));
  }

  /**
   * MiB of an amount such as {@code 187000M}, {@code 262.50G} or {@code 2800}, which counts MiB;
   * rounded up.
   *
   * @throws IllegalArgumentException for another text
   */
  public static long mebibytes(String text) {
    return Math.min(LARGEST_MEMORY, amount(text, 1024, 2));
  }

  /** The amount in units of {@code base} to the power of {@code unit}. */
  private static long amount(String text, int base, int unit) {
    Matcher matcher = AMOUNT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not an amount such as 12 or 1.50G");
    }
    int exponent =
        matcher.group(2).isEmpty()
            ? 0
            : UNITS.indexOf(matcher.group(2).toUpperCase(Locale.ROOT)) + 1 - unit;
    BigDecimal factor = BigDecimal.valueOf(base).pow(Math.abs(exponent));
    BigDecimal number = new BigDecimal(matcher.group(1));
    BigDecimal amount =
        exponent < 0
            ? number.divide(factor, 0, RoundingMode.UP)
            : number.multiply(factor).setScale(0, RoundingMode.UP);
    return amount.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
  }

  /**
   * Seconds of a duration such as {@code 1-02:30:00} or {@code 02:30.123}.
   *
   * @throws IllegalArgumentException for another text
   */
  public static long seconds(String text) {
    Matcher matcher = ELAPSED.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a duration such as 1-02:30:00");
    }
    long hours = 24 * part(matcher, 1) + part(matcher, 2);
    return (hours * 60 + part(matcher, 3)) * 60 + part(matcher, 4);
  }

  private static long part(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
  }
}
