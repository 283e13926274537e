package io.gnomon.sim.assess.figure;

/**
 * The effect of one configuration, compared with another one on the same jobs.
 *
 * @param waitGain relative reduction of the mean wait, negative if it rises
 * @param slowdownGain relative reduction of the mean bounded slowdown
 * @param combined relative reduction of the geometric mean of both
 * @param low lower end of the interval of {@code combined}; NaN if the record is too short for one
 * @param high upper end of the interval of {@code combined}; NaN as well
 */
public record Gain(double waitGain, double slowdownGain, double combined, double low, double high) {
  /** The most by which one of the two figures may rise for the sake of the other. */
  private static final double TOLERATED = 0.02;

  /** No effect. */
  public static final Gain NONE = new Gain(0, 0, 0, 0, 0);

  /** Whether the interval excludes that there is no gain. */
  public boolean isSignificant() {
    return low > 0;
  }

  /** Whether one of the two figures rises by more than is tolerated. */
  public boolean isMixed() {
    return Math.min(waitGain, slowdownGain) < -TOLERATED;
  }
}
