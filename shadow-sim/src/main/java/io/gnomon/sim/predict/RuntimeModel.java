package io.gnomon.sim.predict;

/**
 * Knows how long jobs run that have not ended, as a distribution to draw from. Safe to share
 * between threads.
 */
@FunctionalInterface
public interface RuntimeModel {
  /** Jobs run for their estimates; one that has outrun it ends within the next second. */
  RuntimeModel ESTIMATES =
      (user, width, estimate, elapsed, chance) -> Math.max(estimate, elapsed + 1);

  /**
   * A possible runtime of a job in seconds.
   *
   * @param user -1 if unknown
   * @param width in processors
   * @param estimate in seconds
   * @param elapsed seconds that it has run, 0 for a job that waits
   * @param chance from 0, exclusive of 1; the same chance always gives the same runtime, a larger
   *     one need not give a longer
   * @return more than {@code elapsed}
   */
  int draw(int user, int width, int estimate, int elapsed, double chance);

  /**
   * What a job that has not run is expected to run, in seconds: a middle of its possible runtimes,
   * to order jobs by.
   *
   * @param user -1 if unknown
   * @param width in processors
   * @param estimate in seconds, at least 1
   * @return at least 1; the estimate where nothing else is known
   */
  default int expected(int user, int width, int estimate) {
    return estimate;
  }
}
