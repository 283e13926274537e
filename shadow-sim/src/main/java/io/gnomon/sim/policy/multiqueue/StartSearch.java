package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.policy.SchedulingPolicy;

/**
 * The search for a job's earliest start on the processors of all partitions, beside the windows
 * that are reserved, and the share of each partition in it.
 *
 * <p>A start is now, when a running job is expected to end, or when a window ends. One walk over
 * the running jobs by expected end, O(running jobs), plus O(windows × partitions) for each time at
 * which enough processors are free at once.
 */
final class StartSearch {
  private static final int NEVER = SchedulingPolicy.NEVER;

  private final Ownership ownership;
  private final ReservedWindows windows;
  private final int[] free; // by partition, at the time that is looked at
  private final int[] least; // by partition, within the job's time from there
  private final int[] shares;
  private int start;

  StartSearch(Ownership ownership, ReservedWindows windows) {
    this.ownership = ownership;
    this.windows = windows;
    free = new int[ownership.idle().length];
    least = new int[free.length];
    shares = new int[free.length];
  }

  /**
   * The earliest time from now on at which all partitions together can give {@code width}
   * processors for {@code seconds}, or {@link SchedulingPolicy#NEVER}.
   */
  int earliest(ClusterState state, int width, int seconds) {
    RunningSet running = state.running();
    int next = state.now() + 1; // when overdue jobs are expected to end
    System.arraycopy(ownership.idle(), 0, free, 0, free.length);
    int total = state.freeProcessors();
    int turn = windows.size() > 0 ? windows.start(0) : NEVER;
    int ended = 0;
    start = state.now();
    while (total < width || !holds(width, (long) start + seconds)) {
      int end = ended < running.size() ? Math.max(next, running.end(ended)) : NEVER;
      if (end == NEVER && turn == NEVER) {
        start = NEVER;
        return NEVER;
      }
      int before = start;
      start = Math.min(end, turn);
      while (end <= start && ended < running.size()) {
        int processors = running.processors(ended);
        free[ownership.owner(running.slot(ended))] += processors;
        total += processors;
        ended++;
        end = ended < running.size() ? Math.max(next, running.end(ended)) : NEVER;
      }
      if (turn == start) {
        total += passTurns(before);
        turn = nextTurn();
      }
    }
    return start;
  }

  /** Windows that begin or end after {@code before}, by now; returns what becomes free by it. */
  private int passTurns(int before) {
    int freed = 0;
    for (int k = 0; k < windows.size(); k++) {
      boolean begins = windows.start(k) > before && windows.start(k) <= start;
      boolean ends = windows.end(k) > before && windows.end(k) <= start;
      if (begins != ends) {
        int sign = ends ? 1 : -1;
        for (int p = 0; p < free.length; p++) {
          free[p] += sign * windows.share(k, p);
        }
        freed += sign * windows.width(k);
      }
    }
    return freed;
  }

  private int nextTurn() {
    int turn = NEVER;
    for (int k = 0; k < windows.size(); k++) {
      if (windows.start(k) > start) {
        turn = Math.min(turn, windows.start(k));
      } else if (windows.end(k) > start) {
        turn = Math.min(turn, windows.end(k));
      }
    }
    return turn;
  }

  private boolean holds(int width, long end) {
    System.arraycopy(free, 0, least, 0, free.length);
    boolean hindered = false;
    for (int k = 0; k < windows.size(); k++) {
      if (windows.start(k) > start && windows.start(k) < end) {
        hindered = true;
        for (int p = 0; p < least.length; p++) {
          least[p] = Math.min(least[p], windows.free(k, p));
        }
      }
    }
    int sum = 0;
    for (int p = 0; hindered && p < least.length; p++) {
      sum += least[p];
    }
    return !hindered || sum >= width;
  }

  /** Reserves a window at the start that was found last. */
  void reserve(int width, int seconds, int own) {
    divide(least, own, width);
    int end = (int) Math.min(NEVER, (long) start + seconds);
    windows.reserve(start, end, width, shares, free);
  }

  /**
   * Takes a job's processors from now on; what other partitions give goes to its own when it ends.
   *
   * @return what each partition gives; valid until the next call
   */
  int[] start(int now, int width, int seconds, int own) {
    int end = (int) Math.min(NEVER, (long) now + seconds);
    divide(windows.leastUntil(end), own, width);
    windows.started(own, end, shares);
    return shares;
  }

  /** A job's processors come from its own partition first, then from the others in order. */
  private void divide(int[] available, int own, int width) {
    shares[own] = Math.min(width, Math.max(0, available[own]));
    int missing = width - shares[own];
    for (int p = 0; p < shares.length; p++) {
      if (p != own) {
        shares[p] = Math.min(missing, Math.max(0, available[p]));
        missing -= shares[p];
      }
    }
  }
}
