package io.gnomon.sim.metric.objective;

/**
 * A limit for alternatives: a figure of the simulated jobs that must stay within a factor of the
 * figure of the reference policy, simulated from the same state. Stateless; shared between threads.
 *
 * <p>Jobs are divided into groups. The figure is that of the worst group: the mean of its jobs'
 * values, or the maximum over all jobs for a guard of {@link #single} jobs.
 */
public interface Guard {
  /** Its name in decisions. */
  String name();

  /** Maximum of the figure as a multiple of the reference's; at least 1. */
  double factor();

  /** Number of groups. */
  int groups();

  /** The job's group, or -1 for a job that is not included. */
  int group(ServedJob job);

  /** The job's value, at least 0; less is better. */
  double value(ServedJob job);

  /** Whether the maximum over single jobs counts instead of group means. */
  default boolean single() {
    return false;
  }
}
