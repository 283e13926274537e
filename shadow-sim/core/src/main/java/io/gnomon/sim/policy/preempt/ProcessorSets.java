package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import java.util.Arrays;

/**
 * A bit set of processors for each slot, in one array. Not thread-safe; a query of a set costs
 * O(processors / 64).
 */
final class ProcessorSets {
  private static final int WORD = 6;

  private int words;
  private int slots;
  private long[] bits = new long[0];

  /** Empty sets of processors below {@code words} times 64. */
  ProcessorSets(int words) {
    this.words = words;
  }

  private ProcessorSets(ProcessorSets from) {
    words = from.words;
    slots = from.slots;
    bits = from.bits.clone();
  }

  ProcessorSets copy() {
    return new ProcessorSets(this);
  }

  /** Number of slots with a set; other slots count as having an empty one. */
  int slots() {
    return slots;
  }

  /** Creates sets for the slots below {@code limit}. */
  void makeRoom(int limit) {
    if (limit > slots) {
      slots = Math.max(limit, 2 * slots);
      bits = Arrays.copyOf(bits, slots * words);
    }
  }

  /** Enlarges the sets to {@code wider} words. */
  void widen(int wider) {
    long[] widened = new long[slots * wider];
    for (int slot = 0; slot < slots; slot++) {
      System.arraycopy(bits, slot * words, widened, slot * wider, words);
    }
    bits = widened;
    words = wider;
  }

  /** The 64 processors from {@code 64 * word} on, lowest bit first. */
  long word(int slot, int word) {
    return slot < slots ? bits[slot * words + word] : 0;
  }

  /** Adds a processor to the set of a slot that has one. */
  void add(int slot, int p) {
    bits[slot * words + (p >> WORD)] |= 1L << p;
  }

  boolean contains(int slot, int p) {
    return (word(slot, p >> WORD) >>> p & 1) != 0;
  }

  void clear(int slot) {
    if (slot < slots) {
      Arrays.fill(bits, slot * words, (slot + 1) * words, 0);
    }
  }

  /** The first processor from {@code from} on in the set, or {@link ClusterState#NONE}. */
  int next(int slot, int from) {
    for (int p = from; p >> WORD < words; p = ((p >> WORD) + 1) << WORD) {
      long rest = word(slot, p >> WORD) >>> p;
      if (rest != 0) {
        return p + Long.numberOfTrailingZeros(rest);
      }
    }
    return ClusterState.NONE;
  }

  /** The last processor in the set, or {@link ClusterState#NONE}. */
  int last(int slot) {
    for (int w = words - 1; w >= 0; w--) {
      long set = word(slot, w);
      if (set != 0) {
        return (w << WORD) + 63 - Long.numberOfLeadingZeros(set);
      }
    }
    return ClusterState.NONE;
  }
}
