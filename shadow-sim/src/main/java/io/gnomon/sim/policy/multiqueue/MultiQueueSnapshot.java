package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.snapshot.IntTable;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Map;

/**
 * The snapshot of a multi-queue policy: the criteria and the completed estimates of the week, idle
 * processors by partition, the owning partition of each running job, and the jobs with a
 * reservation.
 */
final class MultiQueueSnapshot {
  private MultiQueueSnapshot() {}

  static Snapshot write(
      ClusterState state, WeeklyCriteria weekly, Ownership ownership, Reservations reservations) {
    IntTable running = new IntTable("job", "owner");
    for (int i = 0; i < state.running().size(); i++) {
      int slot = state.running().slot(i);
      running.add(state.job(slot), ownership.owner(slot));
    }
    int[] reserved = new int[reservations.active(state)];
    int count = 0;
    for (int i = 0; i < reservations.size(); i++) {
      if (reservations.isActive(i, state)) {
        reserved[count++] = reservations.job(i);
      }
    }
    return new Snapshot()
        .put("bounds", weekly.criteria().bounds())
        .put("week", weekly.week())
        .put("completedEstimates", weekly.collected())
        .put("previousWeekEstimates", weekly.justTurned(state.now()))
        .put("idle", ownership.idle().clone())
        .put("running", running.snapshot())
        .put("reserved", reserved);
  }

  /**
   * Restores what {@link #write} wrote. Jobs that are not in the state are ignored.
   *
   * @throws IllegalArgumentException if the snapshot has another number of partitions
   */
  static void read(
      Snapshot snapshot,
      ClusterState state,
      WeeklyCriteria weekly,
      Ownership ownership,
      Reservations reservations) {
    int partitions = ownership.idle().length;
    Criteria criteria = Criteria.of(snapshot.getInts("bounds", partitions));
    weekly.restore(criteria, snapshot.getInt("week"), snapshot.getInts("completedEstimates"));
    weekly.restoreTurn(state.now(), snapshot.getInts("previousWeekEstimates"));
    ownership.setIdle(snapshot.getInts("idle", partitions));
    Map<Integer, Integer> slots = state.slotsByJob();
    Snapshot running = snapshot.getSection("running");
    int[] jobs = running.getInts("job");
    int[] owners = running.getInts("owner", jobs.length);
    for (int i = 0; i < jobs.length; i++) {
      Integer slot = slots.get(jobs[i]);
      if (slot != null && state.phase(slot) == JobPhase.RUNNING) {
        ownership.setOwner(slot, owners[i]);
      }
    }
    for (int job : snapshot.getInts("reserved")) {
      Integer slot = slots.get(job);
      if (slot != null) {
        reservations.add(slot, job);
      }
    }
  }
}
