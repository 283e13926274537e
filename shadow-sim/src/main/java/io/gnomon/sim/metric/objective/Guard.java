package io.gnomon.sim.metric.objective;

/**
 * What no choice may break: a figure of the simulated jobs that must stay within a factor of what
 * the reference policy gives from the same state. Stateless; shared between threads.
 *
 * <p>Jobs fall into groups. The figure is that of the worst group: the mean of its jobs' values, or
 * the largest of all values for a guard of single jobs.
 */
public interface Guard {
  /** Its name in decisions. */
  String name();

  /** The most that the figure may be, as a multiple of the reference's; at least 1. */
  double factor();

  /** How many groups there are. */
  int groups();

  /** The job's group, or -1 for a job that does not count. */
  int group(ServedJob job);

  /** The job's value, from 0; less is better. */
  double value(ServedJob job);

  /** Whether single jobs count rather than the means of groups. */
  default boolean single() {
    return false;
  }
}
