package io.gnomon.sim.feedback;

import io.gnomon.sim.backtest.Backtest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.CategoryWaits;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.StudyResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The backtest scores of the policies: what the jobs of the past weeks would have cost under each
 * policy, had it been in force throughout. A backtest simulates the recorded arrivals from an empty
 * cluster. A study covers only about a day; the score adds the effect of a policy on later jobs.
 * Not thread-safe.
 */
public final class BacktestScores implements Saved {
  private static final int MAX_JOBS = 5000;
  private static final int MIN_JOBS = 50;
  private static final int DAY = 24 * 3600;
  private static final int WEEK = 7 * DAY;
  private static final Spec EASY = Spec.of("easy");
  // the penalty factor stays if the worst-off category waits this fraction of its wait under EASY;
  // it grows, from at least a quarter, if that category waits longer
  private static final double TARGET = 0.95;
  private static final double STEP = 2;
  private static final double MAX_STEP = 0.4;
  private static final double MIN_PENALTY_FACTOR = 1.0 / 16;
  private static final double GROWS_FROM = 0.25;
  private static final double MAX_PENALTY_FACTOR = 8;

  private final Map<String, Double> costs = new TreeMap<>();
  private int backtestedAt = -1;
  private int since = -1;
  private double penaltyFactor = 1;
  private final Anchor anchor = new Anchor();
  private boolean easyIsPossible;

  /**
   * The mean cost of the jobs submitted in one second of the past, by policy; empty before the
   * first backtest.
   */
  public Map<String, Double> costs() {
    return Map.copyOf(costs);
  }

  /** The second of the last backtest; -1 before the first. */
  public int backtestedAt() {
    return backtestedAt;
  }

  /** Lists the cost per second of each policy, the times and the penalty factor. */
  @Override
  public void fields(Fields fields) {
    List<String> policies = fields.texts("policy", List.copyOf(costs.keySet()));
    double[] kept = new double[policies.size()];
    Arrays.setAll(kept, i -> costs.getOrDefault(policies.get(i), 0.0));
    fields.fill("costPerSecond", kept);
    if (fields.reading()) {
      costs.clear();
      for (int i = 0; i < kept.length; i++) {
        costs.put(policies.get(i), kept[i]);
      }
    }
    since = fields.number("since", since);
    backtestedAt = fields.number("backtestedAt", backtestedAt);
    penaltyFactor = fields.number("penaltyFactor", penaltyFactor);
    if (fields.has("anchor")) {
      fields.section("anchor", anchor);
    }
  }

  /**
   * The factor by which the objective's penalties are multiplied. Backtests adapt it so that no
   * category waits too long.
   */
  public double penaltyFactor() {
    return penaltyFactor;
  }

  /** The second from which arrivals are recorded; -1 before the first call of {@link #due}. */
  public int since() {
    return since;
  }

  /**
   * The mean cost of the jobs submitted in one second of the past under a policy. A policy without
   * a backtest has the highest cost of the others; before the first backtest all have 0.
   */
  public double costPerSecond(Spec policy) {
    Double cost = costs.get(policy.toString());
    if (cost != null) {
      return cost;
    }
    // a policy without a backtest ranks last
    return costs.values().stream().mapToDouble(known -> known).max().orElse(0);
  }

  /** The leader of the backtests, and whether it is kept. */
  public Anchor anchor() {
    return anchor;
  }

  /**
   * Takes over the result of a backtest and adapts the penalty factor.
   *
   * @param result of the study that {@link #due} returned last
   */
  public void backtested(StudyResult result, CategoryWaitHistory waits) {
    double easy = result.incumbent().guarded().worst(0);
    if (easy > 0) {
      double excess = waits.worst(result.time()) / easy - TARGET;
      double from = excess > 0 ? Math.max(GROWS_FROM, penaltyFactor) : penaltyFactor;
      penaltyFactor = from * Math.exp(Math.max(-MAX_STEP, Math.min(MAX_STEP, STEP * excess)));
      penaltyFactor = Math.max(MIN_PENALTY_FACTOR, Math.min(MAX_PENALTY_FACTOR, penaltyFactor));
    }
    costs.clear();
    for (AlternativeResult policy : result.alternatives()) {
      double sum = policy.meanCost() * policy.jobs();
      costs.put(policy.spec().toString(), sum / result.horizonSeconds());
    }
    anchor.backtested(
        result, backtestedAt - since, policy -> easyIsPossible || !policy.equals(EASY));
  }

  /**
   * The next backtest, or null if none is due. Backtests are due daily at first, later after a
   * quarter of the recorded time, and at least weekly.
   *
   * @param firstSeen second from which arrivals are recorded
   * @param policies to simulate
   * @param live the present state, only read
   * @param history only read
   */
  public @Nullable ShadowStudy due(
      int firstSeen,
      List<Spec> policies,
      ClusterState live,
      JobHistory history,
      StudyDesign design) {
    int now = live.now();
    since = since < 0 ? firstSeen : since;
    int pause = Math.max(DAY, Math.min(WEEK, (now - since) / 4));
    if (policies.isEmpty() || now - Math.max(backtestedAt, since) < pause) {
      return null;
    }
    backtestedAt = now;
    easyIsPossible = policies.contains(EASY);
    Backtest past =
        Backtest.of(live, history, Math.max(since, now - design.memorySeconds()), MAX_JOBS, false);
    return past.jobs() < MIN_JOBS
        ? null
        : past.backtest(
            EASY,
            policies,
            anchor.choices(now - past.seconds(), policies::contains),
            StudyCriteria.of(design.criteria().objective()).guarded(List.of(CategoryWaits.FOUR)));
  }
}
