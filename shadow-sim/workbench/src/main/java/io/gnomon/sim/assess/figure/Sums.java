package io.gnomon.sim.assess.figure;

/**
 * Sums over a group of jobs.
 *
 * @param jobs their number
 * @param waitSeconds sum of their waits
 * @param slowdown sum of their bounded slowdowns
 */
public record Sums(long jobs, long waitSeconds, double slowdown) {
  /** No jobs. */
  public static final Sums NONE = new Sums(0, 0, 0);

  /** The sums over both. */
  public Sums plus(Sums other) {
    return new Sums(jobs + other.jobs, waitSeconds + other.waitSeconds, slowdown + other.slowdown);
  }

  /** The mean wait in seconds; 0 without jobs. */
  public double meanWait() {
    return jobs == 0 ? 0 : (double) waitSeconds / jobs;
  }

  /** The mean bounded slowdown; 1 without jobs. */
  public double meanSlowdown() {
    return jobs == 0 ? 1 : slowdown / jobs;
  }

  /** The relative reduction of the mean wait from {@code before} to this; negative if it rises. */
  public double waitGain(Sums before) {
    return gain(before.meanWait(), meanWait());
  }

  /** The relative reduction of the mean bounded slowdown from {@code before} to this. */
  public double slowdownGain(Sums before) {
    return gain(before.meanSlowdown(), meanSlowdown());
  }

  /**
   * The relative reduction of the geometric mean of mean wait and mean bounded slowdown, by which
   * changes are ranked.
   */
  public double gain(Sums before) {
    return 1 - Math.sqrt((1 - waitGain(before)) * (1 - slowdownGain(before)));
  }

  private static double gain(double before, double after) {
    return before == after ? 0 : 1 - after / Math.max(1e-9, before);
  }
}
