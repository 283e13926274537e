package io.gnomon.sim.predict;

/**
 * How long jobs have run that have ended, and those have so far that still run, so that the
 * runtimes of live jobs can be drawn from them.
 *
 * <p>Users ask for the same again: a job's runtime is drawn from the latest of the same user with
 * the same estimate, the last counting most and those of the same width three times. The less these
 * weigh, the more often it is drawn from the fractions of their estimates that the user's jobs ran,
 * or else from those of all jobs with such an estimate, or else is the estimate itself: at each
 * step what comes after it has the weight of four jobs. Of each only those count that are possible:
 * more than the job has run already and not more than its estimate.
 *
 * <p>Of several jobs that began together the short ones end first. If just those counted, the next
 * would be taken for short too. So a job that still runs counts like one that has ended: where it
 * is drawn, the runtime is drawn anew from those that are longer than it has run (Efron 1967, "The
 * two sample problem with censored data": what is not known goes to the right; Kaplan and Meier's
 * estimate where all weigh alike).
 *
 * <p>Safe to share between threads once nobody tells it of jobs any more. A draw costs O(kept),
 * times the running jobs that it meets, what is expected O(kept).
 */
public final class ObservedRuntimes implements RuntimeModel {
  private static final int KEPT = 32;
  private static final int KEPT_OF_ALL = 64;
  private static final double HALF = 8;
  private static final double WHAT_COMES_AFTER = 4;
  private static final double UNIT = 1e6;

  private final SimilarJobs sameEstimate;
  private final SimilarJobs sameUser;
  private final SimilarJobs everyone;
  private final SimilarJobs[] steps;

  /** Nothing is known yet. */
  public ObservedRuntimes() {
    this(
        new SimilarJobs(KEPT, HALF),
        new SimilarJobs(KEPT, HALF),
        new SimilarJobs(KEPT_OF_ALL, Double.POSITIVE_INFINITY));
  }

  private ObservedRuntimes(SimilarJobs sameEstimate, SimilarJobs sameUser, SimilarJobs everyone) {
    this.sameEstimate = sameEstimate;
    this.sameUser = sameUser;
    this.everyone = everyone;
    steps = new SimilarJobs[] {sameEstimate, sameUser, everyone};
  }

  /** An independent copy; O(what is known). */
  public ObservedRuntimes copy() {
    return new ObservedRuntimes(sameEstimate.copy(), sameUser.copy(), everyone.copy());
  }

  /** One more job has ended. */
  public void ended(int user, int width, int estimate, int runtime) {
    int fraction = fraction(runtime, estimate);
    sameEstimate.add(key(user, estimate), runtime, width);
    sameUser.add(user, fraction, width);
    everyone.add(octave(estimate), fraction, width);
  }

  /** One more job runs, and has for {@code elapsed} seconds. */
  public void runs(int user, int width, int estimate, int elapsed) {
    int fraction = SimilarJobs.moreThan(fraction(elapsed, estimate));
    sameEstimate.add(key(user, estimate), SimilarJobs.moreThan(elapsed), width);
    sameUser.add(user, fraction, width);
    everyone.add(octave(estimate), fraction, width);
  }

  private static int fraction(int runtime, int estimate) {
    return (int) Math.min(Integer.MAX_VALUE, UNIT * runtime / Math.max(1, estimate));
  }

  @Override
  public int draw(int user, int width, int estimate, int elapsed, double chance) {
    int most = Math.max(estimate, elapsed + 1);
    int above = elapsed;
    double left = chance;
    for (int step = 0; step < steps.length; ) {
      SimilarJobs jobs = steps[step];
      int at = jobs.find(step == 0 ? key(user, estimate) : step == 1 ? user : octave(estimate));
      double scale = step == 0 ? 1 : estimate / UNIT;
      double weight = jobs.weight(at, width, scale, above, most);
      double share = weight / (weight + WHAT_COMES_AFTER);
      if (left >= share) {
        left = (left - share) / (1 - share);
        step++;
        continue;
      }
      double place = jobs.pick(at, width, scale, above, most, left / share * weight);
      int number = jobs.number(at, (int) place, scale);
      if (!SimilarJobs.isMore(number)) {
        return number;
      }
      above = SimilarJobs.moreThan(number);
      left = place - (int) place;
      step = 0;
    }
    return most;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The geometric mean of what is drawn, running jobs left out: of the latest jobs with the same
   * estimate, weighed against that of the fractions of the user's, of everyone's, and the estimate.
   */
  @Override
  public int expected(int user, int width, int estimate) {
    double mean = 0;
    double left = 1;
    for (int step = 0; step < steps.length; step++) {
      SimilarJobs jobs = steps[step];
      int at = jobs.find(step == 0 ? key(user, estimate) : step == 1 ? user : octave(estimate));
      double all = jobs.weightOfKnown(at, width) + WHAT_COMES_AFTER;
      mean += left / all * jobs.logsOfKnown(at, width, step == 0 ? 1 : estimate / UNIT);
      left *= WHAT_COMES_AFTER / all;
    }
    return SimilarJobs.exp(mean + left * SimilarJobs.log(estimate));
  }

  private static int octave(int estimate) {
    return Integer.numberOfLeadingZeros(Math.max(1, estimate));
  }

  private static long key(int user, int estimate) {
    return ((long) user << 32) | (estimate & 0xFFFFFFFFL);
  }
}
