package io.gnomon.sim.study;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.objective.BatchCost;
import io.gnomon.sim.metric.objective.ServedJob;
import io.gnomon.sim.priority.ResolvedAccount;
import java.util.Arrays;
import java.util.List;

/** Sums the costs of the jobs in one simulation of a study, in batches by submit time. */
final class CostMeter implements SimulationListener {

  private final int from;
  private final int horizon;
  private final int batchSeconds;
  private final StudyCriteria criteria;
  private final BatchCost[] costs;
  private final double[] slowdowns;
  private final int[] counts;
  private int longestWait;
  private final GuardFigures guarded;
  private final GuardFigures categories;
  private final ServedJob job = new ServedJob();

  CostMeter(int from, int horizon, int processors, StudyDesign design) {
    this.from = from;
    this.horizon = horizon;
    criteria = design.criteria();
    batchSeconds = design.batchSeconds();
    costs = new BatchCost[batches(horizon - from, batchSeconds)];
    Arrays.setAll(costs, batch -> criteria.objective().newBatchCost());
    slowdowns = new double[costs.length];
    counts = new int[costs.length];
    guarded = new GuardFigures(criteria.guards());
    categories =
        new GuardFigures(criteria.comparesWaits() ? List.of(CategoryWaits.FOUR) : List.of());
    job.processors = processors;
  }

  /**
   * The number of batches of a simulation: one for the jobs submitted before it starts, then one
   * per {@code batchSeconds}.
   */
  static int batches(int seconds, int batchSeconds) {
    return 2 + seconds / batchSeconds;
  }

  @Override
  public void finished(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    add(state, slot, state.now() - state.submitTime(slot) - runtime, runtime, 0);
  }

  /**
   * Adds the jobs that are active at the horizon. Held jobs do not count, because no policy can
   * start them.
   */
  void close(Simulation simulation) {
    ClusterState state = simulation.state();
    state.forEachActive(
        slot -> {
          if (state.phase(slot) != JobPhase.HELD) {
            boolean runs = state.phase(slot) == JobPhase.RUNNING;
            int until = runs ? state.startTime(slot) : horizon;
            int wait = until - state.submitTime(slot) - state.servedSeconds(slot);
            int runtime = simulation.runtime(slot);
            int served = state.servedSeconds(slot) + (runs ? horizon - until : 0);
            add(state, slot, wait, runtime, Math.max(0, runtime - served));
          }
        });
  }

  /**
   * Adds a job, unless the site's limits never let it start. That does not depend on the policy, so
   * that all alternatives count the same jobs, also those that set other limits.
   */
  private void add(ClusterState state, int slot, int wait, int runtime, int left) {
    if (state.neverStarts(slot)) {
      return;
    }
    job.wait = Math.max(0, wait);
    longestWait = Math.max(longestWait, wait);
    job.runtime = runtime;
    job.left = left;
    job.width = state.width(slot);
    job.user = state.user(slot);
    job.priority = state.priority(slot);
    describeAccount(state, slot);
    int since = state.submitTime(slot) - from;
    int batch = since < 0 ? 0 : 1 + since / batchSeconds;
    costs[batch].add(job, criteria.objective().cost(job));
    slowdowns[batch] += job.boundedSlowdown();
    counts[batch]++;
    guarded.add(job);
    categories.add(job);
  }

  private void describeAccount(ClusterState state, int slot) {
    boolean known = state.hasAccounting() && state.accounting().hasAccount(slot);
    job.association = known ? state.accounting().account(slot).association() : ResolvedAccount.NONE;
    job.account =
        job.association == ResolvedAccount.NONE
            ? ResolvedAccount.NONE
            : state.accounting().accounts().tree().parent(job.association);
  }

  GuardFigures guarded() {
    return guarded;
  }

  /** The waits of the four categories; without figures if the criteria do not use them. */
  GuardFigures categories() {
    return categories;
  }

  void copyInto(CostSums all, int scenario) {
    int offset = scenario * costs.length;
    all.longestWaits()[scenario] = longestWait;
    for (int batch = 0; batch < costs.length; batch++) {
      all.costs()[offset + batch] = costs[batch].total();
    }
    System.arraycopy(slowdowns, 0, all.slowdowns(), offset, costs.length);
    System.arraycopy(counts, 0, all.counts(), offset, counts.length);
  }
}
