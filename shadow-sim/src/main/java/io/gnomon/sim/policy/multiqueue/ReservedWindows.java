package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.Arrays;

/**
 * The windows of time that are reserved for pivots, by start, and what each partition has free when
 * each begins.
 *
 * <p>Running jobs only give processors back, so a partition's free processors decrease at the
 * starts of windows and nowhere else. What a partition can give from now until some time is
 * therefore the least of what is idle now and what is free at the starts before that time: no
 * profile is needed. What all can give together is the sum of that over the partitions, which may
 * be less than the least sum. It never grows by a window or by a start.
 *
 * <p>All costs are in windows times partitions, of which there are rarely more than one each.
 */
final class ReservedWindows {
  private static final int FEW = 4;

  private final int[] idle; // owned by Ownership, which changes it
  private final int partitions;
  private final int[] least;
  private int[] starts = new int[FEW];
  private int[] ends = new int[FEW];
  private int[] widths = new int[FEW];
  private int[] shares; // of a window for each partition, side by side
  private int[] free; // at the window's start, side by side
  private int[] spare = new int[FEW + 1]; // until the k-th start; for ever, after the last
  private int size;
  private boolean summed;

  /** No windows, on processors of which {@code idle} are idle by partition, as it changes. */
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

  /** Says that idle processors have changed. */
  void refresh() {
    summed = false;
  }

  int size() {
    return size;
  }

  int start(int window) {
    return starts[window];
  }

  /** When the first begins, {@link SchedulingPolicy#NEVER} if there is none. */
  int firstStart() {
    return size > 0 ? starts[0] : SchedulingPolicy.NEVER;
  }

  int end(int window) {
    return ends[window];
  }

  int width(int window) {
    return widths[window];
  }

  /** What {@code partition} gives to the window. */
  int share(int window, int partition) {
    return shares[window * partitions + partition];
  }

  /** What {@code partition} has free when the window begins. */
  int free(int window, int partition) {
    return free[window * partitions + partition];
  }

  /**
   * Adds a window.
   *
   * @param given what each partition gives to it
   * @param before what each has free at {@code start} without it
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

  /** The least that each partition has free from now until {@code end}; valid until the next. */
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
   * A job of partition {@code own} starts and takes {@code given} from each partition; at {@code
   * end} all of it goes to its own.
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

  /** What all partitions together can give from now until {@code end}. */
  int spareUntil(int end) {
    sum();
    int k = 0;
    while (k < size && starts[k] < end) {
      k++;
    }
    return spare[k];
  }

  /** What they can give for ever. */
  int leastSpare() {
    sum();
    return spare[size];
  }

  /** Until when they can give more than for ever; {@code now}, if they cannot. */
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
