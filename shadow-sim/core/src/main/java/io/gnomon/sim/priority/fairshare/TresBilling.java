package io.gnomon.sim.priority.fairshare;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a job in a partition is billed per second: the amounts that it holds, each times its weight.
 * Usage of associations counts billed seconds. Immutable and thread-safe; costs O(weights).
 *
 * <p>Source: Slurm manual, slurm.conf, {@code TRESBillingWeights} and {@code
 * PriorityFlags=MAX_TRES}.
 */
public final class TresBilling {
  /** Bills the CPUs of a job, as without {@code TRESBillingWeights}. */
  public static final TresBilling CPUS = new TresBilling(Map.of("cpu", 1.0), Rule.SUM);

  /** How weighted amounts become one. */
  public enum Rule {
    /** The sum of all. */
    SUM,
    /**
     * {@code MAX_TRES}: the greatest of CPUs, memory, nodes and generic resources, and the sum of
     * the others, such as licences.
     */
    MAX_TRES,
    /**
     * {@code MAX_TRES_GRES}: the greatest of CPUs, memory and nodes, and the sum of the others,
     * generic resources among them.
     */
    MAX_TRES_GRES
  }

  private static final Set<String> ON_NODE = Set.of("cpu", "mem", "node");
  private static final String GENERIC = "gres/";

  private record Weight(String tres, double weight, boolean competes) {}

  private final List<Weight> weights;

  /**
   * Creates a billing.
   *
   * @param weights by TRES, such as {@code cpu}, {@code mem} in MiB, {@code node}, {@code gres/gpu}
   *     and {@code license/NAME}; a weight may be negative
   */
  public TresBilling(Map<String, Double> weights, Rule rule) {
    this.weights =
        new TreeMap<>(weights)
            .entrySet().stream()
                .map(of -> new Weight(of.getKey(), of.getValue(), competes(of.getKey(), rule)))
                .toList();
  }

  private static boolean competes(String tres, Rule rule) {
    return rule != Rule.SUM
        && (ON_NODE.contains(tres) || (rule == Rule.MAX_TRES && tres.startsWith(GENERIC)));
  }

  /**
   * What a job is billed per second.
   *
   * @param amounts the amount of a TRES that it holds on all of its nodes, memory in MiB
   */
  public double of(ToDoubleFunction<String> amounts) {
    double greatest = 0;
    double sum = 0;
    for (Weight weight : weights) {
      double billed = weight.weight * amounts.applyAsDouble(weight.tres);
      if (weight.competes) {
        greatest = Math.max(greatest, billed);
      } else {
        sum += billed;
      }
    }
    return greatest + sum;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TresBilling that && weights.equals(that.weights);
  }

  @Override
  public int hashCode() {
    return weights.hashCode();
  }

  @Override
  public String toString() {
    return weights.toString();
  }
}
