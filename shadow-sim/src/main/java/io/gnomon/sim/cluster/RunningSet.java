package io.gnomon.sim.cluster;

import java.util.Arrays;

/**
 * The running jobs, sorted by expected end; equal ends in the order in which they were added.
 *
 * <p>A lookup is O(log n); a start or an end shifts part of two int arrays, which for the sizes of
 * real machines is cheaper than any tree.
 */
public final class RunningSet {
  private int[] ends = new int[16];
  private int[] slots = new int[16];
  private int size;

  RunningSet() {}

  /** Running jobs. */
  public int size() {
    return size;
  }

  /** The slot of the {@code i}-th job by expected end, from 0. */
  public int slot(int i) {
    return slots[i];
  }

  /** The expected end of the {@code i}-th job; in the past where it runs beyond its estimate. */
  public int end(int i) {
    return ends[i];
  }

  RunningSet copy() {
    RunningSet copy = new RunningSet();
    copy.ends = Arrays.copyOf(ends, Math.max(16, size));
    copy.slots = Arrays.copyOf(slots, Math.max(16, size));
    copy.size = size;
    return copy;
  }

  void add(int slot, int end) {
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
      slots = Arrays.copyOf(slots, 2 * size);
    }
    int at = firstAfter(end);
    System.arraycopy(ends, at, ends, at + 1, size - at);
    System.arraycopy(slots, at, slots, at + 1, size - at);
    ends[at] = end;
    slots[at] = slot;
    size++;
  }

  void remove(int slot, int end) {
    int at = firstAfter(end) - 1;
    while (slots[at] != slot) {
      at--;
    }
    System.arraycopy(ends, at + 1, ends, at, size - at - 1);
    System.arraycopy(slots, at + 1, slots, at, size - at - 1);
    size--;
  }

  private int firstAfter(int end) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] <= end) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
