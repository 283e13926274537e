package io.gnomon.sim.predict;

/**
 * The observed runtimes of completed and running jobs, from which runtimes of active jobs can be
 * sampled.
 *
 * <p>Users repeat jobs: a job's runtime is sampled from the latest jobs of the same user with the
 * same estimate, where later jobs and jobs of the same width (three times) have more weight. The
 * lower the total weight of these jobs, the more often it is sampled from the fractions of the
 * estimate that the user's jobs ran, then from those of all jobs with such an estimate, and finally
 * it is the estimate itself; at each step the remaining sources have the weight of four jobs. Only
 * values above the job's elapsed time and up to its estimate are used.
 *
 * <p>Of several jobs that started together, the short ones end first. Counting only completed jobs
 * would therefore underestimate the next runtimes. A running job counts like a completed one with a
 * runtime longer than its elapsed time: if it is sampled, the runtime is sampled again from those
 * longer than it has run (Efron 1967, "The two sample problem with censored data", redistribution
 * to the right; with equal weights it is the Kaplan-Meier estimate).
 *
 * <p>Safe to share between threads once no more jobs are added. A sample costs O(kept jobs) times
 * the running jobs that it meets, an expected runtime O(kept jobs).
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

  /** No observations. */
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

  /** An independent copy; O(observations). */
  public ObservedRuntimes copy() {
    return new ObservedRuntimes(sameEstimate.copy(), sameUser.copy(), everyone.copy());
  }

  /** Adds a completed job. */
  public void ended(int user, int width, int estimate, int runtime) {
    int fraction = fraction(runtime, estimate);
    sameEstimate.add(key(user, estimate), runtime, width);
    sameUser.add(user, fraction, width);
    everyone.add(octave(estimate), fraction, width);
  }

  /** Adds a running job that has run for {@code elapsed} seconds. */
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
  public int sample(int user, int width, int estimate, int elapsed, double chance) {
    return sample(user, width, estimate, elapsed, chance, ESTIMATES);
  }

  /** {@inheritDoc} There, the last source is what is known of other sites. */
  @Override
  public RuntimeModel inWorld(long number) {
    RuntimeModel prior = new RuntimePrior(number);
    return (user, width, estimate, elapsed, chance) ->
        sample(user, width, estimate, elapsed, chance, prior);
  }

  private int sample(
      int user, int width, int estimate, int elapsed, double chance, RuntimeModel last) {
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
    return last.sample(user, width, estimate, above, left);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The geometric mean of the possible runtimes, without running jobs: of the latest jobs with
   * the same estimate, weighted against the fractions of the user's jobs, those of all jobs, and
   * the estimate.
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
