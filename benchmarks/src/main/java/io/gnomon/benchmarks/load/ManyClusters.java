package io.gnomon.benchmarks.load;

import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;

/**
 * The recorded events of emulated clusters, in the order of their times. The number of jobs of the
 * cluster of rank r is proportional to 1/r (Zipf); every tenth one has nodes and accounts with fair
 * share, the others are pools of processors.
 *
 * <p>Commands are not answered. Each cluster reports its clock at every midnight, when it is
 * evaluated by default, and a snapshot an hour later, when the command of that evaluation expires.
 * Thus no event is rejected.
 */
final class ManyClusters {
  private static final int FEWEST_JOBS = 20;
  private static final int PROCESSORS = 128;
  private static final int NODES = 16;
  private static final double LOAD = 0.9;
  private static final int TENTH = 10;
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;

  private ManyClusters() {}

  /**
   * Records the events.
   *
   * @param clusters at least 1
   * @param jobs about how many there are together, where that gives each at least 20
   * @param seed of the workloads
   */
  static LoadEvents record(int clusters, int jobs, long seed) {
    int[] sizes = sizes(clusters, jobs);
    LoadEvents events = new LoadEvents();
    for (int rank = 1; rank <= clusters; rank++) {
      String name = "cluster" + rank;
      if (isAccounted(rank)) {
        accounted(events, name, sizes[rank - 1], seed + rank);
      } else {
        pool(events, name, sizes[rank - 1], seed + rank);
      }
    }
    events.sortByTime();
    return events;
  }

  /** Whether the cluster of a rank has nodes and accounts. */
  static boolean isAccounted(int rank) {
    return rank % TENTH == 0;
  }

  /** A machine of 16 nodes, or a multiple of it. */
  static Machine machine(int multiple) {
    return new Machine.Builder()
        .node("n[1-%d]".formatted(multiple * NODES), NodeClass.of(PROCESSORS / NODES, 64_000))
        .build();
  }

  /** The number of jobs of each cluster, from the largest to the smallest. */
  static int[] sizes(int clusters, int jobs) {
    double harmonic = 0;
    for (int rank = 1; rank <= clusters; rank++) {
      harmonic += 1.0 / rank;
    }
    int[] sizes = new int[clusters];
    for (int rank = 1; rank <= clusters; rank++) {
      sizes[rank - 1] = Math.max(FEWEST_JOBS, (int) Math.round(jobs / (rank * harmonic)));
    }
    return sizes;
  }

  /** Adds the events of a pool of processors with at least 20 jobs. */
  static void pool(LoadEvents events, String name, int jobs, long seed) {
    JobLog log = WorkloadGenerator.generate(Math.max(FEWEST_JOBS, jobs), PROCESSORS, LOAD, seed);
    EmulatedCluster cluster = new EmulatedCluster(log, PROCESSORS, log.originEpochSecond());
    add(events, name, cluster, cluster.declare());
  }

  private static void accounted(LoadEvents events, String name, int jobs, long seed) {
    Machine machine = machine(1);
    AccountedCluster one =
        AccountedCluster.of(WorkloadGenerator.generate(jobs, machine, LOAD, seed), machine);
    add(events, name, one.cluster(), one.declared());
  }

  private static void add(
      LoadEvents events, String name, EmulatedCluster cluster, ClusterDeclared declared) {
    events.add(name, declared);
    int midnight = DAY;
    while (!cluster.done()) {
      int expiry = midnight + HOUR;
      int next = cluster.state().now() < midnight ? midnight : expiry;
      cluster.runUntil(Math.min(cluster.nextEventTime() + 1, next));
      cluster.changes(0, data -> events.add(name, data));
      if (cluster.state().now() == expiry) {
        events.add(name, cluster.snapshot(events.sequence(name)));
        midnight += DAY;
      }
    }
  }
}
