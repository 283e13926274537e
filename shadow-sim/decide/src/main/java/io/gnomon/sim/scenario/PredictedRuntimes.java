package io.gnomon.sim.scenario;

import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import java.util.HashMap;
import java.util.Map;

/**
 * Runtimes sampled from a predictor's distributions, given how long a job has run and that it does
 * not exceed its estimate. The distributions of jobs that have not completed are copied once, so
 * that simulations can sample in several threads. Jobs without a prediction use a fallback model.
 */
final class PredictedRuntimes implements RuntimeModel {
  private record Kind(int user, int width, int estimate) {}

  private final Map<Kind, double[]> rows;
  private final RuntimeModel fallback;

  /**
   * Copies the predictions for all jobs of a history that have not completed, as if they were
   * submitted now.
   *
   * @param fallback for jobs without a prediction
   */
  PredictedRuntimes(
      RuntimePredictor predictor, JobHistory history, int now, RuntimeModel fallback) {
    this(new HashMap<>(), fallback);
    history.forEach(
        (user, width, estimate, runtime) -> {
          Kind kind = new Kind(user, width, estimate);
          double[] row = new double[RuntimeBins.ROW];
          if (runtime == JobHistory.UNKNOWN
              && !rows.containsKey(kind)
              && predictor.predict(new Submission(now, user, width, estimate), row, 0)) {
            rows.put(kind, row);
          }
        });
  }

  private PredictedRuntimes(Map<Kind, double[]> rows, RuntimeModel fallback) {
    this.rows = rows;
    this.fallback = fallback;
  }

  @Override
  public RuntimeModel inWorld(long number) {
    return new PredictedRuntimes(rows, fallback.inWorld(number));
  }

  @Override
  public int sample(int user, int width, int estimate, int elapsed, double chance) {
    double[] row = rows.get(new Kind(user, width, estimate));
    if (row == null) {
      return fallback.sample(user, width, estimate, elapsed, chance);
    }
    double low = RuntimeBins.cumulative(row, 0, elapsed);
    double high = RuntimeBins.cumulative(row, 0, estimate);
    if (high <= low) {
      return ESTIMATES.sample(user, width, estimate, elapsed, chance);
    }
    int runtime = (int) Math.rint(RuntimeBins.quantile(row, 0, low + chance * (high - low)));
    return Math.max(elapsed + 1, Math.min(estimate, runtime));
  }
}
