package io.gnomon.benchmarks;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.thread.StudyThreads;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.MachineRequests;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import io.gnomon.sim.workload.submission.SubmissionLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures simulations, studies and forks of clusters of nodes. */
final class NodeBudgets {
  /** Default folder of the workloads, relative to the project. */
  static final String FOLDER = "../shared/sites";

  private static final double MILLISECONDS = 1e3;
  private static final double MICROSECONDS = 1e6;
  private static final int FEW = 1_000;
  private static final int MANY = 100_000;
  private static final int WAITING = 500;
  private static final int HOUR = 3600;
  private static final int DAY = 86_400;
  private static final int ALTERNATIVES = 16;

  private final Path sites;
  private final int rounds;
  private final BudgetTable table;

  NodeBudgets(Path sites, int rounds, BudgetTable table) {
    this.sites = sites;
    this.rounds = rounds;
    this.table = table;
  }

  void measure() throws IOException {
    table.atMost(
        "fork, 10,000 active jobs on 1,000 nodes",
        100,
        ForkCost.secondsOnNodes(10_000, 1_000, 10 * rounds) * MICROSECONDS,
        "µs");
    double few = EventCost.onNodes("easy", FEW);
    double many = EventCost.onNodes("easy", MANY);
    table.info(
        "EASY on 64 nodes, an event with 1,000 jobs of 100 shapes", few * MICROSECONDS, "µs");
    table.atMost("the same with 100,000 jobs", 2, many / few, "×");
    Path site = sites.resolve("ubhpc");
    if (table.has(site)) {
      Machine machine = SlurmMachine.read(site.resolve("slurm.conf"));
      JobLog log = SubmissionLog.read(site.resolve("workload_week.events.gz"));
      site(
          machine,
          new Preparation(machine.cpus(), OverrunRule.KNOWN)
              .prepare(MachineRequests.possible(log, machine).log())
              .log());
    }
  }

  private void site(Machine machine, JobLog log) {
    for (String policy : List.of("easy", "conservative")) {
      double[] seconds = Rounds.medians(3, List.of(() -> live(machine, log, policy).run()));
      table.atMost(policy + " on a week of 217 nodes", 3, seconds[0], "s");
    }
    int cores = Runtime.getRuntime().availableProcessors();
    Simulation live = withQueue(machine, log);
    try (StudyThreads pool = new StudyThreads(cores)) {
      String name =
          String.format(
              Locale.ROOT,
              "study of %d over a day, %d waiting jobs, 217 nodes, %d threads",
              ALTERNATIVES,
              live.state().waiting().size(),
              cores);
      Runnable drain = () -> study(live, Scenario.none()).join(pool);
      table.atMost(
          name, 250, Rounds.mediansByClock(rounds, List.of(drain))[0] * MILLISECONDS, "ms");
      Runnable whole = () -> study(live, Scenario.oracle(log)).join(pool);
      table.info(
          "the same with the true arrivals",
          Rounds.mediansByClock(1, List.of(whole))[0] * MILLISECONDS,
          "ms");
    }
  }

  private static Simulation live(Machine machine, JobLog log, String policy) {
    ClusterState state = new ClusterState(machine);
    return new Simulation(
        state,
        Policies.create(Spec.parse(policy), state),
        new LogArrivals(log, state),
        SimulationListener.NONE);
  }

  private static Simulation withQueue(Machine machine, JobLog log) {
    Simulation live = live(machine, log, "easy");
    int time = 0;
    while (live.state().waiting().size() < WAITING && time < log.submit(log.size() - 1)) {
      time += HOUR / 60;
      live.runUntil(time);
    }
    return live;
  }

  private static ShadowStudy study(Simulation live, Scenario scenario) {
    List<Spec> alternatives = new ArrayList<>();
    for (String head : List.of("arrival", "order", "none")) {
      for (String order : List.of("shortest", "smallest", "smallest-area", "xfactor", "wfp3")) {
        alternatives.add(Spec.parse("easy(head=" + head + ", order=" + order + ")"));
      }
    }
    return new ShadowStudy(
        live.state(),
        live.policy(),
        alternatives.subList(0, ALTERNATIVES - 1),
        List.of(scenario),
        DAY);
  }
}
