package io.gnomon.sim.policy.backfill;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Fields;
import java.util.Arrays;

/** The reservation of each waiting job, by slot: start, processors and seconds. */
final class Reservations {
  /** Placeholder for no reservation. */
  static final int NONE = -1;

  private int[] starts = filled(new int[16], 0);
  private int[] processors = new int[16];
  private int[] seconds = new int[16];
  private int[] chances = new int[16];

  Reservations copy() {
    Reservations copy = new Reservations();
    copy.starts = starts.clone();
    copy.processors = processors.clone();
    copy.seconds = seconds.clone();
    copy.chances = chances.clone();
    return copy;
  }

  void clear() {
    Arrays.fill(starts, NONE);
  }

  void set(int slot, int start, int onProcessors, int expectedSeconds) {
    if (slot >= starts.length) {
      int from = starts.length;
      int length = Math.max(slot + 1, 2 * from);
      starts = filled(Arrays.copyOf(starts, length), from);
      processors = Arrays.copyOf(processors, length);
      seconds = Arrays.copyOf(seconds, length);
      chances = Arrays.copyOf(chances, length);
    }
    starts[slot] = start;
    processors[slot] = onProcessors;
    seconds[slot] = expectedSeconds;
    chances[slot] = NEVER;
  }

  /** Lists the reservations by job; jobs that are not in the state are ignored. */
  void fields(Fields fields, ClusterState state) {
    fields.rowsByJob(
        state::slotsByJob,
        table ->
            state.forEachActive(
                slot -> {
                  if (start(slot) != NONE) {
                    table.add(state.job(slot), start(slot), processors[slot], seconds[slot]);
                  }
                }),
        (row, slot) -> set(slot, row[1], row[2], row[3]),
        "start",
        "processors",
        "seconds");
  }

  void remove(int slot) {
    if (slot < starts.length) {
      starts[slot] = NONE;
    }
  }

  int start(int slot) {
    return slot < starts.length ? starts[slot] : NONE;
  }

  int processors(int slot) {
    return processors[slot];
  }

  int seconds(int slot) {
    return seconds[slot];
  }

  /** Moves a job's reservation to another start. */
  void move(int slot, int start) {
    starts[slot] = start;
  }

  /**
   * Returns and clears the time from which the job may find an earlier start, see {@link
   * ReservedQueue}.
   */
  int takeChance(int slot) {
    int chance = slot < chances.length ? chances[slot] : 0;
    setChance(slot, 0);
    return chance;
  }

  void setChance(int slot, int chance) {
    if (slot < chances.length) { // otherwise it has no reservation
      chances[slot] = chance;
    }
  }

  private static int[] filled(int[] column, int from) {
    Arrays.fill(column, from, column.length, NONE);
    return column;
  }
}
