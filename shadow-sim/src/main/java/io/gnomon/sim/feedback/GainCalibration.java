package io.gnomon.sim.feedback;

import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;

/**
 * Intervals of forecast gains, put right on line by what earlier forecasts missed: conformal
 * prediction over the latest errors, with a level that follows the coverage reached.
 *
 * <p>The error of a forecast is by how much more was gained than expected, in units of the
 * forecast's size: its spread, its distance from no gain and a floor. The next interval reaches
 * between two percentiles of the latest 200 errors, nominally the tenth and the ninetieth, so that
 * it is shifted where forecasts were too hopeful, not only widened. Each interval that held moves
 * both percentiles a little inwards, each that did not four times as far outwards (Gibbs and Candès
 * 2021): in the long run four of five hold, however the errors drift. Until enough is known, an
 * interval reaches as far as the forecast's size, which is about right on generated workloads. Not
 * thread-safe; O(kept · log kept) an interval.
 */
public final class GainCalibration {
  /** The share of the realised gains that an interval is to hold. */
  public static final double COVERAGE = 0.8;

  private static final int KEPT = 200;
  private static final int ENOUGH = 20;
  private static final double FLOOR = 0.02;
  private static final double STEP = 0.005;
  private static final double LEAST_TAIL = 0.001;
  private static final double MOST_TAIL = 0.2;

  private final double[] errors = new double[KEPT];
  private int seen;
  private double tail = (1 - COVERAGE) / 2;

  /** How many realised gains it has learned from. */
  public int seen() {
    return seen;
  }

  /**
   * What a forecast has become.
   *
   * @param interval that was given for it
   * @param logGain what was realised, as a logarithm of the ratio of the costs
   */
  public void realised(GainForecast forecast, GainInterval interval, double logGain) {
    errors[seen++ % KEPT] = (logGain - forecast.mean()) / unit(forecast);
    double held = interval.holds(GainForecast.fraction(logGain)) ? 1 : 0;
    tail = Math.max(LEAST_TAIL, Math.min(MOST_TAIL, tail + STEP * (held - COVERAGE)));
  }

  /** Where the realised gain of a forecast is expected. */
  public GainInterval interval(GainForecast forecast) {
    int known = Math.min(seen, KEPT);
    return known < ENOUGH ? around(forecast, -1, 1) : learned(forecast, known);
  }

  /** Returns the number of realised gains, the tail probability and the latest errors. */
  public Snapshot snapshot() {
    return new Snapshot()
        .put("seen", seen)
        .put("tail", tail)
        .put("errors", Arrays.copyOf(errors, Math.min(seen, KEPT)));
  }

  /** Restores a {@link #snapshot()}. */
  public void restore(Snapshot snapshot) {
    int realised = snapshot.getInt("seen");
    double[] latest = snapshot.getDoubles("errors", Math.min(realised, KEPT));
    tail = snapshot.getDouble("tail");
    seen = realised;
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
