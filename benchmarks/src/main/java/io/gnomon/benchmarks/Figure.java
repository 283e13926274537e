package io.gnomon.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Formats numbers for tables. */
final class Figure {
  private static final MathContext THREE_DIGITS = new MathContext(3);

  private Figure() {}

  /** Three significant digits with thousands separators; a dash if the value is not finite. */
  static String of(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    BigDecimal rounded = new BigDecimal(value).round(THREE_DIGITS);
    int decimals = Math.max(0, rounded.scale());
    return String.format(Locale.ROOT, "%,." + decimals + "f", rounded);
  }
}
