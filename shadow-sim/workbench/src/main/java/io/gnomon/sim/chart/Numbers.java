package io.gnomon.sim.chart;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Formats numbers for reports, independently of the locale. */
public final class Numbers {
  private static final int DECIMALS = 6;

  private Numbers() {}

  /** Formats with at most six decimals, no trailing zeros and no exponent. */
  public static String rounded(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    return BigDecimal.valueOf(value)
        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Formats with exactly {@code decimals} decimals; "-" if the value is not finite. */
  public static String fixed(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
  }
}
