package io.gnomon.sim.policy.slack;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.placement.Placement;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The search for a cheaper schedule (talby1999, section 2.4). For each position in the order of
 * scheduled starts, the new job, if there is one, is placed where it fits beside the jobs before
 * that position; the jobs behind it are delayed as far as needed; then they are moved up one by
 * one, in the heuristic's order, as far as possible. The result is the cheapest schedule in which
 * no job is delayed beyond its slack; among equally cheap ones, the one that moves the fewest jobs.
 *
 * <p>With n scheduled jobs, a search tries at most n schedules of at most n jobs, each with an O(n)
 * search for its anchor point: O(n³), as in the paper. A schedule is abandoned at the first job
 * whose slack would be exceeded.
 */
final class ScheduleSearch {
  private final SlackTerms terms;
  private int[] order = new int[16];
  private int[] moved = new int[16];
  private int[] starts = new int[16];
  private @Nullable Placement[] placements = new Placement[16];
  private int[] bestMoved = new int[16];
  private int[] bestStarts = new int[16];
  private @Nullable Placement[] bestPlacements = new Placement[16];
  private long[] keys = new long[16];
  private int size;

  private int bestCount;
  private int bestMoves;
  private double bestPrice;
  private int bestStart;
  private @Nullable Placement bestPlacement;

  ScheduleSearch(SlackTerms terms) {
    this.terms = terms;
  }

  /** Schedules a newly arrived job in {@code plan} and {@code jobs}. */
  void insert(ClusterState state, SchedulePlan plan, PromisedStarts jobs, int slot) {
    int now = state.now();
    bestCount = 0;
    bestMoves = 0;
    bestStart = plan.earliest(slot);
    bestPlacement = bestStart == NEVER ? null : plan.found();
    if (bestStart != NEVER && bestStart > now) {
      bestPrice = terms.waitPrice(bestStart - now, state.width(slot));
      searchAll(state, plan, jobs, slot);
    }
    apply(plan, jobs);
    double priority = terms.priorityAfter(state, slot, Math.max(0, bestStart - now));
    int slack = terms.slack(state, slot, priority);
    int latest = (int) Math.min(SlackTerms.INFINITE, (long) bestStart + slack);
    jobs.promise(slot, bestStart, latest, slack, priority);
    plan.add(slot, bestStart, bestPlacement);
  }

  /** Searches a cheaper schedule of the scheduled jobs after an early end. */
  void improve(ClusterState state, SchedulePlan plan, PromisedStarts jobs) {
    bestCount = 0;
    bestMoves = 0;
    bestPrice = 0;
    searchAll(state, plan, jobs, ClusterState.NONE);
    apply(plan, jobs);
  }

  private void searchAll(ClusterState state, SchedulePlan plan, PromisedStarts jobs, int slot) {
    collect(state, jobs);
    double priority = slot == ClusterState.NONE ? 0 : terms.firstPriority(state, slot);
    if (size > terms.longestQueue()) {
      if (slot == ClusterState.NONE) {
        plan.compress(jobs, order, size);
      }
      return;
    }
    plan.beginSearch();
    for (int k = size - 1; k >= 0; k--) {
      int start = jobs.start(order[k]);
      plan.removeFromBase(order[k], start);
      if (k == 0 || jobs.start(order[k - 1]) != start) {
        tryFrom(state, plan, jobs, slot, priority, k);
      }
    }
  }

  /** The scheduled jobs by start, then by arrival. */
  private void collect(ClusterState state, PromisedStarts jobs) {
    WaitingQueue waiting = state.waiting();
    grow(waiting.size());
    size = 0;
    int[] arrived = starts;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      int start = jobs.start(slot);
      if (start != PromisedStarts.NONE && start != NEVER) {
        keys[size] = (long) start << 32 | size;
        arrived[size++] = slot;
      }
    }
    Arrays.sort(keys, 0, size);
    for (int i = 0; i < size; i++) {
      order[i] = arrived[(int) keys[i]];
    }
  }

  /** Tries the schedule in which the jobs from the {@code k}-th on follow the new one. */
  private void tryFrom(
      ClusterState state,
      SchedulePlan plan,
      PromisedStarts jobs,
      int slot,
      double priority,
      int k) {
    int now = state.now();
    plan.beginDraft();
    double price = 0;
    int start = NEVER;
    Placement placement = null;
    int delayForAll = 0;
    if (slot != ClusterState.NONE) {
      int seconds = seconds(state, slot);
      int from = k > 0 ? Math.max(now, jobs.start(order[k - 1])) : now;
      start = plan.anchor(slot, from, NEVER);
      if (start == NEVER) {
        return;
      }
      placement = plan.found();
      plan.take(slot, start, placement);
      price = terms.waitPrice(start - now, state.width(slot));
      delayForAll = Math.max(0, start + seconds - jobs.start(order[k]));
    }
    int count = permute(state, jobs, k);
    for (int i = 0; i < count; i++) {
      int from = jobs.start(moved[i]) + delayForAll;
      plan.take(moved[i], from, plan.placement(moved[i]));
    }
    int moves = 0;
    for (int i = 0; i < count; i++) {
      int other = moved[i];
      plan.give(other, jobs.start(other) + delayForAll, plan.placement(other));
      int latest = jobs.latest(other);
      int anchor = plan.anchor(other, now, latest == NEVER ? NEVER : latest + 1);
      if (anchor > latest || anchor == NEVER) {
        return; // not allowed by its slack
      }
      int delay = anchor - jobs.start(other);
      if (delay != 0) {
        double priorities = slot == ClusterState.NONE ? 1 : jobs.priority(other) / priority;
        price += terms.delayPrice(delay, state.width(other), priorities, jobs.used(other));
        moves++;
      }
      starts[i] = anchor;
      placements[i] = plan.found();
      plan.take(other, anchor, placements[i]);
    }
    if (price < bestPrice || (price == bestPrice && moves < bestMoves)) {
      bestPrice = price;
      bestMoves = moves;
      bestStart = start;
      bestPlacement = placement;
      bestCount = count;
      System.arraycopy(moved, 0, bestMoved, 0, count);
      System.arraycopy(starts, 0, bestStarts, 0, count);
      System.arraycopy(placements, 0, bestPlacements, 0, count);
    }
  }

  /**
   * Collects the jobs from the {@code k}-th on in the heuristic's order.
   *
   * @return their number
   */
  private int permute(ClusterState state, PromisedStarts jobs, int k) {
    int count = size - k;
    System.arraycopy(order, k, moved, 0, count);
    if (terms.heuristic() == Heuristic.AST) {
      return count;
    }
    for (int i = 1; i < count; i++) { // insertion sort: the order changes little between tries
      int slot = moved[i];
      int at = i;
      while (at > 0 && comesBefore(state, jobs, slot, moved[at - 1])) {
        moved[at] = moved[at - 1];
        at--;
      }
      moved[at] = slot;
    }
    return count;
  }

  private boolean comesBefore(ClusterState state, PromisedStarts jobs, int a, int b) {
    double first = rank(state, jobs, a);
    double second = rank(state, jobs, b);
    return first != second ? first > second : state.job(a) < state.job(b);
  }

  private double rank(ClusterState state, PromisedStarts jobs, int slot) {
    int width = state.width(slot);
    return switch (terms.heuristic()) {
      case AST, AAT -> 0;
      case DU -> (double) width * seconds(state, slot);
      case DC -> terms.delayPrice(1, width, jobs.priority(slot), jobs.used(slot));
      case DP -> jobs.priority(slot);
    };
  }

  private void apply(SchedulePlan plan, PromisedStarts jobs) {
    if (bestCount > 0) {
      plan.move(jobs, bestMoved, bestStarts, bestPlacements, bestCount);
    }
  }

  static int seconds(ClusterState state, int slot) {
    return Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
  }

  private void grow(int count) {
    if (count > order.length) {
      int length = Math.max(count, 2 * order.length);
      order = new int[length];
      moved = new int[length];
      starts = new int[length];
      bestMoved = new int[length];
      bestStarts = new int[length];
      placements = new Placement[length];
      bestPlacements = new Placement[length];
      keys = new long[length];
    }
  }
}
