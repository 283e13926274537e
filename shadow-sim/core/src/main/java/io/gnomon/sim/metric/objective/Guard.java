package io.gnomon.sim.metric.objective;

/**
 * A limit for alternatives: figures of the simulated jobs that must stay within a factor of those
 * of another policy, simulated from the same state. Stateless; shared between threads.
 *
 * <p>Jobs are divided into groups. What is compared, and with which policy, is the {@link Measure}.
 */
public interface Guard {
  /** What a guard compares. */
  enum Measure {
    /** The greatest mean of a group's values must not exceed the reference policy's. */
    WORST_MEAN,
    /** The greatest value of any job must not exceed the reference policy's. */
    GREATEST,
    /** No group's part of the sum of all values may fall below that under the incumbent. */
    SHARES
  }

  /** Its name in decisions. */
  String name();

  /** By how much the figure may be worse than the other policy's, as a factor; at least 1. */
  double factor();

  /** Number of groups. */
  int groups();

  /** The job's group, or -1 for a job that is not included. */
  int group(ServedJob job);

  /** The job's value, at least 0. */
  double value(ServedJob job);

  /** What is compared. */
  default Measure measure() {
    return Measure.WORST_MEAN;
  }
}
