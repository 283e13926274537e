package io.gnomon.sim.cluster;

import java.util.Arrays;

/**
 * The running jobs, sorted by expected end; equal ends in the order in which they were added.
 *
 * <p>An entry packs end and slot into a long; beside it stand the processors that the job holds. A
 * start or an end shifts part of the arrays, which for the sizes of real machines is cheaper than
 * any tree. Where few run, the place is found while shifting, else by a binary search without
 * branches.
 */
public final class RunningSet {
  private static final int FEW = 64;

  private long[] entries = new long[16];
  private int[] held = new int[16];
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

  /** The processors that the {@code i}-th job holds. */
  public int processors(int i) {
    return held[i];
  }

  RunningSet copy() {
    RunningSet copy = new RunningSet();
    copy.entries = Arrays.copyOf(entries, Math.max(16, size + 1));
    copy.held = Arrays.copyOf(held, copy.entries.length);
    copy.size = size;
    return copy;
  }

  void add(int slot, int end, int processors) {
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, 2 * size);
      held = Arrays.copyOf(held, 2 * size);
    }
    long last = (long) end << 32 | 0xffff_ffffL;
    int at = size++;
    if (at < FEW) {
      for (; at > 0 && entries[at - 1] > last; at--) {
        entries[at] = entries[at - 1];
        held[at] = held[at - 1];
      }
    } else {
      int after = at;
      at = firstAfter(last, after);
      System.arraycopy(entries, at, entries, at + 1, after - at);
      System.arraycopy(held, at, held, at + 1, after - at);
    }
    entries[at] = (long) end << 32 | slot;
    held[at] = processors;
  }

  void remove(int slot, int end) {
    int last = --size;
    if (last < FEW) {
      long entry = entries[last];
      int processors = held[last];
      for (int at = last - 1; (int) entry != slot; at--) {
        long next = entries[at];
        int nextProcessors = held[at];
        entries[at] = entry;
        held[at] = processors;
        entry = next;
        processors = nextProcessors;
      }
    } else {
      int at = firstAfter((long) end << 32 | 0xffff_ffffL, last + 1) - 1;
      while ((int) entries[at] != slot) {
        at--;
      }
      System.arraycopy(entries, at + 1, entries, at, last - at);
      System.arraycopy(held, at + 1, held, at, last - at);
    }
  }

  private int firstAfter(long last, int count) {
    int base = 0;
    for (int length = count; length > 1; ) {
      int half = length >>> 1;
      base += entries[base + half - 1] <= last ? half : 0;
      length -= half;
    }
    return count > 0 && entries[base] <= last ? base + 1 : base;
  }
}
