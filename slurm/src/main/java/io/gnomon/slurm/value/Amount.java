package io.gnomon.slurm.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number with a unit or without, such as {@code 12}, {@code 1.50G} or {@code 187000M}.
 *
 * @param number at least 0, with at most 9 decimals
 * @param unit {@code K} is 1, {@code M} is 2, and so on to {@code E}; 0 for none
 */
public record Amount(BigDecimal number, int unit) {
  private static final String UNITS = "KMGTPE";
  private static final int MEBI = 2;
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final long MOST_MEBIBYTES = 1L << 50;
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([KMGTPEkmgtpe]?)");

  /**
   * Reads an amount.
   *
   * @throws IllegalArgumentException for another text
   */
  public static Amount parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not an amount such as 12 or 1.50G");
    }
    String unit = form.group(2).toUpperCase(Locale.ROOT);
    return new Amount(new BigDecimal(form.group(1)), unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1);
  }

  /** Whether {@link #parse} reads a text. */
  public static boolean matches(String text) {
    return FORM.matcher(text).matches();
  }

  /** The amount as a count whose units are powers of {@code base}; rounded up. */
  public long count(int base) {
    return rounded(number.multiply(BigDecimal.valueOf(base).pow(unit)), RoundingMode.UP);
  }

  /**
   * The amount in MiB, which it counts without a unit; rounded up, as a request is granted. At most
   * 2^50.
   */
  public long mebibytes() {
    return mebibytes(RoundingMode.UP);
  }

  /** The amount in MiB, rounded to the nearest, for what Slurm has printed with few decimals. */
  public long nearestMebibytes() {
    return mebibytes(RoundingMode.HALF_UP);
  }

  private long mebibytes(RoundingMode mode) {
    BigDecimal kibi = BigDecimal.valueOf(1024);
    BigDecimal amount =
        unit == 1 ? number.divide(kibi) : number.multiply(kibi.pow(Math.max(0, unit - MEBI)));
    return Math.min(MOST_MEBIBYTES, rounded(amount, mode));
  }

  private static long rounded(BigDecimal amount, RoundingMode mode) {
    return amount.setScale(0, mode).min(LARGEST).longValueExact();
  }
}
