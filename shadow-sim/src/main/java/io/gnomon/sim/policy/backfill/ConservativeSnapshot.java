package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.speculate.Attempts;
import io.gnomon.sim.snapshot.IntTable;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Map;

/**
 * The snapshot of conservative backfilling: whether the schedule must be compressed, the
 * reservations and the attempts.
 */
final class ConservativeSnapshot {
  private ConservativeSnapshot() {}

  static Snapshot write(
      ClusterState state, boolean compress, Reservations reservations, Attempts attempts) {
    IntTable reserved = new IntTable("job", "start", "processors", "seconds");
    state.forEachActive(
        slot -> {
          if (reservations.start(slot) != Reservations.NONE) {
            reserved.add(
                state.job(slot),
                reservations.start(slot),
                reservations.processors(slot),
                reservations.seconds(slot));
          }
        });
    return new Snapshot()
        .put("compress", compress)
        .put("reservations", reserved.snapshot())
        .put("attempts", attempts.snapshot(state));
  }

  /**
   * Restores what {@link #write} wrote. Jobs that are not in the state are ignored.
   *
   * @return whether the schedule must be compressed
   */
  static boolean read(
      Snapshot snapshot, ClusterState state, Reservations reservations, Attempts attempts) {
    Map<Integer, Integer> slots = state.slotsByJob();
    Snapshot reserved = snapshot.getSection("reservations");
    int[] jobs = reserved.getInts("job");
    int[] start = reserved.getInts("start", jobs.length);
    int[] processors = reserved.getInts("processors", jobs.length);
    int[] seconds = reserved.getInts("seconds", jobs.length);
    for (int i = 0; i < jobs.length; i++) {
      Integer slot = slots.get(jobs[i]);
      if (slot != null) {
        reservations.set(slot, start[i], processors[i], seconds[i]);
      }
    }
    attempts.restore(snapshot.getSection("attempts"), slots);
    return snapshot.getBoolean("compress");
  }
}
