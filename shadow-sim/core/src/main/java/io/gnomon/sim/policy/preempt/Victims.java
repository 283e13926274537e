package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import java.util.function.IntToDoubleFunction;

/**
 * The running jobs that an idle job would suspend under selective suspension (Kettimuthu et al.
 * 2005, sections 4.3 and 4.5). The price of a running job is the minimum xfactor of an idle job
 * that may suspend it: its own times the suspension factor and, if tuning spares it from waiting
 * jobs, a multiple of its limit. A search takes the running jobs with the lowest prices.
 */
final class Victims {
  private static final double LIMIT = 1.5;
  private static final double NEVER = Double.POSITIVE_INFINITY;

  private final SelectiveSuspensionFamily.Settings settings;
  private final ClusterState state;
  private final PlacedJobs placed;
  private final CategorySlowdowns slowdowns;
  private final IntToDoubleFunction xfactor;
  private final RankedJobs running = new RankedJobs();
  private final RankedJobs chosen = new RankedJobs();
  private int[] found = new int[0];
  private int searches;

  /**
   * A search in one state.
   *
   * @param xfactor of a slot
   */
  Victims(
      SelectiveSuspensionFamily.Settings settings,
      PlacedJobs placed,
      CategorySlowdowns slowdowns,
      IntToDoubleFunction xfactor) {
    this.settings = settings;
    this.state = placed.state();
    this.placed = placed;
    this.slowdowns = slowdowns;
    this.xfactor = xfactor;
  }

  /** Sorts the running jobs by their price for waiting jobs. */
  void rank() {
    running.fillRunning(state, this::price);
    running.sort(state);
  }

  /** The jobs found by the last search, in the order of suspension. */
  RankedJobs chosen() {
    return chosen;
  }

  /**
   * Finds the jobs that an idle job would suspend, widest first.
   *
   * @param own xfactor of the idle job
   * @param now whether jobs that have just started are spared
   * @return the required xfactor; if {@code own} is not enough, a lower bound of it, so that a
   *     search ends at the first running job that cannot be suspended; infinite if no xfactor is
   *     enough
   */
  double find(int slot, double own, boolean now) {
    chosen.clear();
    if (own < settings.factor()) { // no running job has an xfactor below 1
      return settings.factor();
    }
    double highest = placed.bound(slot) ? holders(slot, own, now) : cheapest(slot, own);
    chosen.sort(state);
    return highest;
  }

  /** The running jobs with the lowest prices that together leave enough processors for a job. */
  private double cheapest(int slot, double own) {
    int width = state.width(slot);
    int missing = placed.needed(slot) - placed.available();
    boolean anyWidth = state.phase(slot) == JobPhase.SUSPENDED;
    for (int k = 0; k < running.size(); k++) {
      int victim = running.slot(k);
      double price = running.rank(k);
      if (price > own) {
        return price;
      }
      int held = state.heldProcessors(victim);
      if (state.phase(victim) == JobPhase.RUNNING && (anyWidth || held <= 2 * width)) {
        // lowest price first among equally wide jobs
        chosen.add(victim, -held + 0.5 * (1 - 1 / price));
        missing -= held;
        if (missing <= 0) {
          return price;
        }
      }
    }
    return NEVER;
  }

  /** The running jobs on a suspended job's processors. */
  private double holders(int slot, double own, boolean now) {
    ProcessorMap map = placed.map();
    if (!map.reachable(slot) || state.freeProcessors() < 0) {
      return NEVER;
    }
    if (found.length < state.slotLimit()) {
      found = new int[2 * state.slotLimit()];
      searches = 0;
    }
    searches++;
    double highest = 0;
    int missing = placed.needed(slot) - state.freeProcessors();
    for (int p = map.nextTaken(slot, 0); p != ClusterState.NONE; p = map.nextTaken(slot, p + 1)) {
      int holder = map.owner(p);
      if (holder == ClusterState.NONE || found[holder] == searches) {
        continue;
      }
      found[holder] = searches;
      if (now && state.startTime(holder) >= state.now()) {
        return NEVER;
      }
      highest = Math.max(highest, priceForReturn(holder));
      if (highest > own) {
        return highest;
      }
      chosen.add(holder, -state.heldProcessors(holder));
      missing -= state.heldProcessors(holder);
    }
    // after a loss of capacity, jobs can hold processors that no longer exist
    return missing <= 0 ? highest : NEVER;
  }

  private double price(int victim) {
    double rank = xfactor.applyAsDouble(victim);
    double price = settings.factor() * rank;
    if (!settings.tuned()) {
      return price;
    }
    double limit = LIMIT * slowdowns.meanOf(state, victim);
    if (rank <= limit) {
      return price;
    }
    return settings.spares() ? NEVER : Math.max(price, settings.override() * limit);
  }

  /** The xfactor with which a suspended job may suspend the job on its processors. */
  private double priceForReturn(int holder) {
    return settings.spares() ? price(holder) : settings.factor() * xfactor.applyAsDouble(holder);
  }
}
