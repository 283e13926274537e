package io.gnomon.sim.feedback;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How each policy would have served the jobs of the past weeks, had it been kept throughout: a
 * trial, from an empty machine, over the arrivals that really came. A study sees a day; what a
 * policy does for those who come after it, its backtestScore says. Not thread-safe.
 */
public final class BacktestScores {
  private static final int MOST_JOBS = 5000;
  private static final int LEAST_JOBS = 50;
  private static final int DAY = 24 * 3600;
  private static final int WEEK = 7 * DAY;
  private static final PolicySpec EASY = PolicySpec.of("easy");
  // the penalty factor stays if the worst-off category waits this fraction of its wait under EASY;
  // it grows, from at least a quarter, if that category waits longer
  private static final double TARGET = 0.95;
  private static final double STEP = 2;
  private static final double MOST_STEP = 0.4;
  private static final double MIN_PENALTY_FACTOR = 1.0 / 16;
  private static final double GROWS_FROM = 0.25;
  private static final double MAX_PENALTY_FACTOR = 8;

  private final Map<String, Double> costs = new TreeMap<>();
  private int backtestedAt = -1;
  private int since = -1;
  private double penaltyFactor = 1;

  /** By policy, what the jobs cost that came in a second of the past; empty before a trial. */
  public Map<String, Double> costs() {
    return Map.copyOf(costs);
  }

  /** The second of the last trial, -1 before the first. */
  public int backtestedAt() {
    return backtestedAt;
  }

  /** Returns the cost per second of each policy, the times and the penalty factor. */
  public Snapshot snapshot() {
    return new Snapshot()
        .putStrings("policy", List.copyOf(costs.keySet()))
        .put("costPerSecond", costs.values().stream().mapToDouble(cost -> cost).toArray())
        .put("since", since)
        .put("backtestedAt", backtestedAt)
        .put("penaltyFactor", penaltyFactor);
  }

  /** Restores a {@link #snapshot()}. */
  public void restore(Snapshot snapshot) {
    List<String> policies = snapshot.getStrings("policy");
    double[] kept = snapshot.getDoubles("costPerSecond", policies.size());
    costs.clear();
    for (int i = 0; i < kept.length; i++) {
      costs.put(policies.get(i), kept[i]);
    }
    since = snapshot.getInt("since");
    backtestedAt = snapshot.getInt("backtestedAt");
    penaltyFactor = snapshot.getDouble("penaltyFactor");
  }

  /** What the objective's penalties are multiplied by, so that no category waits too long. */
  public double penaltyFactor() {
    return penaltyFactor;
  }

  /** The first second that has been seen, -1 before the first trial. */
  public int since() {
    return since;
  }

  /** What the jobs cost under a policy that came in a second of the past; 0 before any trial. */
  public double costPerSecond(PolicySpec policy) {
    Double cost = costs.get(policy.toString());
    if (cost != null) {
      return cost;
    }
    // who has not been tried stands last
    return costs.values().stream().mapToDouble(known -> known).max().orElse(0);
  }

  /** Takes over the result of a backtest and adapts the penalty factor. */
  public void backtested(BacktestResult result, CategoryWaitHistory waits) {
    costs.clear();
    double easy = result.worstOffWait();
    if (easy > 0) {
      double excess = waits.worst(result.since()) / easy - TARGET;
      double from = excess > 0 ? Math.max(GROWS_FROM, penaltyFactor) : penaltyFactor;
      penaltyFactor = from * Math.exp(Math.max(-MOST_STEP, Math.min(MOST_STEP, STEP * excess)));
      penaltyFactor = Math.max(MIN_PENALTY_FACTOR, Math.min(MAX_PENALTY_FACTOR, penaltyFactor));
    }
    result.costsPerSecond().forEach((policy, cost) -> costs.put(policy.toString(), cost));
  }

  /**
   * The next trial, if one is due: each day at first, later after a quarter of what is known, at
   * last each week.
   *
   * @param firstSeen from when on arrivals are known
   * @param policies that are tried
   * @param live the present state, only read
   * @param history only read
   */
  public @Nullable Backtest due(
      int firstSeen,
      List<PolicySpec> policies,
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
    RecordedJobs past = history.recent(Math.max(since, now - design.memorySeconds()), now);
    if (past.size() < LEAST_JOBS) {
      return null;
    }
    int from = past.submit(Math.max(0, past.size() - MOST_JOBS));
    RecordedJobs jobs = history.recent(from, now);
    ClusterState empty = new ClusterState(live.processors());
    empty.advanceTo(from);
    SchedulingPolicy first = Policies.create(EASY);
    first.adopt(empty);
    List<PolicySpec> others = new ArrayList<>(policies);
    others.remove(EASY);
    return new Backtest(
        new ShadowStudy(
            empty,
            first,
            others,
            List.of(
                new Scenario.Fixed(
                    "past", (begin, end, firstJob, size) -> jobs.shifted(0, firstJob, size))),
            now - from,
            StudyDesign.ofEstimates(
                StudyCriteria.of(design.criteria().objective())
                    .guarded(List.of(CategoryWaits.FOUR)))));
  }
}
