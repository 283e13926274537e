package io.gnomon.sim.search;

/**
 * A limit that the administrator allows Gnomon to change, and in which range.
 *
 * @param parameter its parameter of the policy {@code slurm}, such as {@code qos.normal.MaxJobsPU}
 * @param least the smallest value, at least 0
 * @param most the largest value, at least {@code least}
 */
public record LimitRange(String parameter, long least, long most) {
  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it is empty or begins below 0
   */
  public LimitRange {
    if (least < 0 || most < least) {
      throw new IllegalArgumentException(
          "%s may be from %d to %d; the smallest value must be at least 0 and at most the largest"
              .formatted(parameter, least, most));
    }
  }

  /** The value in this range that is nearest to {@code value}. */
  long nearest(long value) {
    return Math.max(least, Math.min(most, value));
  }
}
