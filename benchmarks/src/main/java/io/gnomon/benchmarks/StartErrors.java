package io.gnomon.benchmarks;

import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.forecast.StartForecast;
import java.util.ArrayList;
import java.util.List;

/**
 * The errors of the start forecasts of many jobs at many moments, beside those of the estimates
 * that a scheduler makes itself. Not thread-safe.
 */
final class StartErrors {
  private final List<Forecast> forecasts = new ArrayList<>();

  /**
   * A forecast.
   *
   * @param at the second at which it was made
   * @param start what was forecast
   * @param estimate the scheduler's own estimate, {@link Simulation#NEVER} if it has none
   */
  private record Forecast(int at, StartForecast.Start start, int estimate) {}

  /**
   * The figures; times in seconds.
   *
   * @param forecasts number of forecasts
   * @param covered share of the jobs that started within their 80 % interval
   * @param early share that started before it
   * @param medianWidth of the intervals
   * @param medianError of the medians, absolute
   * @param meanError of the medians, absolute
   * @param medianErrorOfEstimates the same for the scheduler's estimates
   * @param meanErrorOfEstimates the same for the scheduler's estimates
   */
  record Figures(
      int forecasts,
      double covered,
      double early,
      double medianWidth,
      double medianError,
      double meanError,
      double medianErrorOfEstimates,
      double meanErrorOfEstimates) {}

  /** Adds a forecast that was made at second {@code at}. */
  void add(int at, StartForecast.Start start, int estimate) {
    forecasts.add(new Forecast(at, start, estimate));
  }

  /**
   * Compares all forecasts with the starts.
   *
   * @param starts by job, in seconds; {@link Simulation#NEVER} if the job has not started
   * @param end the last second that was observed; later times count as this one
   */
  Figures compare(int[] starts, int end) {
    int size = forecasts.size();
    double[] errors = new double[size];
    double[] estimates = new double[size];
    double[] widths = new double[size];
    int covered = 0;
    int early = 0;
    for (int i = 0; i < size; i++) {
      Forecast forecast = forecasts.get(i);
      StartForecast.Start start = forecast.start();
      int truth = Math.min(end, starts[start.job()]);
      covered += truth >= start.low() && truth <= start.high() ? 1 : 0;
      early += truth < start.low() ? 1 : 0;
      errors[i] = Math.abs((double) Math.min(end, start.median()) - truth);
      estimates[i] = Math.abs((double) Math.min(end, forecast.estimate()) - truth);
      widths[i] = (double) Math.min(end, start.high()) - Math.min(end, start.low());
    }
    return new Figures(
        size,
        (double) covered / size,
        (double) early / size,
        Rounds.median(widths),
        Rounds.median(errors),
        mean(errors),
        Rounds.median(estimates),
        mean(estimates));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
