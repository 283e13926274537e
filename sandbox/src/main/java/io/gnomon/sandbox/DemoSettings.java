package io.gnomon.sandbox;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.workload.JobLog;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a demo.
 *
 * @param workload display name
 * @param log the jobs, prepared for the machine
 * @param processors of the cluster
 * @param machine its nodes; null for a pool of processors
 * @param end second of the log at which the fast part of the demo ends, with jobs that wait and
 *     run; {@link #ALL_JOBS} to run all jobs
 * @param threshold mean bounded slowdown above which studies run
 * @param speed simulated seconds per second; infinite for as fast as the controller follows
 * @param seconds time limit; infinite for none
 * @param port of the dashboard; 0 for any free port
 */
record DemoSettings(
    String workload,
    JobLog log,
    int processors,
    @Nullable Machine machine,
    int end,
    double threshold,
    double speed,
    double seconds,
    int port) {
  /** The value of {@code end} with which a demo runs until its last job ends. */
  static final int ALL_JOBS = Integer.MAX_VALUE;

  /** Settings of a demo that runs all jobs. */
  DemoSettings(
      String workload,
      JobLog log,
      int processors,
      double threshold,
      double speed,
      double seconds,
      int port) {
    this(workload, log, processors, null, ALL_JOBS, threshold, speed, seconds, port);
  }

  /** The generated workload at full speed, without a time limit, on any free port. */
  static DemoSettings generated() {
    return generated(DemoWorkload.PROCESSORS, DemoWorkload.SEED);
  }

  /** The same for another machine and another seed. */
  static DemoSettings generated(int processors, long seed) {
    return new DemoSettings(
        "generated workload, seed " + seed,
        DemoWorkload.generate(processors, seed),
        processors,
        null,
        DemoWorkload.END,
        Search.LIBRARY.threshold(),
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        0);
  }

  /** The workload that is generated for nodes, otherwise as {@link #generated()}. */
  static DemoSettings generated(Machine machine, long seed) {
    return new DemoSettings(
        "generated workload, seed " + seed,
        DemoWorkload.generate(machine, seed),
        machine.cpus(),
        machine,
        DemoWorkload.END_ON_NODES,
        Search.LIBRARY.threshold(),
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        0);
  }

  /** The empty cluster at second 0. */
  ClusterState emptyCluster() {
    return machine == null ? new ClusterState(processors) : new ClusterState(machine);
  }

  /** The size of the cluster in words, such as {@code 128 processors}. */
  String size() {
    if (machine == null) {
      return processors + " processors";
    }
    int gpus = 0;
    for (int node = 0; node < machine.nodes(); node++) {
      gpus += machine.nodeClass(node).gpuCount();
    }
    String others = gpus == 0 ? "" : " and " + gpus + " GPUs";
    return "%d nodes with %d CPUs%s".formatted(machine.nodes(), processors, others);
  }

  /** The same demo with another end of its fast part, as a second of the log. */
  DemoSettings until(int second) {
    return new DemoSettings(
        workload, log, processors, machine, second, threshold, speed, seconds, port);
  }

  /** The last second of the fast part, or about the last second of the workload. */
  int lastSecond() {
    return end == ALL_JOBS ? log.submit(log.size() - 1) : end;
  }
}
