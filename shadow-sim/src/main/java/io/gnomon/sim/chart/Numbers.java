package io.gnomon.sim.chart;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers for readers, the same in every locale. */
public final class Numbers {
  private static final int DECIMALS = 6;

  private Numbers() {}

  /** At most six decimals, no trailing zeros, no exponent. */
  public static String rounded(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    return BigDecimal.valueOf(value)
        .setScale(DECIMALS, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** Exactly {@code decimals} decimals. */
  public static String fixed(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return "-";
    }
    return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
  }
}
