package io.gnomon.sim.scenario;

import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import java.util.HashMap;
import java.util.Map;

/**
 * Runtimes drawn from a predictor's distributions, given how long a job has run and that it keeps
 * to its estimate. What the predictor says of the jobs that have not ended is taken down once, so
 * that simulations in many threads can draw; of what it knows nothing, another model is asked.
 */
final class PredictedRuntimes implements RuntimeModel {
  private record Kind(int user, int width, int estimate) {}

  private final Map<Kind, double[]> rows = new HashMap<>();
  private final RuntimeModel otherwise;

  /**
   * Asks a predictor about every job of a history that has not ended, as if it were submitted now.
   *
   * @param otherwise for jobs that it knows nothing of
   */
  PredictedRuntimes(
      RuntimePredictor predictor, JobHistory history, int now, RuntimeModel otherwise) {
    this.otherwise = otherwise;
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

  @Override
  public int draw(int user, int width, int estimate, int elapsed, double chance) {
    double[] row = rows.get(new Kind(user, width, estimate));
    if (row == null) {
      return otherwise.draw(user, width, estimate, elapsed, chance);
    }
    double least = RuntimeBins.cumulative(row, 0, elapsed);
    double most = RuntimeBins.cumulative(row, 0, estimate);
    if (most <= least) {
      return ESTIMATES.draw(user, width, estimate, elapsed, chance);
    }
    int runtime = (int) Math.rint(RuntimeBins.quantile(row, 0, least + chance * (most - least)));
    return Math.max(elapsed + 1, Math.min(estimate, runtime));
  }
}
