package io.gnomon.sim.predict;

/**
 * A model of the runtimes of active jobs, as distributions to sample from. Safe to share between
 * threads.
 */
@FunctionalInterface
public interface RuntimeModel {
  /** Jobs run for their estimates; a job past its estimate ends at the next second. */
  RuntimeModel ESTIMATES =
      (user, width, estimate, elapsed, chance) -> Math.max(estimate, elapsed + 1);

  /**
   * A possible runtime of a job in seconds.
   *
   * @param user -1 if unknown
   * @param width in processors
   * @param estimate in seconds
   * @param elapsed seconds that it has run, 0 for a waiting job
   * @param chance random number from 0 to 1, exclusive; equal values give equal runtimes, but
   *     larger ones need not give longer runtimes
   * @return more than {@code elapsed}
   */
  int sample(int user, int width, int estimate, int elapsed, double chance);

  /**
   * The expected runtime of a job that has not run, in seconds: a central value of its possible
   * runtimes, used to order jobs.
   *
   * @param user -1 if unknown
   * @param width in processors
   * @param estimate in seconds, at least 1
   * @return at least 1; the estimate if there are no observations
   */
  default int expected(int user, int width, int estimate) {
    return estimate;
  }

  /**
   * The model in one of the possible worlds: what has not been observed of all jobs or of those of
   * a user is drawn once for all of them. Without it, a job of an unknown kind runs for its
   * estimate.
   *
   * @param number of the world
   */
  default RuntimeModel inWorld(long number) {
    return this;
  }
}
