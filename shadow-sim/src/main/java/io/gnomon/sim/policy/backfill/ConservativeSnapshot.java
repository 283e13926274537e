package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.speculate.Attempts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What conservative backfilling knows beside the state, as numbers: whether the schedule is to be
 * compressed, how many reservations there are, these by job, the attempts.
 */
final class ConservativeSnapshot {
  private static final int HEAD = 2;
  private static final int RESERVATION = 4;

  private ConservativeSnapshot() {}

  static int[] write(
      ClusterState state, boolean compress, Reservations reservations, Attempts attempts) {
    int[] tried = attempts.memory(state);
    int[] memory = new int[HEAD + RESERVATION * state.activeCount() + tried.length];
    int[] at = {HEAD};
    state.forEachActive(
        slot -> {
          if (reservations.start(slot) != Reservations.NONE) {
            memory[at[0]] = state.job(slot);
            memory[at[0] + 1] = reservations.start(slot);
            memory[at[0] + 2] = reservations.processors(slot);
            memory[at[0] + 3] = reservations.seconds(slot);
            at[0] += RESERVATION;
          }
        });
    memory[0] = compress ? 1 : 0;
    memory[1] = (at[0] - HEAD) / RESERVATION;
    System.arraycopy(tried, 0, memory, at[0], tried.length);
    return Arrays.copyOf(memory, at[0] + tried.length);
  }

  /** Reads what {@link #write} wrote; returns whether the schedule is to be compressed. */
  static boolean read(
      int[] memory, ClusterState state, Reservations reservations, Attempts attempts) {
    long end = memory.length < HEAD ? -1 : HEAD + RESERVATION * (long) memory[1];
    if (end < HEAD || end > memory.length || (memory.length - end) % Attempts.FIELDS != 0) {
      throw new IllegalArgumentException(
          memory.length + " numbers are not the memory of a conservative policy");
    }
    Map<Integer, Integer> slots = new HashMap<>();
    state.forEachActive(slot -> slots.put(state.job(slot), slot));
    for (int at = HEAD; at < end; at += RESERVATION) {
      Integer slot = slots.get(memory[at]);
      if (slot != null) {
        reservations.set(slot, memory[at + 1], memory[at + 2], memory[at + 3]);
      }
    }
    for (int at = (int) end; at < memory.length; at += Attempts.FIELDS) {
      Integer slot = slots.get(memory[at]);
      if (slot != null) {
        attempts.recall(memory, at, slot);
      }
    }
    return memory[0] == 1;
  }
}
