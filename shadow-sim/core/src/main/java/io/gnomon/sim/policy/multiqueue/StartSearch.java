package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.policy.SchedulingPolicy;

/**
 * The search for a job's earliest start on the processors of all partitions beside the reserved
 * windows, and for each partition's share.
 *
 * <p>A start is now, the expected end of a running job, or the end of a window. The search is one
 * scan of the running jobs by expected end, O(running jobs), plus O(windows x partitions) for each
 * time at which enough processors are free.
 */
final class StartSearch {
  private static final int NEVER = SchedulingPolicy.NEVER;

  private final Ownership ownership;
  private final ReservedWindows windows;
  private final int[] free; // by partition, at the examined time
  private final int[] least; // by partition, within the job's time from there
  private final int[] shares;
  private int start;
  private final ShortageTimes before = new ShortageTimes();
  private int leftThen; // left by the most restrictive window
  private int hindered; // how long it restricts the job

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
    boolean lacked = false; // since the last change
    before.clear();
    start = state.now();
    while (total < width || !holds(width, (long) start + seconds)) {
      int end = ended < running.size() ? Math.max(next, running.end(ended)) : NEVER;
      if (end == NEVER && turn == NEVER) {
        start = NEVER;
        return NEVER;
      }
      int examined = start;
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
        total += passTurns(examined);
        turn = nextTurn();
        lacked = false;
      }
    }
    return start;
  }

  /**
   * Passes the windows that begin or end after {@code before} and not after the current time.
   *
   * @return the processors that become free
   */
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
   * Whether the windows leave enough processors to a job from the start; if not, the most
   * restrictive window is recorded.
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

  /**
   * Limits the processors to those free when a window begins.
   *
   * @return their sum
   */
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
   * Reserves a window for the job in {@code slot} at the start found last, and stores that start
   * for the window.
   */
  void reserve(PivotStarts starts, int slot, int width, int seconds, int own) {
    System.arraycopy(free, 0, shares, 0, free.length);
    addWindows(shares, 1);
    starts.set(windows.size(), slot, start, before, shares);
    reserve(width, seconds, own);
  }

  /**
   * Reserves the next window at its stored start, if all partitions together can still give {@code
   * width} processors for {@code seconds} from there.
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

  /** Adds the processors held by the windows open at the start, or subtracts them. */
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
   * Takes a job's processors from now on; processors of other partitions pass to its own when it
   * ends.
   *
   * @return processors that each partition gives; valid until the next call
   */
  int[] start(int now, int width, int seconds, int own) {
    int end = (int) Math.min(NEVER, (long) now + seconds);
    divide(windows.leastUntil(end), own, width);
    windows.started(own, end, shares);
    return shares;
  }

  /** Divides a job's processors: its own partition's first, then the others' in order. */
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
