package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Fields;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The waiting jobs that hold a reservation, in the order in which they became pivots. The first one
 * of a partition is its pivot; there are others only after the criteria have changed (appendix
 * A.2).
 */
final class PivotReservations {
  private int[] slots = new int[4];
  private int[] jobs = new int[4];
  private int size;

  PivotReservations copy() {
    PivotReservations copy = new PivotReservations();
    copy.takeOver(this);
    return copy;
  }

  void takeOver(PivotReservations from) {
    slots = from.slots.clone();
    jobs = from.jobs.clone();
    size = from.size;
  }

  int size() {
    return size;
  }

  int slot(int i) {
    return slots[i];
  }

  int job(int i) {
    return jobs[i];
  }

  /** Whether the job has not left; it may have left unnoticed if no pass was made. */
  boolean isActive(int i, ClusterState state) {
    return state.occupied(slots[i]) && state.job(slots[i]) == jobs[i];
  }

  /** The numbers of the jobs that have not left. */
  private int[] active(ClusterState state) {
    return IntStream.range(0, size).filter(i -> isActive(i, state)).map(i -> jobs[i]).toArray();
  }

  /** Lists the jobs; those that are not in the state are ignored. */
  void fields(Fields fields, ClusterState state) {
    int[] reserved = fields.numbers("reserved", active(state));
    if (fields.reading()) {
      Map<Integer, Integer> slotsByJob = state.slotsByJob();
      clear();
      for (int job : reserved) {
        Integer slot = slotsByJob.get(job);
        if (slot != null) {
          add(slot, job);
        }
      }
    }
  }

  /** Removes the jobs that have left. */
  void removeDeparted(ClusterState state) {
    for (int i = size - 1; i >= 0; i--) {
      if (!isActive(i, state)) {
        remove(i);
      }
    }
  }

  void clear() {
    size = 0;
  }

  void add(int slot, int job) {
    insert(size, slot, job);
  }

  void insert(int i, int slot, int job) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, 2 * size);
      jobs = Arrays.copyOf(jobs, 2 * size);
    }
    System.arraycopy(slots, i, slots, i + 1, size - i);
    System.arraycopy(jobs, i, jobs, i + 1, size - i);
    slots[i] = slot;
    jobs[i] = job;
    size++;
  }

  void remove(int i) {
    size--;
    System.arraycopy(slots, i + 1, slots, i, size - i);
    System.arraycopy(jobs, i + 1, jobs, i, size - i);
  }

  boolean holds(int slot) {
    for (int i = 0; i < size; i++) {
      if (slots[i] == slot) {
        return true;
      }
    }
    return false;
  }

  /** The partitions that have a pivot, one bit each (at most 64). */
  long partitions(PartitionQueues queues) {
    long partitions = 0;
    for (int i = 0; i < size; i++) {
      partitions |= 1L << queues.partition(slots[i]);
    }
    return partitions;
  }

  /** Removes the jobs that no longer wait. */
  void retain(PartitionQueues queues, ClusterState state) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (queues.partition(slots[i]) >= 0 && state.job(slots[i]) == jobs[i]) {
        slots[kept] = slots[i];
        jobs[kept++] = jobs[i];
      }
    }
    size = kept;
  }
}
