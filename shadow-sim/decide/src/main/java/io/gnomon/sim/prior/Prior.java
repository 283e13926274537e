package io.gnomon.sim.prior;

import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.WaitRatios;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What policies cost on other clusters, relative to EASY. Immutable.
 *
 * @param workloads the clusters' workloads, with what they were made from
 * @param source version of Gnomon that simulated them, and the commit if it is known
 * @param results of each policy, in the order of the workloads
 */
public record Prior(List<String> workloads, String source, Map<Spec, List<Result>> results) {
  /** No other cluster. */
  public static final Prior NONE = new Prior(List.of(), "none", Map.of());

  private static final String RESOURCE = "prior.json";

  /**
   * What a policy did on one workload.
   *
   * @param cost total bounded slowdown divided by that under EASY, greater than 0
   * @param waits compared with those under EASY
   */
  public record Result(double cost, WaitRatios waits) {
    /** Checks the ranges. */
    public Result {
      if (!(cost > 0 && waits.worstCategory() > 0 && waits.longest() > 0)) {
        throw new IllegalArgumentException(
            "a cost of %s and waits of %s are not allowed: each must be greater than 0"
                .formatted(cost, waits));
      }
    }
  }

  /** Copies the collections and checks that each policy has a result for each workload. */
  public Prior {
    workloads = List.copyOf(workloads);
    results = Map.copyOf(results);
    int each = workloads.size();
    results.forEach(
        (policy, of) -> {
          if (of.size() != each) {
            throw new IllegalArgumentException(
                "%s has %d results; it must have one for each of the %d workloads"
                    .formatted(policy, of.size(), each));
          }
        });
  }

  /**
   * The prior that is part of Gnomon; docs/tuning.md names its workloads.
   *
   * @throws IllegalStateException if it is missing or broken
   */
  public static Prior shipped() {
    try (InputStream in = Objects.requireNonNull(Prior.class.getResourceAsStream(RESOURCE))) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Reads a file that {@code train} wrote.
   *
   * @throws IllegalArgumentException for another text, with the place and what is allowed
   */
  public static Prior parse(String json) {
    return PriorText.read(json);
  }

  /** What a policy did on the other clusters; empty if it is not known. */
  public List<Result> of(Spec policy) {
    return results.getOrDefault(policy, List.of());
  }

  /** The mean logarithm of the policy's cost relative to EASY; 0 if it is not known. */
  double logCost(Spec policy) {
    return meanLog(policy, Result::cost);
  }

  /**
   * The natural logarithms of a policy's cost divided by that of another one, for each cluster;
   * empty unless both are known.
   */
  double[] logCosts(Spec policy, Spec other) {
    List<Result> one = of(policy);
    List<Result> two = of(other);
    return IntStream.range(0, Math.min(one.size(), two.size()))
        .mapToDouble(i -> Math.log(one.get(i).cost() / two.get(i).cost()))
        .toArray();
  }

  /**
   * The standard deviation of {@link #logCosts}; infinite for fewer than two clusters, which say
   * nothing about another one.
   */
  double deviation(Spec policy, Spec other) {
    double[] logCosts = logCosts(policy, other);
    int clusters = logCosts.length;
    if (clusters < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double mean = Arrays.stream(logCosts).average().orElse(0);
    double squares = Arrays.stream(logCosts).map(one -> (one - mean) * (one - mean)).sum();
    return Math.sqrt(squares / (clusters - 1));
  }

  /** The mean logarithm of a ratio; 0 if the policy is not known. */
  double meanLog(Spec policy, ToDoubleFunction<Result> ratio) {
    return of(policy).stream()
        .mapToDouble(result -> Math.log(ratio.applyAsDouble(result)))
        .average()
        .orElse(0);
  }
}
