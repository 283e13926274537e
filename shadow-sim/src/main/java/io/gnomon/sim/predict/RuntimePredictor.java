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
        public boolean predict(int user, int width, double[] rows, int at) {
          return false;
        }

        @Override
        public void completed(int user, int width, int runtime) {}

        @Override
        public RuntimePredictor fork() {
          return this;
        }
      };

  /**
   * Writes the cumulative probabilities of a job's runtime at the edges of {@link RuntimeBins}.
   *
   * @param user -1 if unknown
   * @param width processors
   * @param rows filled from {@code at}, {@link RuntimeBins#ROW} figures
   * @return false, and nothing written, if nothing is known of such jobs
   */
  boolean predict(int user, int width, double[] rows, int at);

  /** Learns from a job that completed after {@code runtime} seconds. */
  void completed(int user, int width, int runtime);

  /** An independent copy of what was learned. */
  RuntimePredictor fork();
}
