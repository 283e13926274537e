package io.gnomon.sim.study;

/**
 * The waits under a policy divided by those under the reference policy. Waits below a minute count
 * as a minute, because ratios of short waits mean little.
 *
 * @param worstCategory ratio of the mean waits of the worst-off of four categories, greater than 0
 * @param longest ratio of the longest waits, greater than 0
 */
public record WaitRatios(double worstCategory, double longest) {
  /** Equal waits. */
  public static final WaitRatios EQUAL = new WaitRatios(1, 1);

  private static final double LEAST_WAIT = 60;

  /** The ratio of two waits in seconds. */
  static double ratio(double wait, double reference) {
    return Math.max(LEAST_WAIT, wait) / Math.max(LEAST_WAIT, reference);
  }
}
