package io.gnomon.sim.workload.sacct;

import io.gnomon.slurm.value.JobNumber;
import java.util.Arrays;

/**
 * Which records have been seen, by 64-bit hashes: two of ten million different records have the
 * same one with a probability of three in a million. 8 to 16 bytes for each record. Not
 * thread-safe.
 */
final class RecordSet {
  private static final int FIRST_CAPACITY = 1 << 12;

  private long[] slots = new long[FIRST_CAPACITY]; // 0 is free
  private int size;

  /** Adds a record; false if it is there already. */
  boolean add(long id, JobNumber number, long submit, long start) {
    long key = mix(mix(mix(id) + number.job()) + number.task() * 31L + number.component());
    key = mix(mix(key + submit) + start);
    if (4L * (size + 1) > 3L * slots.length) {
      grow();
    }
    if (!put(slots, key == 0 ? 1 : key)) {
      return false;
    }
    size++;
    return true;
  }

  private static boolean put(long[] slots, long key) {
    int at = (int) key & slots.length - 1;
    while (slots[at] != 0) {
      if (slots[at] == key) {
        return false;
      }
      at = at + 1 & slots.length - 1;
    }
    slots[at] = key;
    return true;
  }

  private void grow() {
    long[] larger = new long[2 * slots.length];
    Arrays.stream(slots).filter(key -> key != 0).forEach(key -> put(larger, key));
    slots = larger;
  }

  /** A bijection in which every bit depends on all others (the finaliser of SplitMix64). */
  private static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }
}
