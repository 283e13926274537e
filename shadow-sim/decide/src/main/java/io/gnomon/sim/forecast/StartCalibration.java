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
 * errors, which are blended with those of forecasts on the logs of other sites, as if these were
 * 300 errors more.
 *
 * <p>A side of a simulated interval has at least 30 seconds and a twentieth of the time until the
 * start, since no scheduler starts jobs to the second.
 *
 * <p>Not thread-safe; O(kept · log kept) after a new error, otherwise O(1) per interval.
 */
public final class StartCalibration {
  private static final int KEPT = 1_000;
  private static final double TAIL = 0.1;
  private static final int LEAST_SECONDS = 30;
  private static final double LEAST_SHARE = 0.05;

  // ends of the intervals of errors in the first days on four logs; evaluation.md
  private static final double ELSEWHERE = 1.25;
  private static final int WORTH = 300;

  private final double[] errors = new double[KEPT];
  private int seen;
  private double below = ELSEWHERE;
  private double above = ELSEWHERE;
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
   * @param now second of the forecast
   * @param start second at which the job started
   */
  public void started(Start forecast, int now, int start) {
    if (forecast.high() == Simulation.NEVER) {
      return;
    }
    int error = start - forecast.median();
    errors[seen++ % KEPT] = error / (error < 0 ? before(forecast, now) : after(forecast, now));
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
    double low = forecast.median() - below * before(forecast, now);
    double high = forecast.median() + above * after(forecast, now);
    return new Start(
        forecast.job(),
        (int) Math.max(now, Math.rint(low)),
        forecast.median(),
        (int) Math.min(ClusterState.LAST, Math.ceil(high)));
  }

  private static double before(Start forecast, int now) {
    return Math.max(least(forecast, now), forecast.median() - forecast.low());
  }

  private static double after(Start forecast, int now) {
    return Math.max(least(forecast, now), forecast.high() - forecast.median());
  }

  private static double least(Start forecast, int now) {
    return LEAST_SECONDS + LEAST_SHARE * (forecast.median() - now);
  }

  private void learn() {
    current = true;
    int known = Math.min(seen, KEPT);
    double[] sorted = Arrays.copyOf(errors, known);
    Arrays.sort(sorted);
    // as wide as the percentiles of one more error require
    int tail = Math.max(1, (int) Math.floor(TAIL * (known + 1)));
    below = blended(Math.max(0, -sorted[tail - 1]), known);
    above = blended(Math.max(0, sorted[known - tail]), known);
  }

  private static double blended(double end, int known) {
    return (known * end + WORTH * ELSEWHERE) / (known + WORTH);
  }
}
