package io.gnomon.bridge.slurm.order;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.policy.JobOrder;
import io.gnomon.bridge.slurm.queue.JobRequests;
import java.util.OptionalLong;

/**
 * Orders pending jobs by nice values. For a job with the present priority p and nice value n, p + n
 * is the priority that Slurm itself gives the job, so a nice value can be chosen for any priority
 * and restored later.
 *
 * <p>Under priority/basic, p + n starts at the top of Slurm's range and decreases by one with each
 * submission. Each job is moved down to its exact place. A new job is below all places until the
 * next poll, because the routing script sets its nice value to {@link #BOTTOM}.
 *
 * <p>Under priority/multifactor, p + n varies between 0 and the sum of the site's weights. The
 * distance between two places is larger than that sum, and jobs are raised to their places, so a
 * new job is below all of them. Jobs with the same place are in the site's order.
 *
 * @param order the order to establish
 * @param origin epoch second from which waiting time is counted
 * @param basic whether the priority plugin is priority/basic
 * @param step distance between two places
 * @param wholeNodes whether every job of the cluster is allocated whole nodes
 */
public record NiceOrder(JobOrder order, long origin, boolean basic, long step, boolean wholeNodes) {
  /** The nice value of a job without a place, to which the user's own value is added. */
  public static final long BOTTOM = 2_147_000_000L;

  /** The largest absolute nice value of a user's own; jobs with a larger one are not ordered. */
  public static final long MAX_OWN = 480_000L;

  private static final long RANGE = 2_000_000_000L;
  private static final long TOP_BASIC = 4_200_000_000L;
  private static final long DAY = 86_400L;
  private static final long BEFORE = 60 * DAY;
  private static final long AFTER = 400 * DAY;
  private static final double SMALLEST_LOGARITHM = -33;
  private static final long MAX_PLACE_SECONDS = 3_600;

  private long places() {
    return RANGE / step;
  }

  /** Returns the waiting time that one place stands for, in seconds; 0 without a weight. */
  public long placeSeconds() {
    return order.weight() == 0 ? 0 : Math.round(span() / order.weight() / places());
  }

  /** Returns whether an hour of waiting changes a job's place. */
  public boolean hasFinePlaces() {
    return placeSeconds() <= MAX_PLACE_SECONDS;
  }

  private double span() {
    return order.criterion().largest() + order.weight() * (BEFORE + AFTER);
  }

  /**
   * Returns a job's place, from 0 for the first.
   *
   * @param processors requested processors
   * @param seconds the job's time limit
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

  /**
   * Returns the nice value that moves a job to its place, or nothing if someone has set the job's
   * priority.
   */
  OptionalLong nice(JobRecord job, JobRequests requests) {
    long place = place(requests.processors(job, true), requests.estimateSeconds(job), job.submit());
    if (!basic) {
      return OptionalLong.of(-(places() - place) * step);
    }
    long given = job.priority() + job.nice();
    return given < TOP_BASIC || given > (1L << 32)
        ? OptionalLong.empty()
        : OptionalLong.of(given - (TOP_BASIC - place));
  }
}
