package io.gnomon.sim.predict;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import java.util.BitSet;

/**
 * Predicts the distribution of a job's runtime from the jobs that completed before. Not
 * thread-safe; deterministic.
 */
public interface RuntimePredictor extends Saved {
  /** Makes no prediction, so that the user's estimate is used. */
  RuntimePredictor NONE =
      new RuntimePredictor() {
        @Override
        public boolean predict(Submission job, double[] rows, int at) {
          return false;
        }

        @Override
        public void completed(Submission job, int runtime) {}

        @Override
        public RuntimePredictor fork() {
          return this;
        }
      };

  /**
   * Writes the cumulative probabilities of a job's runtime at the edges of {@link RuntimeBins}.
   * Jobs must be passed in the order of their submission, give or take a day.
   *
   * @param rows filled from {@code at}, {@link RuntimeBins#ROW} figures
   * @return false, and nothing written, if too few similar jobs have completed
   */
  boolean predict(Submission job, double[] rows, int at);

  /** Learns from a job that completed after {@code runtime} seconds. */
  void completed(Submission job, int runtime);

  /**
   * Forgets what was learned about some users, because other users get their numbers. Predictors
   * that do not distinguish users do nothing.
   */
  default void forget(BitSet users) {}

  /** An independent copy of what was learned. */
  RuntimePredictor fork();

  /** Lists everything that was learned; a predictor of other settings cannot restore it. */
  @Override
  default void fields(Fields fields) {}
}
