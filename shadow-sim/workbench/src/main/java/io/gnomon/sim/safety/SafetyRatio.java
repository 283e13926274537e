package io.gnomon.sim.safety;

import java.util.Arrays;
import java.util.Locale;

/**
 * The result of a safety check: the ratio of a figure of the loop to the same figure of its
 * baseline, one ratio for each generated log.
 *
 * @param check the check
 * @param workload the workload of the logs
 * @param baseline what the loop is compared with
 * @param figure the figure that is compared
 * @param ratios loop to baseline, one per log; below 1 the loop is better
 * @param limit upper limit of the geometric mean of the ratios; single runs vary too much
 */
public record SafetyRatio(
    Check check, String workload, String baseline, Figure figure, double[] ratios, double limit) {
  private static final double CHANCE_ERRORS = 2;

  /** The checks, described in docs/evaluation.md. */
  public enum Check {
    /** The initial policy is already the best. */
    BEST_INCUMBENT("the initial policy is the best"),
    /** The workload changes to other kinds of jobs. */
    CHANGED_CHARACTER(
        "from the third day (durable: week) after the workload changed to other jobs"),
    /** The model of the cluster is wrong. */
    WRONG_MODEL("runtimes twice the assumed ones, a third of the arrivals unknown");

    private final String title;

    Check(String title) {
      this.title = title;
    }

    /** The situation that is checked, for reports. */
    public String title() {
      return title;
    }

    /** The name in commands and JSON, such as {@code best-incumbent}. */
    public String word() {
      return SafetyRatio.word(this);
    }
  }

  /** The figures that are compared. */
  public enum Figure {
    /** Mean bounded slowdown. */
    SLOWDOWN("bounded slowdown"),
    /** Mean wait. */
    WAIT("mean wait"),
    /** Mean wait of the worst-off of four categories. */
    WORST_CATEGORY("worst of 4");

    private final String title;

    Figure(String title) {
      this.title = title;
    }

    /** The name in tables. */
    public String title() {
      return title;
    }

    /** The name in JSON. */
    public String word() {
      return SafetyRatio.word(this);
    }
  }

  private static String word(Enum<?> of) {
    return of.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Copies the ratios. */
  public SafetyRatio {
    ratios = ratios.clone();
  }

  @Override
  public double[] ratios() {
    return ratios.clone();
  }

  /** The geometric mean of the ratios. */
  public double mean() {
    return Math.exp(Arrays.stream(ratios).map(Math::log).average().orElse(0));
  }

  /** The standard error of the mean; NaN for a single log, and if a ratio is 0 or infinite. */
  public double standardError() {
    double mean = Math.log(mean());
    double squares =
        Arrays.stream(ratios).map(ratio -> Math.log(ratio) - mean).map(off -> off * off).sum();
    return mean() * Math.sqrt(squares / (ratios.length - 1) / ratios.length);
  }

  /** The largest ratio. */
  public double max() {
    return Arrays.stream(ratios).max().orElse(1);
  }

  /** Whether the mean is within the limit. */
  public boolean holds() {
    return mean() <= limit;
  }

  /**
   * Whether a mean above the limit may be due to the random seeds: it exceeds the limit by at most
   * twice its standard error, or there is a single log. A mean within the limit may also be due to
   * chance.
   */
  public boolean mayBeChance() {
    boolean sure = Double.isInfinite(mean()) || mean() - limit > CHANCE_ERRORS * standardError();
    return !holds() && !sure;
  }

  @Override
  public String toString() {
    return "%s, %s, %s baseline %s: %s, mean %.3f, at max %.2f"
        .formatted(
            check.title(),
            workload,
            figure.title(),
            baseline,
            Arrays.toString(ratios),
            mean(),
            limit);
  }
}
