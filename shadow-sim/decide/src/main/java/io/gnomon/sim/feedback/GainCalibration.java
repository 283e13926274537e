package io.gnomon.sim.feedback;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import java.util.Arrays;

/**
 * Calibrates the intervals of forecast gains: conformal prediction over the latest errors, at a
 * level that adapts to the coverage reached (Gibbs and Candès 2021).
 *
 * <p>The error of a forecast is the realised minus the expected gain, as logarithms, in units of
 * the forecast's size: its spread, plus its distance from 0, plus a floor. An interval spans two
 * percentiles of the latest 200 errors, at first the 10th and the 90th, so it can shift as well as
 * widen. An interval that holds moves both percentiles a small step inwards; one that does not
 * moves them four steps outwards. In the long run four of five intervals hold, however the errors
 * drift. With fewer than 20 errors, an interval reaches one size to each side, which is about right
 * on generated workloads.
 *
 * <p>Not thread-safe; O(kept · log kept) per interval.
 */
public final class GainCalibration implements Saved {
  /** The share of realised gains that intervals are meant to contain. */
  public static final double COVERAGE = 0.8;

  private static final int KEPT = 200;
  private static final int ENOUGH = 20;
  private static final double FLOOR = 0.02;
  private static final double STEP = 0.005;
  private static final double MIN_TAIL = 0.001;
  private static final double MAX_TAIL = 0.2;

  private final double[] errors = new double[KEPT];
  private int seen;
  private double tail = (1 - COVERAGE) / 2;

  /** The number of realised gains recorded. */
  public int seen() {
    return seen;
  }

  /**
   * Records the realised gain of a forecast.
   *
   * @param interval that was given with the forecast
   * @param logGain natural logarithm of the former cost divided by the new cost
   */
  public void realised(GainForecast forecast, GainInterval interval, double logGain) {
    errors[seen++ % KEPT] = (logGain - forecast.mean()) / unit(forecast);
    double held = interval.holds(GainForecast.fraction(logGain)) ? 1 : 0;
    tail = Math.max(MIN_TAIL, Math.min(MAX_TAIL, tail + STEP * (held - COVERAGE)));
  }

  /** The interval in which the realised gain is expected. */
  public GainInterval interval(GainForecast forecast) {
    int known = Math.min(seen, KEPT);
    return known < ENOUGH ? around(forecast, -1, 1) : learned(forecast, known);
  }

  /** Lists the number of realised gains, the tail probability and the latest errors. */
  @Override
  public void fields(Fields fields) {
    seen = fields.number("seen", seen);
    tail = fields.number("tail", tail);
    double[] latest = Arrays.copyOf(errors, Math.min(seen, KEPT));
    fields.fill("errors", latest);
    System.arraycopy(latest, 0, errors, 0, latest.length);
  }

  private GainInterval learned(GainForecast forecast, int known) {
    double[] sorted = Arrays.copyOf(errors, known);
    Arrays.sort(sorted);
    double below = tail * (known + 1);
    return around(
        forecast,
        sorted[Math.max(0, (int) Math.floor(below) - 1)],
        sorted[Math.min(known - 1, (int) Math.ceil(known + 1 - below) - 1)]);
  }

  private static GainInterval around(GainForecast forecast, double low, double high) {
    double unit = unit(forecast);
    return new GainInterval(
        GainForecast.fraction(forecast.mean() + unit * low),
        GainForecast.fraction(forecast.mean() + unit * high));
  }

  private static double unit(GainForecast forecast) {
    return forecast.spread() + Math.abs(forecast.mean()) + FLOOR;
  }
}
