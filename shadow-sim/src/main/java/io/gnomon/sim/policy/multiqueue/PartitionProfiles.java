package io.gnomon.sim.policy.multiqueue;

import java.util.Arrays;

/**
 * The free processors of each partition over future time, as steps that all partitions share.
 *
 * <p>Step {@code i} lasts from {@code time(i)} to the next step's time; the last one for ever. What
 * a partition can give to a job for a window is the least that it has free within the window; what
 * all can give together is the sum of that, which may be less than the least sum.
 *
 * <p>All costs are in steps times partitions: building and taking O(steps), the search for the
 * earliest start O(steps × steps in a window) at worst, {@link #spareUntil} O(log steps).
 */
final class PartitionProfiles {
  private int[] time = new int[32];
  private final int[][] free;
  private final int[] least;
  private final int[] shares;
  private int[] spare = new int[32];
  private int size;
  private boolean summed;

  PartitionProfiles(int partitions) {
    free = new int[partitions][32];
    least = new int[partitions];
    shares = new int[partitions];
  }

  PartitionProfiles copy() {
    PartitionProfiles copy = new PartitionProfiles(free.length);
    copy.time = time.clone();
    copy.spare = spare.clone();
    for (int p = 0; p < free.length; p++) {
      copy.free[p] = free[p].clone();
    }
    copy.size = size;
    copy.summed = summed;
    return copy;
  }

  /** Begins anew with what is idle now. */
  void begin(int now, int[] idle) {
    time[0] = now;
    for (int p = 0; p < free.length; p++) {
      free[p][0] = idle[p];
    }
    size = 1;
    summed = false;
  }

  /** Processors come back to a partition; to be called in order of time, after {@link #begin}. */
  void release(int at, int partition, int processors) {
    if (at > time[size - 1]) {
      reserveRoom();
      time[size] = at;
      for (int[] column : free) {
        column[size] = column[size - 1];
      }
      size++;
    }
    free[partition][size - 1] += processors;
  }

  /** Moves the present, within the first step. */
  void moveTo(int now) {
    time[0] = now;
  }

  /** When step {@code i} begins. */
  int time(int i) {
    return time[i];
  }

  /** When the present step ends, or {@link Integer#MAX_VALUE}. */
  int firstChange() {
    return size > 1 ? time[1] : Integer.MAX_VALUE;
  }

  /** The first step at whose beginning all partitions together can hold the job, or -1. */
  int earliest(int width, int seconds) {
    for (int i = 0; i < size; i++) {
      if (total(i) >= width && holds(i, (long) time[i] + seconds, width)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Reserves a job's processors, of its own partition first, then of the others in order, from step
   * {@code from} on for {@code seconds}.
   */
  void reserve(int from, int seconds, int own, int width) {
    int to = stepAt((int) Math.min(Integer.MAX_VALUE, (long) time[from] + seconds));
    share(from, to, own, width);
    for (int p = 0; p < free.length; p++) {
      lower(p, from, to, shares[p]);
    }
  }

  /**
   * Takes a job's processors from now on, shared as a reservation is. What other partitions give
   * comes back to its own after {@code seconds}.
   *
   * @return what each partition gives; valid until the next call
   */
  int[] start(int seconds, int own, int width) {
    int to = stepAt((int) Math.min(Integer.MAX_VALUE, (long) time[0] + seconds));
    share(0, to, own, width);
    lower(own, 0, to, shares[own]);
    for (int p = 0; p < free.length; p++) {
      if (p != own) {
        lower(p, 0, size, shares[p]);
        lower(own, to, size, -shares[p]);
      }
    }
    return shares;
  }

  private void share(int from, int to, int own, int width) {
    for (int p = 0; p < free.length; p++) {
      int low = free[p][from];
      for (int i = from + 1; i < to; i++) {
        low = Math.min(low, free[p][i]);
      }
      least[p] = Math.max(0, low);
    }
    int missing = width - Math.min(width, least[own]);
    shares[own] = width - missing;
    for (int p = 0; p < free.length; p++) {
      if (p != own) {
        shares[p] = Math.min(missing, least[p]);
        missing -= shares[p];
      }
    }
  }

  private void lower(int partition, int from, int to, int processors) {
    if (processors != 0) {
      summed = false;
      int[] column = free[partition];
      for (int i = from; i < to; i++) {
        column[i] -= processors;
      }
    }
  }

  private void sumSpare() {
    summed = true;
    Arrays.fill(spare, 0, size, 0);
    for (int[] column : free) {
      int low = Integer.MAX_VALUE;
      for (int i = 0; i < size; i++) {
        low = Math.min(low, column[i]);
        spare[i] += low;
      }
    }
  }

  /** What all partitions together can give from now until {@code end}. */
  int spareUntil(int end) {
    if (!summed) {
      sumSpare();
    }
    int low = 1;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (time[middle] < end) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return spare[low - 1];
  }

  /** What they can give at once, for a moment. */
  int mostSpare() {
    if (!summed) {
      sumSpare();
    }
    return spare[0];
  }

  /** What they can give for ever. */
  int leastSpare() {
    if (!summed) {
      sumSpare();
    }
    return spare[size - 1];
  }

  /** Until when they can give more than for ever; now, if they cannot. */
  int leastSpareFrom() {
    if (!summed) {
      sumSpare();
    }
    int i = size - 1;
    while (i > 0 && spare[i - 1] == spare[i]) {
      i--;
    }
    return time[i];
  }

  private int total(int i) {
    int sum = 0;
    for (int[] column : free) {
      sum += column[i];
    }
    return sum;
  }

  private boolean holds(int from, long end, int width) {
    int sum = 0;
    for (int p = 0; p < free.length; p++) {
      least[p] = free[p][from];
      sum += least[p];
    }
    for (int i = from + 1; i < size && time[i] < end; i++) {
      for (int p = 0; p < free.length; p++) {
        int here = free[p][i];
        if (here < least[p]) {
          sum -= least[p] - here;
          least[p] = here;
        }
      }
      if (sum < width) {
        return false;
      }
    }
    return sum >= width;
  }

  /** The step that begins at {@code at}, which is after the first one's time; made if need be. */
  private int stepAt(int at) {
    int i = Arrays.binarySearch(time, 0, size, at);
    if (i >= 0) {
      return i;
    }
    i = -i - 1;
    if (at == Integer.MAX_VALUE) {
      return size;
    }
    reserveRoom();
    System.arraycopy(time, i, time, i + 1, size - i);
    time[i] = at;
    for (int[] column : free) {
      System.arraycopy(column, i - 1, column, i, size - i + 1);
    }
    size++;
    summed = false;
    return i;
  }

  private void reserveRoom() {
    if (size == time.length) {
      time = Arrays.copyOf(time, 2 * size);
      spare = Arrays.copyOf(spare, 2 * size);
      for (int p = 0; p < free.length; p++) {
        free[p] = Arrays.copyOf(free[p], 2 * size);
      }
    }
  }
}
