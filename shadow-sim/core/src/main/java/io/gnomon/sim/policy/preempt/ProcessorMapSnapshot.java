package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.IntTable;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.Map;

/**
 * The snapshot of a placement: the map's capacity, the processor ranges of each job, whether it
 * holds them, and the processors from which a suspended job's memory is still being written.
 */
final class ProcessorMapSnapshot {
  private ProcessorMapSnapshot() {}

  static Snapshot write(ClusterState state, ProcessorMap map, int[] writtenAt) {
    IntTable jobs = new IntTable("job", "holds", "ranges");
    IntTable ranges = new IntTable("first", "last");
    state.forEachActive(
        slot -> {
          int before = ranges.rows();
          int first = map.nextProcessor(slot, 0);
          while (first != ClusterState.NONE) {
            int last = first;
            int next = map.nextProcessor(slot, last + 1);
            while (next == last + 1) {
              last = next;
              next = map.nextProcessor(slot, last + 1);
            }
            ranges.add(first, last);
            first = next;
          }
          jobs.add(state.job(slot), map.holds(slot) ? 1 : 0, ranges.rows() - before);
        });
    IntTable writing = new IntTable("processor", "until");
    for (int p = 0; p < writtenAt.length; p++) {
      if (writtenAt[p] > state.now()) {
        writing.add(p, writtenAt[p]);
      }
    }
    return new Snapshot()
        .put("capacity", map.capacity())
        .put("jobs", jobs.snapshot())
        .put("ranges", ranges.snapshot())
        .put("writing", writing.snapshot());
  }

  /**
   * Restores what {@link #write} wrote into an empty map. Jobs that are not in the state are
   * ignored.
   *
   * @return the second at which each processor's memory is written, 0 if it is
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length
   */
  static int[] read(Snapshot snapshot, ClusterState state, ProcessorMap map) {
    map.resize(snapshot.getInt("capacity"));
    Snapshot jobs = snapshot.getSection("jobs");
    int[] numbers = jobs.getInts("job");
    int[] holds = jobs.getInts("holds", numbers.length);
    int[] counts = jobs.getInts("ranges", numbers.length);
    Snapshot ranges = snapshot.getSection("ranges");
    int[] first = ranges.getInts("first", Arrays.stream(counts).sum());
    int[] last = ranges.getInts("last", first.length);
    Map<Integer, Integer> slots = state.slotsByJob();
    int range = 0;
    for (int i = 0; i < numbers.length; i++) {
      Integer slot = slots.get(numbers[i]);
      for (int end = range + counts[i]; range < end; range++) {
        if (slot != null) {
          map.assignRange(slot, first[range], last[range]);
        }
      }
      if (slot != null && holds[i] == 1) {
        map.placeAssigned(slot);
      }
    }
    return writtenAt(snapshot.getSection("writing"), map.capacity());
  }

  private static int[] writtenAt(Snapshot writing, int capacity) {
    int[] processors = writing.getInts("processor");
    int[] until = writing.getInts("until", processors.length);
    int[] writtenAt = new int[capacity];
    for (int i = 0; i < processors.length; i++) {
      if (processors[i] >= writtenAt.length) {
        writtenAt = Arrays.copyOf(writtenAt, processors[i] + 1);
      }
      writtenAt[processors[i]] = until[i];
    }
    return writtenAt;
  }
}
