package io.gnomon.sim.policy.order;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import java.util.Arrays;

/**
 * Waiting jobs in an order, for one pass. Jobs with equal criteria stay in order of submission.
 *
 * <p>Sorting n jobs costs O(n log n), nothing in order of arrival; if only a few jobs will be
 * taken, {@link #pile} costs O(n). Does not allocate once the columns have grown.
 */
public final class OrderedSlots {
  private int[] slots = new int[64];
  private double[] criteria = new double[64];
  private int[] jobs = new int[64];
  private int size;

  /** Fills this with all waiting jobs of {@code state}. */
  public void fill(ClusterState state, QueueOrder order) {
    WaitingQueue waiting = state.waiting();
    size = waiting.size();
    if (size >= slots.length) {
      slots = new int[2 * size];
      criteria = new double[2 * size];
      jobs = new int[2 * size];
    }
    waiting.copyInto(slots);
    sort(state, order);
  }

  /** Removes all jobs. */
  public void clear() {
    size = 0;
  }

  /** Adds a job; the jobs of one {@link #sort} must be added in order of submission. */
  public void add(int slot) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, 2 * size);
      criteria = new double[2 * size];
      jobs = new int[2 * size];
    }
    slots[size++] = slot;
  }

  /** Sorts the jobs by {@code order}. */
  public void sort(ClusterState state, QueueOrder order) {
    if (order.isArrival()) {
      return;
    }
    judge(state, order);
    for (int i = size / 2 - 1; i >= 0; i--) {
      sink(i, size);
    }
    for (int end = size - 1; end > 0; end--) {
      swap(0, end);
      sink(0, end);
    }
  }

  private void judge(ClusterState state, QueueOrder order) {
    for (int i = 0; i < size; i++) {
      criteria[i] = order.criterion(state, slots[i]);
      jobs[i] = state.job(slots[i]);
    }
  }

  /** Builds a heap for {@link #takeFirst()}; O(n). */
  public void pile(ClusterState state, QueueOrder order) {
    judge(state, order);
    for (int i = size / 2 - 1; i >= 0; i--) {
      sinkPiled(i);
    }
  }

  /** Removes the first job in the order, after {@link #pile}; O(log n). */
  public int takeFirst() {
    int first = slots[0];
    swap(0, --size);
    sinkPiled(0);
    return first;
  }

  private void sinkPiled(int from) {
    int at = from;
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(child + 1, child)) {
        child++;
      }
      if (!isBefore(child, at)) {
        return;
      }
      swap(at, child);
      at = child;
    }
  }

  /** Number of jobs. */
  public int size() {
    return size;
  }

  /** The {@code i}-th job, from 0. */
  public int slot(int i) {
    return slots[i];
  }

  /** Sifts down in a heap whose root is the last job in the order. */
  private void sink(int from, int end) {
    int at = from;
    for (int child = 2 * at + 1; child < end; child = 2 * at + 1) {
      if (child + 1 < end && isBefore(child, child + 1)) {
        child++;
      }
      if (!isBefore(at, child)) {
        return;
      }
      swap(at, child);
      at = child;
    }
  }

  private boolean isBefore(int a, int b) {
    return criteria[a] > criteria[b] || (criteria[a] == criteria[b] && jobs[a] < jobs[b]);
  }

  private void swap(int a, int b) {
    int slot = slots[a];
    slots[a] = slots[b];
    slots[b] = slot;
    int job = jobs[a];
    jobs[a] = jobs[b];
    jobs[b] = job;
    double criterion = criteria[a];
    criteria[a] = criteria[b];
    criteria[b] = criterion;
  }
}
