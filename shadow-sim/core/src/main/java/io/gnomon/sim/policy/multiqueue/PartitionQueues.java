package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import java.util.Arrays;

/**
 * The waiting jobs of each partition in arrival order, as doubly linked lists over slots.
 *
 * <p>Appending and removing cost O(1). Reordering requires {@link #rebuild}, O(waiting jobs).
 */
final class PartitionQueues {
  private final int[] first;
  private final int[] last;
  private int[] next;
  private int[] previous;
  private int[] partition;
  private long occupied; // one bit per partition, at most 64

  PartitionQueues(int partitions) {
    first = new int[partitions];
    last = new int[partitions];
    next = new int[16];
    previous = new int[16];
    partition = new int[16];
    clear();
  }

  private PartitionQueues(PartitionQueues from) {
    first = from.first.clone();
    last = from.last.clone();
    next = from.next.clone();
    previous = from.previous.clone();
    partition = from.partition.clone();
    occupied = from.occupied;
  }

  PartitionQueues copy() {
    return new PartitionQueues(this);
  }

  /** The first job of a partition, or NONE. */
  int first(int p) {
    return first[p];
  }

  /** The partitions with waiting jobs, one bit each. */
  long occupied() {
    return occupied;
  }

  /** The partition of a waiting job, NONE if it is not in a queue. */
  int partition(int slot) {
    return slot < partition.length ? partition[slot] : ClusterState.NONE;
  }

  /** Whether the job is in a queue. */
  boolean holds(int slot) {
    return partition(slot) != ClusterState.NONE;
  }

  void rebuild(ClusterState state, Criteria criteria) {
    clear();
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      add(slot, criteria.partition(state.estimate(slot)));
    }
  }

  void add(int slot, int p) {
    if (slot >= next.length) {
      int from = partition.length;
      next = Arrays.copyOf(next, 2 * slot);
      previous = Arrays.copyOf(previous, 2 * slot);
      partition = Arrays.copyOf(partition, 2 * slot);
      Arrays.fill(partition, from, partition.length, ClusterState.NONE);
    }
    partition[slot] = p;
    next[slot] = ClusterState.NONE;
    previous[slot] = last[p];
    if (last[p] == ClusterState.NONE) {
      first[p] = slot;
      occupied |= 1L << p;
    } else {
      next[last[p]] = slot;
    }
    last[p] = slot;
  }

  void remove(int slot) {
    int p = partition[slot];
    if (previous[slot] == ClusterState.NONE) {
      first[p] = next[slot];
    } else {
      next[previous[slot]] = next[slot];
    }
    if (next[slot] == ClusterState.NONE) {
      last[p] = previous[slot];
      occupied &= previous[slot] == ClusterState.NONE ? ~(1L << p) : -1L;
    } else {
      previous[next[slot]] = previous[slot];
    }
    partition[slot] = ClusterState.NONE;
  }

  private void clear() {
    Arrays.fill(first, ClusterState.NONE);
    Arrays.fill(last, ClusterState.NONE);
    Arrays.fill(partition, ClusterState.NONE);
    occupied = 0;
  }
}
