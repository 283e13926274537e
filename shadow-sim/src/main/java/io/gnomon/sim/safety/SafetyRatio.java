package io.gnomon.sim.safety;

import java.util.Arrays;
import java.util.Locale;

/**
 * One thing that a loop must not do, and by how much it does it: a figure of the loop over the same
 * figure of what it is held against, on one log of each seed.
 *
 * @param check that it belongs to
 * @param workload that the logs were drawn from
 * @param against what the loop is held against
 * @param figure that is compared
 * @param ratios the loop's over the other's, one a log; below 1 the loop is better
 * @param limit that their geometric mean must not exceed; single runs are chaotic
 */
public record SafetyRatio(
    Check check, String workload, String against, Figure figure, double[] ratios, double limit) {
  private static final double LUCK = 2;

  /** The checks that docs/evaluation.md describes. */
  public enum Check {
    /** The initial policy is already the best. */
    BEST_INCUMBENT("the initial policy is the best"),
    /** The workload changes its character. */
    CHANGED_CHARACTER("from the third day after the workload changed its character"),
    /** The model of the cluster is wrong. */
    WRONG_MODEL("runtimes twice the assumed ones, a third of the arrivals unknown");

    private final String title;

    Check(String title) {
      this.title = title;
    }

    /** What is so. */
    public String title() {
      return title;
    }

    /** Its name in commands and JSON, such as {@code best-incumbent}. */
    public String word() {
      return SafetyRatio.word(this);
    }
  }

  /** What is compared. */
  public enum Figure {
    /** Mean bounded slowdown. */
    SLOWDOWN("bounded slowdown"),
    /** Mean wait. */
    WAIT("mean wait"),
    /** Mean wait of the worst served of four categories. */
    WORST_CATEGORY("worst of 4");

    private final String title;

    Figure(String title) {
      this.title = title;
    }

    /** Its name for readers. */
    public String title() {
      return title;
    }

    /** Its name in JSON. */
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

  /** The standard error of that mean; NaN of a single log, and where a ratio is 0 or infinite. */
  public double standardError() {
    double mean = Math.log(mean());
    double squares =
        Arrays.stream(ratios).map(ratio -> Math.log(ratio) - mean).map(off -> off * off).sum();
    return mean() * Math.sqrt(squares / (ratios.length - 1) / ratios.length);
  }

  /** The largest ratio. */
  public double most() {
    return Arrays.stream(ratios).max().orElse(1);
  }

  /** Whether the mean keeps the limit. */
  public boolean holds() {
    return mean() <= limit;
  }

  /**
   * Whether luck may be why the limit is not kept: the mean is above it by at most twice its
   * standard error, or is of a single log. One that keeps it may do so by luck as well.
   */
  public boolean mayBeChance() {
    boolean sure = Double.isInfinite(mean()) || mean() - limit > LUCK * standardError();
    return !holds() && !sure;
  }

  @Override
  public String toString() {
    return "%s, %s, %s against %s: %s, mean %.3f, at most %.2f"
        .formatted(
            check.title(),
            workload,
            figure.title(),
            against,
            Arrays.toString(ratios),
            mean(),
            limit);
  }
}
