package io.gnomon.sim.cluster;

import java.util.Arrays;

/**
 * The running jobs, sorted by expected end; equal ends in the order in which they were added.
 *
 * <p>An entry packs end and slot into a long. A lookup is a binary search without branches; a start
 * or an end shifts part of one array, which for the sizes of real machines is cheaper than any
 * tree.
 */
public final class RunningSet {
  private long[] entries = new long[16];
  private int size;

  RunningSet() {}

  /** Running jobs. */
  public int size() {
    return size;
  }

  /** The slot of the {@code i}-th job by expected end, from 0. */
  public int slot(int i) {
    return (int) entries[i];
  }

  /** The expected end of the {@code i}-th job; in the past where it runs beyond its estimate. */
  public int end(int i) {
    return (int) (entries[i] >>> 32);
  }

  RunningSet copy() {
    RunningSet copy = new RunningSet();
    copy.entries = Arrays.copyOf(entries, Math.max(16, size + 1));
    copy.size = size;
    return copy;
  }

  void add(int slot, int end) {
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, 2 * size);
    }
    int at = firstAfter(end);
    System.arraycopy(entries, at, entries, at + 1, size - at);
    entries[at] = (long) end << 32 | slot;
    size++;
  }

  void remove(int slot, int end) {
    int at = firstAfter(end) - 1;
    while ((int) entries[at] != slot) {
      at--;
    }
    System.arraycopy(entries, at + 1, entries, at, size - at - 1);
    size--;
  }

  private int firstAfter(int end) {
    long last = (long) end << 32 | 0xffff_ffffL;
    int base = 0;
    for (int length = size; length > 1; ) {
      int half = length >>> 1;
      base += entries[base + half - 1] <= last ? half : 0;
      length -= half;
    }
    return size > 0 && entries[base] <= last ? base + 1 : base;
  }
}
