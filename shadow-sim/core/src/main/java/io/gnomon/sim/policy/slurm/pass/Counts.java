package io.gnomon.sim.policy.slurm.pass;

import java.util.Arrays;

/**
 * Counts by key, for one pass: a hash table with open addressing over primitive arrays, which are
 * reused. Not thread-safe.
 */
final class Counts {
  private static final int LEAST = 16;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private long[] keys = new long[LEAST];
  private int[] counts = new int[LEAST];
  private int size;

  /** Removes all keys. */
  void clear() {
    if (size > 0) {
      Arrays.fill(counts, 0);
      size = 0;
    }
  }

  /**
   * Increments the count of {@code key}.
   *
   * @return the new count
   */
  int add(long key) {
    if (2 * size >= keys.length) {
      grow();
    }
    int at = find(key);
    if (counts[at] == 0) {
      keys[at] = key;
      size++;
    }
    return ++counts[at];
  }

  private int find(long key) {
    int mask = keys.length - 1;
    int at = (int) (key * SPREAD >>> 33) & mask;
    while (counts[at] > 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] formerKeys = keys;
    int[] formerCounts = counts;
    keys = new long[2 * formerKeys.length];
    counts = new int[keys.length];
    for (int i = 0; i < formerKeys.length; i++) {
      if (formerCounts[i] > 0) {
        int at = find(formerKeys[i]);
        keys[at] = formerKeys[i];
        counts[at] = formerCounts[i];
      }
    }
  }
}
