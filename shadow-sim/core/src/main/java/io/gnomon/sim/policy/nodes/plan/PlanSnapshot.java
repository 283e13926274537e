package io.gnomon.sim.policy.nodes.plan;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.snapshot.IntTable;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The snapshot of a plan: whether it must be compressed, the start of each job, and what it will
 * hold, one row for each node.
 */
final class PlanSnapshot {
  private PlanSnapshot() {}

  static Snapshot write(ClusterState state, boolean compress, PlannedJobs jobs) {
    int types = state.nodes().machine().gpuTypes().size();
    IntTable starts = new IntTable("job", "start", "partition", "nodes");
    IntTable held = new IntTable(columns(types));
    for (int slot = state.waiting().first();
        slot != ClusterState.NONE;
        slot = state.waiting().next(slot)) {
      if (jobs.start(slot) != PlannedJobs.NONE) {
        Placement placement = jobs.placement(slot);
        starts.add(
            state.job(slot),
            jobs.start(slot),
            placement == null ? -1 : placement.partition(),
            placement == null ? 0 : placement.size());
        for (int i = 0; placement != null && i < placement.size(); i++) {
          held.add(row(placement, i, types));
        }
      }
    }
    return new Snapshot()
        .put("compress", compress)
        .put("starts", starts.snapshot())
        .put("held", held.snapshot());
  }

  private static String[] columns(int types) {
    String[] columns = new String[3 + types];
    columns[0] = "node";
    columns[1] = "cpus";
    columns[2] = "memory";
    for (int type = 0; type < types; type++) {
      columns[3 + type] = "gpus" + type;
    }
    return columns;
  }

  private static int[] row(Placement placement, int i, int types) {
    int[] row = new int[3 + types];
    row[0] = placement.node(i);
    row[1] = placement.cpus(i);
    row[2] = placement.memory(i);
    for (int type = 0; type < types; type++) {
      row[3 + type] = placement.gpus(i, type);
    }
    return row;
  }

  /**
   * Restores what {@link #write} wrote. Jobs that are not in the state are ignored.
   *
   * @return whether the plan must be compressed
   */
  static boolean read(Snapshot snapshot, ClusterState state, PlannedJobs jobs) {
    Map<Integer, Integer> slots = state.slotsByJob();
    Snapshot starts = snapshot.getSection("starts");
    int[] numbers = starts.getInts("job");
    int[] start = starts.getInts("start", numbers.length);
    int[] partition = starts.getInts("partition", numbers.length);
    int[] nodes = starts.getInts("nodes", numbers.length);
    int types = state.nodes().machine().gpuTypes().size();
    Snapshot held = snapshot.getSection("held");
    int rows = IntStream.of(nodes).sum();
    int[][] columns = new int[3 + types][];
    String[] names = columns(types);
    for (int column = 0; column < columns.length; column++) {
      columns[column] = held.getInts(names[column], rows);
    }
    jobs.reach(state.slotLimit());
    int at = 0;
    for (int i = 0; i < numbers.length; i++) {
      Integer slot = slots.get(numbers[i]);
      if (slot != null) {
        jobs.restore(slot, start[i], placement(partition[i], columns, at, at + nodes[i], types));
      }
      at += nodes[i];
    }
    return snapshot.getBoolean("compress");
  }

  private static @Nullable Placement placement(
      int partition, int[][] columns, int from, int to, int types) {
    if (from == to) {
      return null;
    }
    int[] gpus = new int[(to - from) * types];
    int sum = 0;
    for (int i = from; i < to; i++) {
      for (int type = 0; type < types; type++) {
        gpus[(i - from) * types + type] = columns[3 + type][i];
        sum += columns[3 + type][i];
      }
    }
    return new Placement(
        partition,
        Arrays.copyOfRange(columns[0], from, to),
        Arrays.copyOfRange(columns[1], from, to),
        Arrays.copyOfRange(columns[2], from, to),
        sum == 0 ? new int[0] : gpus);
  }
}
