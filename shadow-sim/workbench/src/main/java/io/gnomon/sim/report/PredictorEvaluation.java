package io.gnomon.sim.report;

import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.predict.PredictionQuality;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import io.gnomon.sim.workload.JobLog;
import java.util.Comparator;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * Evaluates a runtime predictor on a schedule: the predictor predicts at each submission and learns
 * the runtime when the job completes.
 */
public final class PredictorEvaluation {
  private static final int PROGRESS_INTERVAL_JOBS = 100;

  private PredictorEvaluation() {}

  /**
   * Evaluates the predictor of that name in one pass over the log.
   *
   * @param progress receives the fraction of the jobs that are predicted, 0 to 1, from time to
   *     time; 1 at the end
   */
  public static PredictionQuality of(Outcome outcome, String predictor, DoubleConsumer progress) {
    JobLog log = outcome.log();
    RuntimePredictor asked = Predictors.create(predictor);
    PredictionQuality quality = new PredictionQuality();
    int[] completions = completions(outcome);
    int completed = 0;
    double[] row = new double[RuntimeBins.ROW];
    for (int job = 0; job < log.size(); job++) {
      if (job % PROGRESS_INTERVAL_JOBS == 0) {
        progress.accept((double) job / log.size());
      }
      int now = log.submit(job);
      while (completed < completions.length
          && outcome.schedule().end(completions[completed]) <= now) {
        int done = completions[completed++];
        asked.completed(submission(log, done), log.runtime(done));
      }
      if (asked.predict(submission(log, job), row, 0)) {
        quality.add(row, log.estimate(job), log.runtime(job));
      } else {
        quality.unpredicted();
      }
    }
    progress.accept(1);
    return quality;
  }

  private static int[] completions(Outcome outcome) {
    return IntStream.range(0, outcome.log().size())
        .filter(job -> outcome.schedule().finished(job))
        .boxed()
        .sorted(Comparator.comparingInt(job -> outcome.schedule().end(job)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static Submission submission(JobLog log, int job) {
    return new Submission(log.submit(job), log.user(job), log.width(job), log.estimate(job));
  }
}
