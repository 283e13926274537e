package io.gnomon.benchmarks;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures simulations of whole traces: EASY compared with the reference program, other policies
 * compared with EASY.
 */
final class SimulationCost {
  private static final double MILLISECONDS = 1e3;
  private static final double OCS_TIMES = 100;

  private final Path traces;
  private final int rounds;
  private final BudgetTable table;

  SimulationCost(Path traces, int rounds, BudgetTable table) {
    this.traces = traces;
    this.rounds = rounds;
    this.table = table;
  }

  void measure(Trace trace, @Nullable ReferenceProgram reference) throws Exception {
    JobLog log = trace.read(traces);
    int processors = trace.processors();
    Runnable easy = () -> run(log, processors, "easy");
    if (reference != null) {
      reference.load(trace.in(traces), processors);
      double[] seconds = Rounds.medians(rounds, List.of(easy, reference::simulate));
      table.atLeast(
          "EASY on " + trace.name() + ", speed",
          2.5,
          seconds[1] / seconds[0],
          "× the reference program");
      table.atLeast(
          "EASY on " + trace.name() + ", simulation compared with OCS as a process",
          OCS_TIMES,
          trace.ocsSeconds() / seconds[0],
          "× OCS");
    }
    double[] seconds =
        Rounds.medians(
            Math.max(3, rounds / 2),
            List.of(
                easy,
                () -> run(log, processors, "multi-queue(partitions=4)"),
                () -> run(log, processors, "conservative")));
    table.info("EASY on " + trace.name() + ", time", seconds[0] * MILLISECONDS, "ms");
    table.atMost(
        "multi-queue(4) on " + trace.name() + ", time", 4, seconds[1] / seconds[0], "× EASY");
    table.atMost(
        "conservative on " + trace.name() + ", time", 12, seconds[2] / seconds[0], "× EASY");
  }

  /**
   * Measures the policies whose budgets are in seconds, each on its trace and the machine of its
   * study.
   */
  void slowPolicies() throws Exception {
    seconds(Trace.KTH, "slack", 3);
    seconds(Trace.CTC.on(512), "probabilistic", 5); // nissimov2008
    seconds(Trace.BLUE, "probabilistic", 5);
    String suspension = "selective-suspension(factor=2, tuned=true)";
    seconds(Trace.CTC.on(430), suspension, 3); // kettimuthu2005
  }

  private void seconds(Trace trace, String policy, double most) throws Exception {
    if (table.has(trace.in(traces))) {
      JobLog log = trace.read(traces);
      double[] seconds = Rounds.medians(1, List.of(() -> run(log, trace.processors(), policy)));
      table.atMost(policy + " on " + trace.name(), most, seconds[0], "s");
    }
  }

  /** One simulation of the whole log. */
  static void run(JobLog log, int processors, String policy) {
    ScheduleListener listener = new ScheduleListener(log.size());
    new Simulation(
            new ClusterState(processors), Policies.create(policy), new LogArrivals(log), listener)
        .run();
  }
}
