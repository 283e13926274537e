package io.gnomon.sim.policy.slurm;

import java.util.Arrays;

/**
 * Counts by user, for one pass: a hash table with open addressing over primitive arrays, which are
 * reused. Not thread-safe.
 */
final class UserCounts {
  private static final int LEAST = 16;
  private static final int SPREAD = 0x9E3779B9;

  private int[] users = new int[LEAST];
  private int[] counts = new int[LEAST];
  private int size;

  /** Removes all users. */
  void clear() {
    Arrays.fill(counts, 0);
    size = 0;
  }

  /**
   * Increments the count of {@code user}.
   *
   * @return the new count
   */
  int add(int user) {
    if (2 * size >= users.length) {
      grow();
    }
    int at = find(user);
    if (counts[at] == 0) {
      users[at] = user;
      size++;
    }
    return ++counts[at];
  }

  private int find(int user) {
    int mask = users.length - 1;
    int at = (user * SPREAD >>> 7) & mask;
    while (counts[at] > 0 && users[at] != user) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    int[] formerUsers = users;
    int[] formerCounts = counts;
    users = new int[2 * formerUsers.length];
    counts = new int[users.length];
    for (int i = 0; i < formerUsers.length; i++) {
      if (formerCounts[i] > 0) {
        int at = find(formerUsers[i]);
        users[at] = formerUsers[i];
        counts[at] = formerCounts[i];
      }
    }
  }
}
