package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** A list of jobs sorted by rank. Refilled in each pass; does not allocate once grown. */
final class RankedJobs {
  private static final int FEW = 16;

  private int[] slots = new int[64];
  private double[] ranks = new double[64];
  private int size;
  private int[] seen = new int[0];
  private int fills;

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

  /**
   * Collects all waiting and suspended jobs. Jobs already in the list stay in their order and new
   * ones follow, so that sorting again is cheap if ranks have changed little.
   */
  void fillIdle(ClusterState state, IntToDoubleFunction rank) {
    if (seen.length < state.slotLimit()) {
      seen = new int[2 * state.slotLimit()];
      fills = 0;
    }
    fills++;
    int held = size;
    clear();
    for (int i = 0; i < held; i++) {
      if (state.occupied(slots[i]) && isIdle(state.phase(slots[i]))) {
        addOnce(slots[i], rank);
      }
    }
    int kept = size;
    for (int slot = state.waiting().first();
        slot != ClusterState.NONE;
        slot = state.waiting().next(slot)) {
      addOnce(slot, rank);
    }
    if (state.suspendedCount() > 0) {
      state.forEach(JobPhase.SUSPENDED, slot -> addOnce(slot, rank));
    }
    sort(state, size - kept > kept / FEW ? gaps() : 1);
  }

  private static boolean isIdle(JobPhase phase) {
    return phase == JobPhase.WAITING || phase == JobPhase.SUSPENDED;
  }

  private void addOnce(int slot, IntToDoubleFunction rank) {
    if (seen[slot] != fills) {
      seen[slot] = fills;
      add(slot, rank.applyAsDouble(slot));
    }
  }

  /** Sorts by ascending rank, equal ranks by start time and then by arrival. */
  void sort(ClusterState state) {
    sort(state, gaps());
  }

  private int gaps() {
    int gap = 1;
    while (gap < size / 3) {
      gap = 3 * gap + 1;
    }
    return gap;
  }

  private void sort(ClusterState state, int greatestGap) {
    for (int gap = greatestGap; gap > 0; gap /= 3) {
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
