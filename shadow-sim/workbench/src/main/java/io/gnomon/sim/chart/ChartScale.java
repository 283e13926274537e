package io.gnomon.sim.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * The mapping from values of an axis to pixels, with round ends and ticks at round numbers.
 *
 * @param logarithmic whether the scale is logarithmic (base 10)
 * @param low value at {@code from}
 * @param high value at {@code to}
 * @param step between ticks; ignored on a logarithmic scale
 * @param from pixel of the low end
 * @param to pixel of the high end
 */
record ChartScale(
    boolean logarithmic, double low, double high, double step, double from, double to) {
  private static final double MOST_TICKS = 8;
  private static final double[] LOG_TICKS = {1, 2, 5};
  private static final int DECADES_WITH_MINOR_TICKS = 3;
  private static final int MOST_DECADES = 10;
  private static final double TOLERANCE = 1e-9;

  /**
   * Creates a scale for these values. With {@code forBars} a linear scale includes 0 and a
   * logarithmic one starts at a power of ten.
   */
  static ChartScale of(
      ChartAxis axis, double least, double most, boolean forBars, double from, double to) {
    return axis.logarithmic()
        ? logarithmic(least, most, forBars, from, to)
        : linear(least, most, forBars, from, to);
  }

  private static ChartScale logarithmic(
      double least, double most, boolean wholeDecade, double from, double to) {
    boolean nothing = !(least > 0) || !Double.isFinite(most);
    double low = nothing ? 1 : wholeDecade ? decade(least) : roundLog(least, true);
    double high = nothing ? 10 : roundLog(most, false);
    return new ChartScale(true, low, high > low ? high : low * 10, 0, from, to);
  }

  /** The largest power of ten that is not above the value. */
  private static double decade(double value) {
    return Math.pow(10, Math.floor(Math.log10(value)));
  }

  /** The nearest 1, 2 or 5 times a power of ten, rounded down or up. */
  private static double roundLog(double value, boolean down) {
    double decade = decade(value);
    if (down) {
      return value >= 5 * decade ? 5 * decade : value >= 2 * decade ? 2 * decade : decade;
    }
    if (value <= decade) {
      return decade;
    }
    return value <= 2 * decade ? 2 * decade : value <= 5 * decade ? 5 * decade : 10 * decade;
  }

  private static ChartScale linear(
      double least, double most, boolean forBars, double from, double to) {
    boolean nothing = !Double.isFinite(least) || !Double.isFinite(most);
    double low =
        nothing ? 0 : forBars || (least > 0 && least < most / 2) ? Math.min(0, least) : least;
    double high = nothing ? 1 : forBars ? Math.max(0, most) : most;
    if (low == high) {
      high = low + 1;
    }
    double rough = (high - low) / MOST_TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = power;
    for (double factor : new double[] {1, 2, 5, 10}) {
      step = factor * power;
      if (step >= rough) {
        break;
      }
    }
    return new ChartScale(
        false, Math.floor(low / step) * step, Math.ceil(high / step) * step, step, from, to);
  }

  /** The pixel of a value, clamped to the ends. */
  double at(double value) {
    double inside = Math.max(low, Math.min(high, value));
    double part =
        logarithmic
            ? Math.log10(inside / low) / Math.log10(high / low)
            : (inside - low) / (high - low);
    return from + part * (to - from);
  }

  /** The values to label on the axis. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (!logarithmic) {
      long count = Math.round((high - low) / step);
      for (long i = 0; i <= count; i++) {
        ticks.add(low + i * step);
      }
      return ticks;
    }
    int first = (int) Math.floor(Math.log10(low) + TOLERANCE);
    int last = (int) Math.ceil(Math.log10(high) - TOLERANCE);
    int stride = 1 + (last - first) / MOST_DECADES;
    for (int exponent = first; exponent <= last; exponent += stride) {
      for (double factor : LOG_TICKS) {
        double tick = factor * Math.pow(10, exponent);
        boolean inside = tick >= low * (1 - TOLERANCE) && tick <= high * (1 + TOLERANCE);
        if (inside && (last - first <= DECADES_WITH_MINOR_TICKS || factor == 1)) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }
}
