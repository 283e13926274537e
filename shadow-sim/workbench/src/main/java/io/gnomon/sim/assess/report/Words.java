package io.gnomon.sim.assess.report;

import io.gnomon.sim.assess.figure.Gain;
import io.gnomon.sim.report.document.Columns;
import java.util.Locale;

/** Figures in words. Stateless. */
final class Words {
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;

  /** The effects of a gain on the two figures. */
  static final Columns<Gain> GAIN =
      new Columns<Gain>()
          .text("Mean wait", gain -> change(gain.waitGain()))
          .text("Mean bounded slowdown", gain -> change(gain.slowdownGain()));

  private Words() {}

  /** The word with a capital letter. */
  static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  /** A time such as {@code 45 s}, {@code 12 min}, {@code 3.5 h} or {@code 4.2 days}. */
  static String time(double seconds) {
    if (Math.abs(seconds) < 2 * MINUTE) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    } else if (Math.abs(seconds) < 2 * HOUR) {
      return String.format(Locale.ROOT, "%.0f min", seconds / MINUTE);
    }
    return Math.abs(seconds) < 3 * DAY
        ? String.format(Locale.ROOT, "%.1f h", seconds / HOUR)
        : String.format(Locale.ROOT, "%.1f days", seconds / DAY);
  }

  /** A number with thousands separated by commas. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A bounded slowdown. */
  static String slowdown(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }

  /** A share in per cent. */
  static String share(double part) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * part);
  }

  /** A relative change in per cent with its sign; negative for a reduction. */
  static String change(double gain) {
    double percent = -100 * gain;
    String text = String.format(Locale.ROOT, "%+.0f %%", percent);
    return text.equals("-0 %") || text.equals("+0 %") ? "0 %" : text.replace('-', '−');
  }

  /** The effect on a figure, such as {@code reduced the mean wait by 48 %}. */
  static String effect(String figure, double gain) {
    String size = share(Math.abs(gain));
    if (size.equals(share(0))) {
      return "left " + figure + " as it was";
    }
    return (gain < 0 ? "raised " : "reduced ") + figure + " by " + size;
  }

  /**
   * The change of the geometric mean of both figures with its interval, if the record is long
   * enough for one.
   */
  static String interval(Gain gain) {
    String change = change(gain.combined());
    if (Double.isNaN(gain.low())) {
      return change + " (record too short)";
    }
    return gain.low() == gain.high()
        ? change
        : "%s (%s to %s)".formatted(change, change(gain.high()), change(gain.low()));
  }
}
