package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Some jobs by rank, refilled at each pass without allocation once it has grown. */
final class RankedJobs {
  private int[] slots = new int[64];
  private double[] ranks = new double[64];
  private int size;

  void clear() {
    size = 0;
  }

  void add(int slot, double rank) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, 2 * size);
      ranks = Arrays.copyOf(ranks, 2 * size);
    }
    slots[size] = slot;
    ranks[size++] = rank;
  }

  int size() {
    return size;
  }

  int slot(int i) {
    return slots[i];
  }

  double rank(int i) {
    return ranks[i];
  }

  /** Collects all running jobs. */
  void fillRunning(ClusterState state, IntToDoubleFunction rank) {
    clear();
    for (int i = 0; i < state.running().size(); i++) {
      int slot = state.running().slot(i);
      add(slot, rank.applyAsDouble(slot));
    }
  }

  /** Sorts by ascending rank, equal ranks by start time and then by arrival. */
  void sort(ClusterState state) {
    int gap = 1;
    while (gap < size / 3) {
      gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
      for (int i = gap; i < size; i++) {
        int slot = slots[i];
        double rank = ranks[i];
        int at = i;
        while (at >= gap && before(state, slot, rank, at - gap)) {
          slots[at] = slots[at - gap];
          ranks[at] = ranks[at - gap];
          at -= gap;
        }
        slots[at] = slot;
        ranks[at] = rank;
      }
    }
  }

  private boolean before(ClusterState state, int slot, double rank, int i) {
    if (rank != ranks[i]) {
      return rank < ranks[i];
    }
    int other = slots[i];
    return state.startTime(slot) != state.startTime(other)
        ? state.startTime(slot) < state.startTime(other)
        : state.job(slot) < state.job(other);
  }
}
