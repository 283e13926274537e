package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What a multi-queue knows beside the state, as numbers: criteria, week, the estimates completed in
 * it and, where it has just turned, in the week before, idle processors by partition, the owner of
 * each running job, the jobs with a reservation.
 */
final class MultiQueueSnapshot {
  private int[] numbers = new int[64];
  private int position;

  private MultiQueueSnapshot() {}

  static int[] write(
      ClusterState state, WeeklyCriteria weekly, Ownership ownership, Reservations reservations) {
    MultiQueueSnapshot memory = new MultiQueueSnapshot();
    memory.addAll(weekly.criteria().bounds());
    memory.add(weekly.week());
    memory.addAll(weekly.collected());
    memory.addAll(weekly.justTurned(state.now()));
    memory.addAll(ownership.idle());
    memory.add(state.running().size());
    for (int i = 0; i < state.running().size(); i++) {
      int slot = state.running().slot(i);
      memory.add(state.job(slot));
      memory.add(ownership.owner(slot));
    }
    memory.add(reservations.active(state));
    for (int i = 0; i < reservations.size(); i++) {
      if (reservations.isActive(i, state)) {
        memory.add(reservations.job(i));
      }
    }
    return Arrays.copyOf(memory.numbers, memory.position);
  }

  static void read(
      int[] numbers,
      ClusterState state,
      WeeklyCriteria weekly,
      Ownership ownership,
      Reservations reservations) {
    MultiQueueSnapshot memory = new MultiQueueSnapshot();
    memory.numbers = numbers;
    Criteria criteria = Criteria.of(memory.nextAll());
    if (criteria.partitions() != ownership.idle().length) {
      throw new IllegalArgumentException(
          "the memory is of "
              + criteria.partitions()
              + " partitions; this policy has "
              + ownership.idle().length);
    }
    weekly.recall(criteria, memory.next(), memory.nextAll());
    weekly.recallTurn(state.now(), memory.nextAll());
    ownership.setIdle(memory.nextAll());
    Map<Integer, Integer> slots = new HashMap<>();
    state.forEachActive(slot -> slots.put(state.job(slot), slot));
    for (int left = memory.next(); left > 0; left--) {
      Integer slot = slots.get(memory.next());
      int owner = memory.next();
      if (slot != null && state.phase(slot) == JobPhase.RUNNING) {
        ownership.setOwner(slot, owner);
      }
    }
    for (int left = memory.next(); left > 0; left--) {
      int job = memory.next();
      Integer slot = slots.get(job);
      if (slot != null) {
        reservations.add(slot, job);
      }
    }
  }

  private void add(int number) {
    if (position == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * position);
    }
    numbers[position++] = number;
  }

  private void addAll(int[] all) {
    add(all.length);
    for (int number : all) {
      add(number);
    }
  }

  private int next() {
    return numbers[position++];
  }

  private int[] nextAll() {
    int length = next();
    position += length;
    return Arrays.copyOfRange(numbers, position - length, position);
  }
}
