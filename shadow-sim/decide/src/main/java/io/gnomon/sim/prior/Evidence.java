package io.gnomon.sim.prior;

import io.gnomon.sim.backtest.Backtest;
import io.gnomon.sim.metric.StudentQuantile;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.study.WaitRatios;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What the cluster's own records say about policies: the costs of the blocks of its backtests over
 * the past 52 weeks, and the waits in the last backtest. Bounded memory. Not thread-safe.
 */
public final class Evidence implements Saved {
  private static final int WEEK = 7 * 24 * 3600;
  private static final int KEPT = 52 * WEEK;
  private static final double MISSING = -1;

  private final List<Block> blocks = new ArrayList<>();
  private Map<Spec, WaitRatios> waits = Map.of();
  private double waitWeeks;
  private final String objective;

  /**
   * No evidence.
   *
   * @param objective of the costs; what was saved for another one is not restored
   */
  public Evidence(String objective) {
    this.objective = objective;
  }

  /**
   * Jobs submitted within a time.
   *
   * @param start its first second
   * @param seconds its length
   * @param costs of the jobs under each policy
   */
  private record Block(int start, int seconds, Map<Spec, Double> costs) {
    int middle() {
      return start + seconds / 2;
    }

    /** The cost under a policy that was simulated. */
    double cost(Spec policy) {
      return Objects.requireNonNull(costs.get(policy));
    }

    /** A block counts by its length, and the less the policies differ, the less it counts. */
    double weeks() {
      double least = costs.values().stream().mapToDouble(cost -> cost).min().orElse(1);
      double most = costs.values().stream().mapToDouble(cost -> cost).max().orElse(1);
      double differing = least > 0 ? Math.min(1, Math.log(most / least)) : 0;
      return differing * seconds / WEEK;
    }
  }

  /**
   * Compares two policies.
   *
   * @param weeks how many weeks of evidence there are, at least 0; 0 if the policies were not
   *     simulated together
   * @param logCost natural logarithm of the first policy's cost divided by the other's
   * @param error standard error of {@code logCost}, larger for few blocks, so that four of five
   *     values of a normal distribution are as near as those of Student's t distribution; infinite
   *     unless the policies differ in at least two blocks
   */
  public record Comparison(double weeks, double logCost, double error) {
    private static final Comparison NONE = of(0, 0);

    private static Comparison of(double weeks, double logCost) {
      return new Comparison(weeks, logCost, Double.POSITIVE_INFINITY);
    }

    /** Half of the 80 % interval of {@code logCost}. */
    public double half() {
      return StudentQuantile.NORMAL * error;
    }
  }

  /** Whether there has been no backtest. */
  public boolean isEmpty() {
    return waits.isEmpty();
  }

  /**
   * Compares two policies over the blocks in which both were simulated, by their total costs. The
   * interval is from the spread of the logarithms of the ratios in the single blocks around that of
   * the totals: each block weighs as it does in the evidence, and the mean of {@code n} blocks has
   * Student's t distribution with {@code n - 1} degrees of freedom.
   */
  public Comparison compare(Spec policy, Spec other) {
    List<Block> both =
        blocks.stream()
            .filter(block -> block.costs.keySet().containsAll(List.of(policy, other)))
            .toList();
    double weeks = both.stream().mapToDouble(Block::weeks).sum();
    double cost = both.stream().mapToDouble(block -> block.cost(policy)).sum();
    double base = both.stream().mapToDouble(block -> block.cost(other)).sum();
    if (!(cost > 0 && base > 0)) {
      return Comparison.NONE;
    }
    double logCost = Math.log(cost / base);
    double[] deviations =
        both.stream()
            .filter(one -> one.weeks() > 0 && one.cost(policy) > 0 && one.cost(other) > 0)
            .mapToDouble(
                one -> one.weeks() * (Math.log(one.cost(policy) / one.cost(other)) - logCost))
            .toArray();
    int n = deviations.length;
    if (n < 2) {
      return Comparison.of(weeks, logCost);
    }
    double squares = Arrays.stream(deviations).map(one -> one * one).sum();
    double error = Math.sqrt(squares * n / (n - 1)) / weeks;
    return new Comparison(
        weeks, logCost, error * StudentQuantile.ninetieth(n) / StudentQuantile.NORMAL);
  }

  /** A ratio of the waits in the last backtest, if the policy was simulated in it. */
  Comparison waits(Spec policy, ToDoubleFunction<WaitRatios> ratio) {
    WaitRatios of = waits.get(policy);
    return of == null
        ? Comparison.NONE
        : Comparison.of(waitWeeks, Math.log(ratio.applyAsDouble(of)));
  }

  /** A copy with the blocks of a backtest; see {@link #add}. */
  public Evidence with(StudyResult backtest) {
    Evidence copy = copy();
    copy.add(backtest);
    return copy;
  }

  /** A copy that does not change with this object. */
  public Evidence copy() {
    Evidence copy = new Evidence(objective);
    copy.blocks.addAll(blocks);
    copy.waits = waits;
    copy.waitWeeks = waitWeeks;
    return copy;
  }

  /**
   * Adds the blocks of a backtest, in place of earlier figures of the same time. If there are
   * earlier ones of the first quarter, these are kept: a backtest begins with an empty cluster. A
   * block counts when as much time as it is long has passed since its end, because until then many
   * of its jobs may wait.
   *
   * @param backtest its waits are compared with the reference
   */
  public void add(StudyResult backtest) {
    int from = backtest.time();
    int seconds = Backtest.blockSeconds(backtest.horizonSeconds());
    boolean continued = !blocks.isEmpty() && blocks.get(0).start < from;
    int cut = continued ? from + backtest.horizonSeconds() / 4 : from;
    int oldest = from + backtest.horizonSeconds() - KEPT;
    blocks.removeIf(block -> block.middle() >= cut || block.start < oldest);
    waitWeeks = 0;
    int end = from + backtest.horizonSeconds();
    int batches = backtest.incumbent().figures().costs().length;
    // the first batch has the jobs before the backtest: none
    for (int batch = 1; batch < batches; batch++) {
      int start = from + (batch - 1) * seconds;
      Block block = new Block(start, Math.min(seconds, end - start), costs(backtest, batch));
      boolean used = backtest.incumbent().figures().counts()[batch] > 0;
      waitWeeks += used ? block.weeks() : 0;
      boolean settled = start + 2 * seconds <= end;
      if (used && settled && block.middle() >= cut) {
        blocks.add(block);
      }
    }
    Map<Spec, WaitRatios> latest = new LinkedHashMap<>();
    backtest.alternatives().forEach(one -> latest.put(one.spec(), one.waits()));
    waits = latest;
  }

  private static Map<Spec, Double> costs(StudyResult backtest, int batch) {
    Map<Spec, Double> costs = new LinkedHashMap<>();
    for (AlternativeResult one : backtest.alternatives()) {
      costs.put(one.spec(), one.figures().costs()[batch]);
    }
    return costs;
  }

  /** Lists the blocks and the waits. */
  @Override
  public void fields(Fields fields) {
    if (!fields.text("objective", objective).equals(objective)) {
      return;
    }
    List<Spec> policies =
        Stream.concat(
                blocks.stream().flatMap(block -> block.costs.keySet().stream()),
                waits.keySet().stream())
            .distinct()
            .toList();
    policies =
        fields.texts("policy", policies.stream().map(Spec::toString).toList()).stream()
            .map(Spec::parse)
            .toList();
    List<Block> stored = new ArrayList<>();
    fields.rows(
        table -> blocks.forEach(block -> table.add(block.start, block.seconds)),
        row -> stored.add(new Block(row[0], row[1], new LinkedHashMap<>())),
        "start",
        "seconds");
    List<Block> all = fields.reading() ? stored : blocks;
    Map<Spec, WaitRatios> storedWaits = new LinkedHashMap<>();
    for (Spec policy : policies) {
      double[] costs = new double[all.size()];
      Arrays.setAll(costs, i -> all.get(i).costs.getOrDefault(policy, MISSING));
      fields.fill("cost of " + policy, costs);
      WaitRatios of = waits.get(policy);
      double[] ratios = {
        of == null ? MISSING : of.worstCategory(), of == null ? MISSING : of.longest()
      };
      fields.fill("waits of " + policy, ratios);
      if (fields.reading()) {
        for (int i = 0; i < costs.length; i++) {
          if (costs[i] >= 0) {
            stored.get(i).costs.put(policy, costs[i]);
          }
        }
        if (ratios[0] >= 0) {
          storedWaits.put(policy, new WaitRatios(ratios[0], ratios[1]));
        }
      }
    }
    waitWeeks = fields.number("waitWeeks", waitWeeks);
    if (fields.reading()) {
      blocks.clear();
      blocks.addAll(stored);
      waits = storedWaits;
    }
  }
}
