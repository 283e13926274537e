package io.gnomon.sim.policy.slack;

import io.gnomon.sim.cluster.AvailabilityProfile;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import java.util.Arrays;

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
  private final AvailabilityProfile base = new AvailabilityProfile();
  private final AvailabilityProfile draft = new AvailabilityProfile();
  private int[] order = new int[16];
  private int[] moved = new int[16];
  private int[] starts = new int[16];
  private int[] bestMoved = new int[16];
  private int[] bestStarts = new int[16];
  private long[] keys = new long[16];
  private int size;

  private int bestCount;
  private int bestMoves;
  private double bestPrice;
  private int bestStart;

  ScheduleSearch(SlackTerms terms) {
    this.terms = terms;
  }

  /** Schedules a newly arrived job in {@code profile} and {@code jobs}. */
  void insert(ClusterState state, AvailabilityProfile profile, PromisedStarts jobs, int slot) {
    int now = state.now();
    int width = state.width(slot);
    int seconds = seconds(state, slot);
    bestCount = 0;
    bestMoves = 0;
    bestStart = profile.anchor(now, width, seconds);
    if (bestStart != AvailabilityProfile.NEVER && bestStart > now) {
      bestPrice = terms.waitPrice(bestStart - now, width);
      searchAll(state, profile, jobs, slot);
    }
    apply(state, profile, jobs);
    double priority = terms.priorityAfter(state, slot, Math.max(0, bestStart - now));
    int slack = terms.slack(state, slot, priority);
    int latest = (int) Math.min(SlackTerms.INFINITE, (long) bestStart + slack);
    jobs.promise(slot, bestStart, latest, slack, priority);
    if (bestStart != AvailabilityProfile.NEVER) {
      profile.take(bestStart, bestStart + seconds, width);
    }
  }

  /** Searches a cheaper schedule of the scheduled jobs after an early end. */
  void improve(ClusterState state, AvailabilityProfile profile, PromisedStarts jobs) {
    bestCount = 0;
    bestMoves = 0;
    bestPrice = 0;
    searchAll(state, profile, jobs, ClusterState.NONE);
    apply(state, profile, jobs);
  }

  private void searchAll(
      ClusterState state, AvailabilityProfile profile, PromisedStarts jobs, int slot) {
    collect(state, jobs);
    base.set(profile);
    double priority = slot == ClusterState.NONE ? 0 : terms.firstPriority(state, slot);
    if (size > terms.longestQueue()) {
      if (slot == ClusterState.NONE) {
        compress(state, profile, jobs);
      }
      return;
    }
    for (int k = size - 1; k >= 0; k--) {
      int delayed = order[k];
      int start = jobs.start(delayed);
      base.give(start, start + seconds(state, delayed), state.width(delayed));
      if (k == 0 || jobs.start(order[k - 1]) != start) {
        tryFrom(state, jobs, slot, priority, k);
      }
    }
  }

  /** Moves the scheduled jobs up one by one, without computing prices. */
  private void compress(ClusterState state, AvailabilityProfile profile, PromisedStarts jobs) {
    for (int i = 0; i < size; i++) {
      int slot = order[i];
      int seconds = seconds(state, slot);
      int former = jobs.start(slot);
      profile.give(former, former + seconds, state.width(slot));
      int start = profile.anchor(state.now(), state.width(slot), seconds);
      profile.take(start, start + seconds, state.width(slot));
      jobs.move(slot, start);
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
      if (start != PromisedStarts.NONE && start != AvailabilityProfile.NEVER) {
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
  private void tryFrom(ClusterState state, PromisedStarts jobs, int slot, double priority, int k) {
    int now = state.now();
    draft.set(base);
    double price = 0;
    int start = AvailabilityProfile.NEVER;
    int delayForAll = 0;
    if (slot != ClusterState.NONE) {
      int seconds = seconds(state, slot);
      int from = k > 0 ? Math.max(now, jobs.start(order[k - 1])) : now;
      start = draft.anchor(from, state.width(slot), seconds);
      draft.take(start, start + seconds, state.width(slot));
      price = terms.waitPrice(start - now, state.width(slot));
      delayForAll = Math.max(0, start + seconds - jobs.start(order[k]));
    }
    int count = permute(state, jobs, k);
    for (int i = 0; i < count; i++) {
      int from = jobs.start(moved[i]) + delayForAll;
      draft.take(from, from + seconds(state, moved[i]), state.width(moved[i]));
    }
    int moves = 0;
    for (int i = 0; i < count; i++) {
      int other = moved[i];
      int seconds = seconds(state, other);
      int width = state.width(other);
      int from = jobs.start(other) + delayForAll;
      draft.give(from, from + seconds, width);
      int anchor = draft.anchor(now, width, seconds);
      if (anchor > jobs.latest(other)) {
        return; // not allowed by its slack
      }
      int delay = anchor - jobs.start(other);
      if (delay != 0) {
        double priorities = slot == ClusterState.NONE ? 1 : jobs.priority(other) / priority;
        price += terms.delayPrice(delay, width, priorities, jobs.used(other));
        moves++;
      }
      draft.take(anchor, anchor + seconds, width);
      starts[i] = anchor;
    }
    if (price < bestPrice || (price == bestPrice && moves < bestMoves)) {
      bestPrice = price;
      bestMoves = moves;
      bestStart = start;
      bestCount = count;
      System.arraycopy(moved, 0, bestMoved, 0, count);
      System.arraycopy(starts, 0, bestStarts, 0, count);
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

  private void apply(ClusterState state, AvailabilityProfile profile, PromisedStarts jobs) {
    for (int i = 0; i < bestCount; i++) {
      int start = jobs.start(bestMoved[i]);
      int seconds = seconds(state, bestMoved[i]);
      profile.give(start, start + seconds, state.width(bestMoved[i]));
    }
    for (int i = 0; i < bestCount; i++) {
      int start = bestStarts[i];
      int seconds = seconds(state, bestMoved[i]);
      profile.take(start, start + seconds, state.width(bestMoved[i]));
      jobs.move(bestMoved[i], start);
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
      keys = new long[length];
    }
  }
}
