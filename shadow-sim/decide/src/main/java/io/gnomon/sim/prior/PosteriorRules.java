package io.gnomon.sim.prior;

/**
 * The constants of the posterior. The command {@code safety --choose} compares them with others on
 * generated logs.
 *
 * @param priorWeeks number of weeks of evidence that the prior counts for in the expected gain, at
 *     least 0
 * @param leastGain how much lower the logarithm of another policy's cost must be for a change, at
 *     least 0
 * @param leastDeviations by how many standard deviations it must be lower than that of a policy
 *     that the site chose, at least 0; with 0.675, the chance of a loss is a quarter
 */
public record PosteriorRules(double priorWeeks, double leastGain, double leastDeviations) {
  /** The constants in use. */
  public static final PosteriorRules DEFAULT = new PosteriorRules(4, 0.02, 0.675);

  /** Checks the ranges. */
  public PosteriorRules {
    if (!(priorWeeks >= 0) || !(leastGain >= 0) || !(leastDeviations >= 0)) {
      throw new IllegalArgumentException(
          "priorWeeks is %s, leastGain %s and leastDeviations %s; they must be at least 0"
              .formatted(priorWeeks, leastGain, leastDeviations));
    }
  }
}
