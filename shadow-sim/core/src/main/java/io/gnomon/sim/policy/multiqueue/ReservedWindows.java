package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.Arrays;

/**
 * The windows of time reserved for pivots, by start, and the free processors of each partition at
 * the beginning of each window.
 *
 * <p>Running jobs only release processors, so a partition's free processors decrease at the starts
 * of windows and nowhere else. What a partition can give from now until a time is the minimum of
 * its idle processors now and its free processors at the window starts before that time; no profile
 * is needed. What all partitions can give together is the sum of these minima, which may be less
 * than the minimum of the sums. It never grows when a window or a start is added.
 *
 * <p>Costs are in windows times partitions; there is rarely more than one window per partition.
 */
final class ReservedWindows {
  private static final int FEW = 4;

  private final int[] idle; // owned by Ownership, which changes it
  private final int partitions;
  private final int[] least;
  private int[] starts = new int[FEW];
  private int[] ends = new int[FEW];
  private int[] widths = new int[FEW];
  private int[] shares; // by window and partition
  private int[] free; // at the window's start, by window and partition
  private int[] spare = new int[FEW + 1]; // until the k-th start; without limit after the last
  private int size;
  private boolean summed;

  /** No windows, on the idle processors by partition in {@code idle}, which may change. */
  ReservedWindows(int[] idle) {
    this.idle = idle;
    partitions = idle.length;
    least = new int[partitions];
    shares = new int[FEW * partitions];
    free = new int[FEW * partitions];
  }

  /** An independent copy on the idle processors of a copied ownership. */
  ReservedWindows copy(int[] copiedIdle) {
    ReservedWindows copy = new ReservedWindows(copiedIdle);
    copy.starts = starts.clone();
    copy.ends = ends.clone();
    copy.widths = widths.clone();
    copy.shares = shares.clone();
    copy.free = free.clone();
    copy.spare = spare.clone();
    copy.size = size;
    copy.summed = summed;
    return copy;
  }

  void clear() {
    size = 0;
    summed = false;
  }

  /** Updates the windows after a change of the idle processors. */
  void refresh() {
    summed = false;
  }

  int size() {
    return size;
  }

  int start(int window) {
    return starts[window];
  }

  /** The start of the first window, {@link SchedulingPolicy#NEVER} if there is none. */
  int firstStart() {
    return size > 0 ? starts[0] : SchedulingPolicy.NEVER;
  }

  int end(int window) {
    return ends[window];
  }

  int width(int window) {
    return widths[window];
  }

  /** Number of processors that {@code partition} gives to the window. */
  int share(int window, int partition) {
    return shares[window * partitions + partition];
  }

  /** Free processors of {@code partition} at the beginning of the window. */
  int free(int window, int partition) {
    return free[window * partitions + partition];
  }

  /**
   * Adds a window.
   *
   * @param given processors that each partition gives to it
   * @param before free processors of each partition at {@code start} without it
   */
  void reserve(int start, int end, int width, int[] given, int[] before) {
    int at = insert(start);
    ends[at] = end;
    widths[at] = width;
    for (int p = 0; p < partitions; p++) {
      shares[at * partitions + p] = given[p];
      free[at * partitions + p] = before[p] - given[p];
    }
    for (int k = 0; k < size; k++) {
      if (k != at && starts[k] >= start && starts[k] < end) {
        for (int p = 0; p < partitions; p++) {
          free[k * partitions + p] -= given[p];
        }
      }
    }
    summed = false;
  }

  private int insert(int start) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
      widths = Arrays.copyOf(widths, 2 * size);
      shares = Arrays.copyOf(shares, 2 * size * partitions);
      free = Arrays.copyOf(free, 2 * size * partitions);
      spare = new int[2 * size + 1];
    }
    int at = size;
    while (at > 0 && starts[at - 1] > start) {
      at--;
    }
    int after = size++ - at;
    if (after > 0) {
      System.arraycopy(starts, at, starts, at + 1, after);
      System.arraycopy(ends, at, ends, at + 1, after);
      System.arraycopy(widths, at, widths, at + 1, after);
      int from = at * partitions;
      System.arraycopy(shares, from, shares, from + partitions, after * partitions);
      System.arraycopy(free, from, free, from + partitions, after * partitions);
    }
    starts[at] = start;
    return at;
  }

  /**
   * The minimum of free processors of each partition from now until {@code end}; valid until the
   * next call.
   */
  int[] leastUntil(int end) {
    System.arraycopy(idle, 0, least, 0, partitions);
    for (int k = 0; k < size && starts[k] < end; k++) {
      for (int p = 0; p < partitions; p++) {
        least[p] = Math.min(least[p], free[k * partitions + p]);
      }
    }
    return least;
  }

  /**
   * Records that a job of partition {@code own} starts, takes {@code given} from each partition and
   * returns all of it to its own at {@code end}.
   */
  void started(int own, int end, int[] given) {
    for (int k = 0; k < size; k++) {
      for (int p = 0; p < partitions; p++) {
        if (starts[k] < end) {
          free[k * partitions + p] -= given[p];
        } else if (p != own) {
          free[k * partitions + p] -= given[p];
          free[k * partitions + own] += given[p];
        }
      }
    }
    summed = false;
  }

  /** Processors that all partitions together can give from now until {@code end}. */
  int spareUntil(int end) {
    sum();
    int k = 0;
    while (k < size && starts[k] < end) {
      k++;
    }
    return spare[k];
  }

  /** Processors that all partitions together can give without time limit. */
  int leastSpare() {
    sum();
    return spare[size];
  }

  /** Until when they can give more than without time limit; {@code now} if they cannot. */
  int leastSpareFrom(int now) {
    sum();
    int k = size;
    while (k > 0 && spare[k - 1] == spare[k]) {
      k--;
    }
    return k == 0 ? now : starts[k - 1];
  }

  private void sum() {
    if (summed) {
      return;
    }
    summed = true;
    Arrays.fill(spare, 0, size + 1, 0);
    for (int p = 0; p < partitions; p++) {
      int low = idle[p];
      spare[0] += low;
      for (int k = 0; k < size; k++) {
        low = Math.min(low, free[k * partitions + p]);
        spare[k + 1] += low;
      }
    }
  }
}
