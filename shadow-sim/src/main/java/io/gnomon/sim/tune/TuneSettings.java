package io.gnomon.sim.tune;

/**
 * How a cluster is tuned.
 *
 * @param threshold of the aggregate bounded slowdown, at least 1; T of lawson2005
 * @param periodSeconds between two looks, and how far each looks back; a week in lawson2005
 * @param horizonSeconds how far a study simulates, and how much of the past a replay repeats; L
 * @param search the alternatives
 * @param rails the guard rails
 * @param design how a study is made
 */
public record TuneSettings(
    double threshold,
    int periodSeconds,
    int horizonSeconds,
    SearchSpace search,
    GuardRails rails,
    StudyDesign design) {
  /** Seconds of a week. */
  public static final int WEEK = 7 * 24 * 3600;

  /** Checks the ranges. */
  public TuneSettings {
    require("threshold", threshold >= 1, threshold, "at least 1");
    require("periodSeconds", periodSeconds >= 1, periodSeconds, "at least 1");
    require("horizonSeconds", horizonSeconds >= 1, horizonSeconds, "at least 1");
  }

  /** Settings with the report's studies. */
  public TuneSettings(
      double threshold,
      int periodSeconds,
      int horizonSeconds,
      SearchSpace search,
      GuardRails rails) {
    this(threshold, periodSeconds, horizonSeconds, search, rails, StudyDesign.REPORT);
  }

  /** The report's settings: a look a week, 1 to {@code partitions} partitions, no guard rails. */
  public static TuneSettings weekly(double threshold, int horizonSeconds, int partitions) {
    return new TuneSettings(
        threshold, WEEK, horizonSeconds, SearchSpace.partitions(partitions), GuardRails.NONE);
  }

  private static void require(String name, boolean holds, Object value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be " + allowed);
    }
  }
}
