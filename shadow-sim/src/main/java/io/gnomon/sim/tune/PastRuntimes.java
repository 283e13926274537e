package io.gnomon.sim.tune;

/**
 * How long jobs have run that have ended, so that the runtimes of live jobs can be drawn from them.
 *
 * <p>Users ask for the same again: a job's runtime is drawn from the latest of the same user with
 * the same estimate, the last counting most and those of the same width three times. The less these
 * weigh, the more often it is drawn from the fractions of their estimates that the user's jobs ran,
 * or else from those of all jobs with such an estimate, or else is the estimate itself: at each
 * step what comes after it has the weight of four jobs. Of each only those count that are possible:
 * more than the job has run already and not more than its estimate. Immutable in use; a draw costs
 * O(kept).
 */
public final class PastRuntimes implements RuntimeModel {
  private static final int KEPT = 32;
  private static final int KEPT_OF_ALL = 64;
  private static final double HALF = 4;
  private static final double WHAT_COMES_AFTER = 4;
  private static final double UNIT = 1e6;

  private final LikeJobs sameEstimate = new LikeJobs(KEPT, HALF);
  private final LikeJobs sameUser = new LikeJobs(KEPT, HALF);
  private final LikeJobs everyone = new LikeJobs(KEPT_OF_ALL, Double.POSITIVE_INFINITY);
  private final LikeJobs[] steps = {sameEstimate, sameUser, everyone};

  /** One more job has ended. */
  void ended(int user, int width, int estimate, int runtime) {
    int fraction = (int) Math.min(Integer.MAX_VALUE, UNIT * runtime / Math.max(1, estimate));
    sameEstimate.add(key(user, estimate), runtime, width);
    sameUser.add(user, fraction, width);
    everyone.add(octave(estimate), fraction, width);
  }

  @Override
  public int draw(int user, int width, int estimate, int elapsed, double chance) {
    int most = Math.max(estimate, elapsed + 1);
    double scale = estimate / UNIT;
    double left = chance;
    for (int step = 0; step < steps.length; step++) {
      LikeJobs jobs = steps[step];
      int at = jobs.find(step == 0 ? key(user, estimate) : step == 1 ? user : octave(estimate));
      double unit = step == 0 ? 1 : scale;
      double weight = jobs.weight(at, width, unit, elapsed, most);
      double share = weight / (weight + WHAT_COMES_AFTER);
      if (left < share) {
        return jobs.pick(at, width, unit, elapsed, most, left / share * weight);
      }
      left = (left - share) / (1 - share);
    }
    return most;
  }

  private static int octave(int estimate) {
    return Integer.numberOfLeadingZeros(Math.max(1, estimate));
  }

  private static long key(int user, int estimate) {
    return ((long) user << 32) | (estimate & 0xFFFFFFFFL);
  }
}
