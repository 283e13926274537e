package io.gnomon.sim.predict;

/**
 * Predicts the distribution of a job's runtime from the jobs that completed before. Not
 * thread-safe; deterministic.
 */
public interface RuntimePredictor {
  /** Predicts nothing, so that the user's estimate holds. */
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

        @Override
        public void remember(Notes notes) {}

        @Override
        public void recall(Notes notes) {}
      };

  /**
   * Writes the cumulative probabilities of a job's runtime at the edges of {@link RuntimeBins}.
   * What is asked must not be submitted earlier than what was asked before by more than a day.
   *
   * @param rows filled from {@code at}, {@link RuntimeBins#ROW} figures
   * @return false, and nothing written, if nothing is known of such jobs
   */
  boolean predict(Submission job, double[] rows, int at);

  /** Learns from a job that completed after {@code runtime} seconds. */
  void completed(Submission job, int runtime);

  /** An independent copy of what was learned. */
  RuntimePredictor fork();

  /** Writes all that was learned. */
  void remember(Notes notes);

  /**
   * Knows, instead of what it knew, what {@link #remember} wrote.
   *
   * @throws IllegalArgumentException if these are not such a predictor's notes
   */
  void recall(Notes notes);
}
