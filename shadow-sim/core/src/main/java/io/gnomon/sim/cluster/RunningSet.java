package io.gnomon.sim.cluster;

import java.util.Arrays;

/**
 * The running jobs by expected end; equal ends in the order in which they were added.
 *
 * <p>Most policies read this order far less often than jobs start and end. A start therefore
 * appends and an end leaves a gap, both O(1), and the order is built on demand: gaps are closed and
 * the jobs added since are sorted and merged, in O(running jobs). Entries before all of them stay
 * untouched.
 *
 * <p>An entry packs end and slot into a long, next to the processors that the job holds.
 */
public final class RunningSet {
  private static final long GAP = -1;
  private static final int FEW = 32;

  private final Places places;
  private long[] entries;
  private int[] held;
  private int end; // after the last entry
  private int ordered; // the entries before this one are in order
  private int firstGap = Integer.MAX_VALUE; // no gap before this place
  private int size;
  private int earliest = Integer.MAX_VALUE; // no job is expected to end before

  RunningSet() {
    this(new Places(), new long[64], new int[64]);
  }

  private RunningSet(Places places, long[] entries, int[] held) {
    this.places = places;
    this.entries = entries;
    this.held = held;
  }

  /** Number of running jobs. */
  public int size() {
    return size;
  }

  /** The slot of the {@code i}-th job by expected end, from 0. */
  public int slot(int i) {
    return (int) entries[i];
  }

  /** The expected end of the {@code i}-th job; in the past if it has passed its estimate. */
  public int end(int i) {
    return (int) (entries[i] >>> 32);
  }

  /** The processors that the {@code i}-th job holds. */
  public int processors(int i) {
    return held[i];
  }

  /** An independent copy, in O(jobs). All slots must be below {@code slotLimit}. */
  RunningSet copy(int slotLimit) {
    int capacity = Math.max(16, end + 1);
    RunningSet copy =
        new RunningSet(
            places.copy(slotLimit),
            Arrays.copyOf(entries, capacity),
            Arrays.copyOf(held, capacity));
    copy.end = end;
    copy.ordered = ordered;
    copy.firstGap = firstGap;
    copy.size = size;
    copy.earliest = earliest;
    return copy;
  }

  void add(int slot, int expectedEnd, int processors) {
    int at = end;
    if (at == entries.length) {
      makeRoom();
      at = end;
    }
    entries[at] = (long) expectedEnd << 32 | slot;
    held[at] = processors;
    places.set(slot, at);
    end = at + 1;
    size++;
    earliest = Math.min(earliest, expectedEnd);
  }

  void remove(int slot) {
    int at = places.of(slot);
    entries[at] = GAP;
    firstGap = Math.min(firstGap, at);
    if (--size == 0) {
      end = 0;
      ordered = 0;
      earliest = Integer.MAX_VALUE;
    }
  }

  /**
   * Whether any job is expected to end by {@code time}. O(1) if {@code time} is before the earliest
   * end of the jobs in the last ordering and those added since.
   */
  boolean endsBy(int time) {
    if (time < earliest) {
      return false;
    }
    earliest = size == 0 ? Integer.MAX_VALUE : inOrder().end(0);
    return earliest <= time;
  }

  private void makeRoom() {
    if (size > entries.length / 2) {
      entries = Arrays.copyOf(entries, 2 * entries.length);
      held = Arrays.copyOf(held, entries.length);
    } else {
      inOrder();
    }
  }

  /** Sorts the jobs if necessary and returns this set. */
  RunningSet inOrder() {
    if (ordered != size || end != size) {
      order();
    }
    return this;
  }

  private void order() {
    int unchanged = Math.min(firstGap, ordered);
    int first = closeGaps(unchanged, ordered, unchanged);
    int added = closeGaps(ordered, end, first);
    int lowest = added - first <= FEW ? insert(first, added) : merge(first, added);
    for (int i = Math.min(unchanged, lowest); i < size; i++) {
      places.set((int) entries[i], i);
    }
    end = size;
    ordered = size;
    firstGap = Integer.MAX_VALUE;
  }

  /** Moves the entries from {@code from} to {@code to} down to {@code at}; returns the new end. */
  private int closeGaps(int from, int to, int at) {
    int kept = at;
    for (int i = from; i < to; i++) {
      long entry = entries[i];
      entries[kept] = entry;
      held[kept] = held[i];
      kept += entry == GAP ? 0 : 1;
    }
    return kept;
  }

  /**
   * Merges the entries of the range into those before; returns the first place that has changed.
   */
  private int insert(int from, int to) {
    int lowest = from;
    for (int i = from; i < to; i++) {
      long entry = entries[i];
      int processors = held[i];
      long last = entry | 0xffff_ffffL; // after all with the same end
      int at = i;
      for (; at > 0 && entries[at - 1] > last; at--) {
        entries[at] = entries[at - 1];
        held[at] = held[at - 1];
      }
      entries[at] = entry;
      held[at] = processors;
      lowest = Math.min(lowest, at);
    }
    return lowest;
  }

  private int merge(int from, int to) {
    long[] keys = new long[to - from];
    for (int i = from; i < to; i++) {
      keys[i - from] = entries[i] & 0xffff_ffff_0000_0000L | i;
    }
    Arrays.sort(keys);
    long[] unmerged = Arrays.copyOf(entries, to);
    int[] unmergedHeld = Arrays.copyOf(held, to);
    int i = from - 1;
    int k = keys.length - 1;
    for (int at = to - 1; k >= 0; at--) {
      boolean older = i >= 0 && unmerged[i] > (keys[k] | 0xffff_ffffL);
      int taken = older ? i-- : (int) keys[k--];
      entries[at] = unmerged[taken];
      held[at] = unmergedHeld[taken];
    }
    return 0;
  }
}
