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
  private final Shortfall before = new Shortfall();
  private int leftThen; // by the window that leaves least to a job
  private int hindered; // how long it does so

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
    int turn = windows.firstStart();
    int ended = 0;
    boolean lacked = false; // since the last turn
    before.clear();
    start = state.now();
    while (total < width || !holds(width, (long) start + seconds)) {
      int end = ended < running.size() ? Math.max(next, running.end(ended)) : NEVER;
      if (end == NEVER && turn == NEVER) {
        start = NEVER;
        return NEVER;
      }
      int looked = start;
      start = Math.min(end, turn);
      if (total >= width) {
        before.add(hindered, width - leftThen);
        lacked = false;
      } else if (lacked) {
        before.extend(start, width - total);
      } else {
        before.add(start, width - total);
        lacked = true;
      }
      while (end <= start && ended < running.size()) {
        int processors = running.processors(ended);
        free[ownership.owner(running.slot(ended))] += processors;
        total += processors;
        ended++;
        end = ended < running.size() ? Math.max(next, running.end(ended)) : NEVER;
      }
      if (turn == start) {
        total += passTurns(looked);
        turn = nextTurn();
        lacked = false;
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

  /**
   * Whether the windows leave enough to a job from the start, when enough is free; else it notes by
   * which of them least is left.
   */
  private boolean holds(int width, long end) {
    leftThen = Integer.MAX_VALUE;
    System.arraycopy(free, 0, least, 0, free.length);
    for (int k = 0; k < windows.size(); k++) {
      if (windows.start(k) > start && windows.start(k) < end) {
        int left = leaveTo(k);
        if (left < leftThen) {
          leftThen = left;
          hindered = windows.start(k) + 1;
        }
      }
    }
    return leftThen == Integer.MAX_VALUE || sum(least) >= width;
  }

  /** Leaves at most what is free when a window begins; returns how much that is in all. */
  private int leaveTo(int window) {
    int sum = 0;
    for (int p = 0; p < least.length; p++) {
      int there = windows.free(window, p);
      sum += there;
      least[p] = Math.min(least[p], there);
    }
    return sum;
  }

  private static int sum(int[] counts) {
    int sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum;
  }

  /**
   * Reserves a window at the start that was found last for the job in {@code slot}, and keeps it as
   * the start of the next window.
   */
  void reserve(PivotStarts starts, int slot, int width, int seconds, int own) {
    System.arraycopy(free, 0, shares, 0, free.length);
    addWindows(shares, 1);
    starts.set(windows.size(), slot, start, before, shares);
    reserve(width, seconds, own);
  }

  /**
   * Reserves the next window at the start that is kept for it, if all partitions together can still
   * give {@code width} processors for {@code seconds} from there.
   */
  boolean reserveAgain(PivotStarts starts, int width, int seconds, int own) {
    int next = windows.size();
    start = starts.start(next);
    for (int p = 0; p < free.length; p++) {
      free[p] = starts.free(next, p);
    }
    addWindows(free, -1);
    if (sum(free) < width || !holds(width, (long) start + seconds)) {
      return false;
    }
    reserve(width, seconds, own);
    return true;
  }

  /** Adds what the windows that are open at the start hold, or takes it away. */
  private void addWindows(int[] counts, int sign) {
    for (int k = 0; k < windows.size(); k++) {
      if (windows.start(k) <= start && windows.end(k) > start) {
        for (int p = 0; p < counts.length; p++) {
          counts[p] += sign * windows.share(k, p);
        }
      }
    }
  }

  private void reserve(int width, int seconds, int own) {
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
