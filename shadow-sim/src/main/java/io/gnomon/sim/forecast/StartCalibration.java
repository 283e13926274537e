package io.gnomon.sim.forecast;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.forecast.StartForecast.Start;
import java.util.Arrays;

/**
 * Calibrates the intervals of start forecasts by the errors of earlier ones (conformal prediction).
 *
 * <p>Simulated intervals are too narrow: the runtimes of future jobs differ more from those of past
 * jobs than past jobs from one another. The error of a forecast is therefore expressed in units of
 * the distance from its median to the end of its interval on the side of the true start, with a
 * sign. The calibrated interval reaches from the 10th to the 90th percentile of the latest 1000
 * errors. With fewer than 50 errors it is the simulated one.
 *
 * <p>Not thread-safe; O(kept · log kept) after a new error, otherwise O(1) per interval.
 */
public final class StartCalibration {
  private static final int KEPT = 1_000;
  private static final int ENOUGH = 50;
  private static final double TAIL = 0.1;

  private final double[] errors = new double[KEPT];
  private int seen;
  private double below = 1;
  private double above = 1;
  private boolean current = true;

  /** The number of errors recorded. */
  public int seen() {
    return seen;
  }

  /**
   * Records the start of a job that was forecast. Forecasts that reach beyond their horizon have no
   * size and are ignored.
   *
   * @param forecast as simulated, not calibrated
   * @param start second at which the job started
   */
  public void started(Start forecast, int start) {
    if (forecast.high() == Simulation.NEVER) {
      return;
    }
    int error = start - forecast.median();
    int side = error < 0 ? forecast.median() - forecast.low() : forecast.high() - forecast.median();
    errors[seen++ % KEPT] = (double) error / Math.max(1, side);
    current = false;
  }

  /**
   * The forecast with a calibrated interval.
   *
   * @param forecast as simulated
   * @param now second of the forecast; no interval begins before it
   */
  public Start calibrated(Start forecast, int now) {
    if (!current) {
      learn();
    }
    if (forecast.high() == Simulation.NEVER) {
      return forecast;
    }
    double low = forecast.median() - below * (forecast.median() - forecast.low());
    double high = forecast.median() + above * (forecast.high() - forecast.median());
    return new Start(
        forecast.job(),
        (int) Math.max(now, Math.rint(low)),
        forecast.median(),
        (int) Math.min(ClusterState.LAST, Math.rint(high)));
  }

  private void learn() {
    current = true;
    int known = Math.min(seen, KEPT);
    if (known < ENOUGH) {
      return;
    }
    double[] sorted = Arrays.copyOf(errors, known);
    Arrays.sort(sorted);
    // as wide as the percentiles of one more error require
    int tail = Math.max(1, (int) Math.floor(TAIL * (known + 1)));
    below = Math.max(0, -sorted[tail - 1]);
    above = Math.max(0, sorted[known - tail]);
  }
}
