package io.gnomon.sim.fidelity;

/**
 * What is measured, and when the model is trusted.
 *
 * <p>A model that is not trusted becomes trusted when the relative error of the waits is at most
 * {@code mostError} and the relative bias at most half of that. A trusted model stays trusted until
 * one of them exceeds its limit by a quarter, so that chance does not withdraw and restore trust in
 * turn.
 *
 * @param spanSeconds time that one simulation covers, at least 0; with 0 nothing is measured
 * @param jobs number of compared jobs that trust needs, at least 0; with 0 the model is always
 *     trusted
 * @param mostError relative error of the waits up to which a model is trusted, above 0
 */
public record FidelitySettings(int spanSeconds, int jobs, double mostError) {
  /** Six hours: most waits begin and end within it, and a loss of trust is noticed the same day. */
  public static final int SPAN_SECONDS = 6 * 3600;

  /** The default number of jobs. */
  public static final int JOBS = 500;

  /**
   * The default limit. Two runs of one Slurm with the same jobs differ by about 0.3 in the waits of
   * single jobs.
   */
  public static final double MOST_ERROR = 0.4;

  /** Nothing is measured, and the model is always trusted. */
  public static final FidelitySettings NONE = new FidelitySettings(0, 0, MOST_ERROR);

  private static final double BIAS_SHARE = 0.5;
  private static final double HYSTERESIS = 1.25;

  /** Checks the ranges. */
  public FidelitySettings {
    require("spanSeconds", spanSeconds >= 0, spanSeconds, "at least 0");
    require("jobs", jobs >= 0, jobs, "at least 0");
    require("mostError", mostError > 0, mostError, "above 0");
    require("jobs", jobs == 0 || spanSeconds > 0, jobs, "0 if nothing is measured");
  }

  /** Whether anything is measured. */
  public boolean measures() {
    return spanSeconds > 0;
  }

  /** The relative bias up to which a model becomes trusted. */
  public double mostBias() {
    return BIAS_SHARE * mostError;
  }

  /**
   * Whether the figures are good enough.
   *
   * @param trusted whether the model is trusted so far
   */
  boolean accepts(FidelityTotals totals, boolean trusted) {
    double factor = trusted ? HYSTERESIS : 1;
    return totals.jobs() >= jobs
        && (totals.jobs() == 0
            || (totals.error() <= factor * mostError
                && Math.abs(totals.bias()) <= factor * mostBias()));
  }

  private static void require(String name, boolean holds, Object value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be " + allowed);
    }
  }
}
