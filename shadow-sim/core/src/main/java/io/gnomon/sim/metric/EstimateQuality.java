package io.gnomon.sim.metric;

/** The quality of a user's runtime estimate: kettimuthu2005, section 5. */
public enum EstimateQuality {
  /** The estimate is at most twice the runtime. */
  WELL("well"),
  /** The estimate is more than twice the runtime; often the job was aborted. */
  BADLY("badly");

  private static final int MOST_TIMES_RUNTIME = 2;

  private final String label;

  EstimateQuality(String label) {
    this.label = label;
  }

  /** The quality of an estimate, both in seconds. */
  public static EstimateQuality of(int estimateSeconds, int runtimeSeconds) {
    return estimateSeconds <= (long) MOST_TIMES_RUNTIME * runtimeSeconds ? WELL : BADLY;
  }

  /** {@code well} or {@code badly}. */
  public String label() {
    return label;
  }
}
