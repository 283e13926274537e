package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.read.JobRecord;
import io.gnomon.bridge.slurm.read.Widths;
import java.util.OptionalLong;

/**
 * Puts waiting jobs into an order by nice values: with each job's own priority p, nice n and place
 * in the order, p + n is what Slurm itself gives the job, so that n can be chosen and taken back.
 *
 * <p>Under priority/basic p + n falls with each submission by one from the top of Slurm's range,
 * and a job is put exactly to its place further down; a new one, whose nice value the bridge's
 * script has set to {@link #BOTTOM}, stays below all until then. Under priority/multifactor p + n
 * moves between 0 and the sum of the site's weights; a place is wider than that, and jobs are
 * raised to theirs, so that a new one stays below all. Jobs at one place stand as the site has
 * them.
 *
 * @param order the order
 * @param origin epoch second from which waiting is counted
 * @param basic whether it is priority/basic
 * @param step from one place to the next
 * @param wholeNodes whether every job of the cluster gets whole nodes
 */
record Ordering(JobOrder order, long origin, boolean basic, long step, boolean wholeNodes) {
  /** The nice value of a job that has no place yet, beside what its user has given it. */
  static final long BOTTOM = 2_147_000_000L;

  /** The most that a user may give, above or below 0, for a job to be placed. */
  static final long MOST_OWN = 480_000L;

  private static final long RANGE = 2_000_000_000L;
  private static final long TOP_BASIC = 4_200_000_000L;
  private static final long DAY = 86_400L;
  private static final long BEFORE = 60 * DAY;
  private static final long AFTER = 400 * DAY;
  private static final double SMALLEST_LOGARITHM = -33;
  private static final long COARSEST_SECONDS = 3_600;

  /** How many places there are. */
  private long places() {
    return RANGE / step;
  }

  /** How many seconds of waiting one place is at most, 0 without a weight. */
  long coarsenessSeconds() {
    return order.weight() == 0 ? 0 : Math.round(span() / order.weight() / places());
  }

  /** Whether an hour of waiting tells. */
  boolean isFine() {
    return coarsenessSeconds() <= COARSEST_SECONDS;
  }

  private double span() {
    return order.criterion().largest() + order.weight() * (BEFORE + AFTER);
  }

  /**
   * A job's place, from 0 for the first.
   *
   * @param processors that it asks for
   * @param seconds its limit of time
   * @param submit epoch second of its submission
   */
  long place(long processors, long seconds, long submit) {
    double criterion = order.criterion().of(Math.max(1, processors), Math.max(1, seconds));
    double largest = order.criterion().largest();
    double share;
    if (order.weight() == 0) {
      double top = Math.log(largest);
      share = (top - Math.log(criterion)) / (top - SMALLEST_LOGARITHM);
    } else {
      double top = largest + order.weight() * BEFORE;
      share = (top - criterion - order.weight() * (origin - submit)) / span();
    }
    return Math.round(Math.min(1, Math.max(0, share)) * (places() - 1));
  }

  /** The nice value that puts a job to its place; nothing where its priority was set by hand. */
  OptionalLong nice(JobRecord job, Widths widths) {
    long place = place(widths.processors(job, true), widths.estimateSeconds(job), job.submit());
    if (!basic) {
      return OptionalLong.of(-(places() - place) * step);
    }
    long given = job.priority() + job.nice();
    return given < TOP_BASIC || given > (1L << 32)
        ? OptionalLong.empty()
        : OptionalLong.of(given - (TOP_BASIC - place));
  }
}
