package io.gnomon.sim.prior;

import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.Exclusion;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the choice of a policy over another one rests on.
 *
 * @param policy the first policy
 * @param exclusion why it must not be chosen, or null
 * @param clusters number of other clusters on which both are known, at least 0
 * @param better number of them on which the first policy has the lower slowdown
 * @param priorGain median over them of the share of the slowdown that it saves
 * @param weeks weeks of evidence of this cluster, at least 0
 * @param gain share of the slowdown that it would have saved in the records of this cluster
 * @param low lower end of the 80 % interval of that share; minus infinity if it is not known
 * @param high upper end, below 1 if the interval is known
 */
public record Basis(
    Spec policy,
    @Nullable Exclusion exclusion,
    int clusters,
    int better,
    double priorGain,
    double weeks,
    double gain,
    double low,
    double high) {
  private static final double LEAST_WEEKS = 0.25;

  /** What the choice of an alternative over {@code other} rests on. */
  public static Basis of(Posterior posterior, AlternativeResult alternative, Spec other) {
    Spec policy = alternative.spec();
    Exclusion broken = alternative.exclusion();
    double[] gains =
        Arrays.stream(posterior.prior().logCosts(policy, other))
            .map(logCost -> -Math.expm1(logCost))
            .sorted()
            .toArray();
    Evidence.Comparison seen = posterior.evidence().compare(policy, other);
    int middle = gains.length / 2;
    double median =
        gains.length == 0
            ? 0
            : gains.length % 2 == 1 ? gains[middle] : (gains[middle - 1] + gains[middle]) / 2;
    return new Basis(
        policy,
        broken == null ? posterior.broken(policy, other) : broken,
        gains.length,
        (int) Arrays.stream(gains).filter(gain -> gain > 0).count(),
        median,
        seen.weeks(),
        -Math.expm1(seen.logCost()),
        -Math.expm1(seen.logCost() + seen.half()),
        -Math.expm1(seen.logCost() - seen.half()));
  }

  /** The basis in words. */
  @Override
  public String toString() {
    String elsewhere =
        clusters == 0
            ? "nothing is known about this change from other clusters"
            : String.format(
                Locale.ROOT,
                "on %d of %d other clusters this lowered the slowdown (median %+.0f %%)",
                better,
                clusters,
                -100 * priorGain);
    return elsewhere + "; " + here();
  }

  private String here() {
    if (weeks < LEAST_WEEKS) {
      return "the records of this cluster say %s yet"
          .formatted(weeks == 0 ? "nothing" : "almost nothing");
    }
    String records =
        String.format(
            Locale.ROOT, "on this cluster, %.1f weeks of records say %+.0f %%", weeks, -100 * gain);
    return Double.isInfinite(low)
        ? records
        : String.format(
            Locale.ROOT, "%s (80 %% interval %+.0f to %+.0f %%)", records, -100 * high, -100 * low);
  }
}
