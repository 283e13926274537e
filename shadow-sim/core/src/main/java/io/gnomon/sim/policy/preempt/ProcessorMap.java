package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Assignment of individual processors to jobs, for machines on which a suspended job must resume on
 * its own processors.
 *
 * <p>Processors are numbered from 0 and jobs are identified by slot. A job is placed on free
 * processors, first on those that no suspended job will return to, then by number. When a job is
 * suspended, its set stays assigned to it until it is removed. A processor never belongs to two
 * running jobs. When the capacity shrinks, processors beyond it remain held until their jobs leave,
 * and are not free afterwards.
 *
 * <p>Not thread-safe. A placement costs O(processors), a query of a set O(processors / 64).
 */
public final class ProcessorMap {
  private static final int WORD = 6;

  private int capacity;
  private int words;
  private long[] free;
  private final ProcessorSets sets;
  private long[] kept = new long[0];
  private int[] owners;
  private boolean[] held = new boolean[0];

  /** A map of {@code processors} free processors. */
  public ProcessorMap(int processors) {
    words = wordsFor(processors);
    sets = new ProcessorSets(words);
    free = new long[words];
    owners = new int[words << WORD];
    Arrays.fill(owners, ClusterState.NONE);
    resize(processors);
  }

  private ProcessorMap(ProcessorMap from) {
    capacity = from.capacity;
    words = from.words;
    free = from.free.clone();
    sets = from.sets.copy();
    kept = from.kept.clone();
    owners = from.owners.clone();
    held = from.held.clone();
  }

  /** An independent copy. */
  public ProcessorMap copy() {
    return new ProcessorMap(this);
  }

  /** Number of processors that can be assigned. */
  public int capacity() {
    return capacity;
  }

  /** Sets the number of processors that can be assigned; jobs keep what they hold. */
  public void resize(int processors) {
    widen(processors);
    capacity = processors;
    for (int p = 0; p < owners.length; p++) {
      mark(p, p < capacity && owners[p] == ClusterState.NONE);
    }
  }

  /** Number of processors that are free now. */
  public int freeCount() {
    int count = 0;
    for (long word : free) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /** Whether the job holds processors. */
  public boolean holds(int slot) {
    return slot < held.length && held[slot];
  }

  /**
   * Assigns {@code count} processors to a job that holds none. If fewer are free because the
   * machine has shrunk, the job gets numbers beyond the capacity.
   */
  public void place(int slot, int count) {
    choose(slot, count, true);
    take(slot);
  }

  /** Assigns a set of {@code count} processors for a job that holds none, free ones first. */
  public void assign(int slot, int count) {
    choose(slot, count, false);
  }

  /**
   * Adds the processors {@code first} to {@code last} to the assigned set of a job that holds none.
   */
  public void assignRange(int slot, int first, int last) {
    requireOff(slot);
    makeRoomFor(slot);
    widen(last + 1);
    for (int p = first; p <= last; p++) {
      sets.add(slot, p);
    }
  }

  /**
   * Puts a job on its assigned processors, including those beyond the capacity.
   *
   * @throws IllegalStateException if another job holds any of them
   */
  public void placeAssigned(int slot) {
    requireOff(slot);
    forEachProcessor(
        slot,
        p -> {
          if (owners[p] != ClusterState.NONE) {
            throw new IllegalStateException(
                "processor " + p + " is held by the jobs in slots " + owners[p] + " and " + slot);
          }
        });
    take(slot);
  }

  /** Takes a job off its processors; its set stays assigned to it. */
  public void vacate(int slot) {
    requireHeld(slot);
    held[slot] = false;
    forEachProcessor(
        slot,
        p -> {
          owners[p] = ClusterState.NONE;
          mark(p, p < capacity);
        });
  }

  /** Whether all assigned processors of the job are free; false if it has none. */
  public boolean canReturn(int slot) {
    boolean any = false;
    for (int w = 0; w < words; w++) {
      long set = sets.word(slot, w);
      if ((set & ~free[w]) != 0) {
        return false;
      }
      any |= set != 0;
    }
    return any;
  }

  /** Whether all processors of the job still exist. */
  public boolean reachable(int slot) {
    return sets.last(slot) < capacity;
  }

  /** Puts a job back on its own processors, all of which must be free. */
  public void putBack(int slot) {
    if (!canReturn(slot)) {
      throw new IllegalStateException(
          "the job in slot " + slot + " cannot return: its processors are not all free");
    }
    take(slot);
  }

  /** Removes a job: its processors become free and its set is dropped. */
  public void remove(int slot) {
    if (holds(slot)) {
      vacate(slot);
    }
    sets.clear(slot);
  }

  /** The slot of the job on processor {@code p}, or {@link ClusterState#NONE}. */
  public int owner(int p) {
    return owners[p];
  }

  /** Visits the processors that are assigned to a job, in ascending order. */
  public void forEachProcessor(int slot, IntConsumer visitor) {
    for (int p = sets.next(slot, 0); p != ClusterState.NONE; p = sets.next(slot, p + 1)) {
      visitor.accept(p);
    }
  }

  /** The first processor from {@code from} on that is assigned to the job, or NONE. */
  public int nextProcessor(int slot, int from) {
    return sets.next(slot, from);
  }

  /** Like {@link #nextProcessor}, for processors that are not free. */
  public int nextTaken(int slot, int from) {
    for (int p = from; p < owners.length; p = ((p >> WORD) + 1) << WORD) {
      long taken = (sets.word(slot, p >> WORD) & ~free[p >> WORD]) >>> p;
      if (taken != 0) {
        return p + Long.numberOfTrailingZeros(taken);
      }
    }
    return ClusterState.NONE;
  }

  /** Keeps the assigned processors of a job from other jobs as long as others are free. */
  public void keep(int slot) {
    if (kept.length < words) {
      kept = Arrays.copyOf(kept, words);
    }
    for (int w = 0; w < words; w++) {
      kept[w] |= sets.word(slot, w);
    }
  }

  /** Stops keeping any processors. */
  public void keepNone() {
    Arrays.fill(kept, 0);
  }

  /** Number of processors that are free and not kept. */
  public int unkeptCount() {
    int count = 0;
    for (int w = 0; w < words; w++) {
      count += Long.bitCount(free[w] & ~(w < kept.length ? kept[w] : 0));
    }
    return count;
  }

  // --- implementation

  private void choose(int slot, int count, boolean onlyFree) {
    requireOff(slot);
    makeRoomFor(slot);
    sets.clear(slot);
    int left = count;
    long[] claimed = claimed();
    for (int p = 0; left > 0 && p < capacity; p++) {
      left -= pick(slot, p, isFree(p) && (claimed[p >> WORD] >>> p & 1) == 0) ? 1 : 0;
    }
    for (int p = 0; left > 0 && p < capacity; p++) {
      left -= pick(slot, p, isFree(p) && !isKept(p) && !sets.contains(slot, p)) ? 1 : 0;
    }
    for (int p = 0; left > 0 && p < capacity; p++) {
      left -= pick(slot, p, isFree(p) && !sets.contains(slot, p)) ? 1 : 0;
    }
    for (int p = 0; left > 0; p++) {
      widen(p + 1);
      boolean spare = onlyFree ? owners[p] == ClusterState.NONE : true;
      left -= pick(slot, p, spare && !sets.contains(slot, p)) ? 1 : 0;
    }
  }

  /** The processors of suspended jobs. */
  private long[] claimed() {
    long[] claimed = new long[words];
    for (int slot = 0; slot < held.length; slot++) {
      for (int w = 0; w < words && !held[slot]; w++) {
        claimed[w] |= sets.word(slot, w);
      }
    }
    return claimed;
  }

  private boolean pick(int slot, int p, boolean eligible) {
    if (eligible) {
      sets.add(slot, p);
    }
    return eligible;
  }

  private void take(int slot) {
    held[slot] = true;
    forEachProcessor(
        slot,
        p -> {
          owners[p] = slot;
          mark(p, false);
        });
  }

  private void makeRoomFor(int slot) {
    sets.makeRoom(slot + 1);
    if (held.length < sets.slots()) {
      held = Arrays.copyOf(held, sets.slots());
    }
  }

  private void widen(int processors) {
    int needed = wordsFor(processors);
    if (needed <= words) {
      return;
    }
    sets.widen(needed);
    free = Arrays.copyOf(free, needed);
    int before = owners.length;
    owners = Arrays.copyOf(owners, needed << WORD);
    Arrays.fill(owners, before, owners.length, ClusterState.NONE);
    words = needed;
  }

  private void mark(int p, boolean isFree) {
    if (isFree) {
      free[p >> WORD] |= 1L << p;
    } else {
      free[p >> WORD] &= ~(1L << p);
    }
  }

  private boolean isFree(int p) {
    return (free[p >> WORD] >>> p & 1) != 0;
  }

  private boolean isKept(int p) {
    return p >> WORD < kept.length && (kept[p >> WORD] >>> p & 1) != 0;
  }

  private void requireOff(int slot) {
    if (holds(slot)) {
      throw new IllegalStateException("the job in slot " + slot + " holds processors already");
    }
  }

  private void requireHeld(int slot) {
    if (!holds(slot)) {
      throw new IllegalStateException("the job in slot " + slot + " holds no processors");
    }
  }

  private static int wordsFor(int processors) {
    return Math.max(1, (processors + 63) >> WORD);
  }
}
