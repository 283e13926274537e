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
   * @param simulated with the simulated interval
   * @param start with the calibrated interval
   * @param estimate the scheduler's own estimate, {@link Simulation#NEVER} if it has none
   */
  private record Forecast(StartForecast.Start simulated, StartForecast.Start start, int estimate) {}

  /**
   * The figures; times in seconds.
   *
   * @param forecasts number of forecasts
   * @param covered share of the jobs that started within their 80 % interval
   * @param coveredBySimulations the same for intervals that are not calibrated
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
      double coveredBySimulations,
      double early,
      double medianWidth,
      double medianError,
      double meanError,
      double medianErrorOfEstimates,
      double meanErrorOfEstimates) {}

  /** Adds a forecast of one job. */
  void add(StartForecast.Start simulated, StartForecast.Start calibrated, int estimate) {
    forecasts.add(new Forecast(simulated, calibrated, estimate));
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
    int simulated = 0;
    int early = 0;
    for (int i = 0; i < size; i++) {
      Forecast forecast = forecasts.get(i);
      StartForecast.Start start = forecast.start();
      int truth = Math.min(end, starts[start.job()]);
      covered += within(start, truth) ? 1 : 0;
      simulated += within(forecast.simulated(), truth) ? 1 : 0;
      early += truth < start.low() ? 1 : 0;
      errors[i] = Math.abs((double) Math.min(end, start.median()) - truth);
      estimates[i] = Math.abs((double) Math.min(end, forecast.estimate()) - truth);
      widths[i] = (double) Math.min(end, start.high()) - Math.min(end, start.low());
    }
    return new Figures(
        size,
        (double) covered / size,
        (double) simulated / size,
        (double) early / size,
        Rounds.median(widths),
        Rounds.median(errors),
        mean(errors),
        Rounds.median(estimates),
        mean(estimates));
  }

  private static boolean within(StartForecast.Start start, int second) {
    return second >= start.low() && second <= start.high();
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
