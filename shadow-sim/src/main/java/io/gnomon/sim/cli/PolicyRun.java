package io.gnomon.sim.cli;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.report.SimulationReport;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.PreparedLog;
import java.util.Arrays;

/**
 * A policy run over a whole log.
 *
 * @param schedule that came of it
 * @param seconds of the simulation alone; the median where it was repeated
 */
record PolicyRun(Schedule schedule, double seconds) {
  private static final int LEAST_WARM_UP = 5;
  private static final double NANOSECONDS = 1e9;

  /** Simulates once. */
  static PolicyRun once(JobLog log, int processors, PolicySpec spec) {
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation =
        new Simulation(
            new ClusterState(processors), Policies.create(spec), new LogArrivals(log), listener);
    long began = System.nanoTime();
    simulation.run();
    double seconds = (System.nanoTime() - began) / NANOSECONDS;
    return new PolicyRun(listener.schedule(), seconds);
  }

  /** Simulates {@code times} times, after a warm-up of half as many if it is more than once. */
  static PolicyRun repeated(JobLog log, int processors, PolicySpec spec, int times) {
    if (times > 1) {
      for (int i = 0; i < Math.max(LEAST_WARM_UP, times / 2); i++) {
        once(log, processors, spec);
      }
    }
    double[] seconds = new double[times];
    PolicyRun last = once(log, processors, spec);
    seconds[0] = last.seconds;
    for (int i = 1; i < times; i++) {
      last = once(log, processors, spec);
      seconds[i] = last.seconds;
    }
    Arrays.sort(seconds);
    double median = (seconds[(times - 1) / 2] + seconds[times / 2]) / 2;
    return new PolicyRun(last.schedule, median);
  }

  /** What became of the jobs of the log that was simulated. */
  Outcome outcome(PreparedLog prepared) {
    return new Outcome(prepared.log(), schedule);
  }

  SimulationReport report(
      WorkloadOptions workload, String policy, PreparedLog prepared, JobCategories categories) {
    return SimulationReport.of(
        workload.reported(), policy, prepared.report(), outcome(prepared), categories, seconds);
  }

  /** The spec with the seed, where its family draws random numbers and it names none itself. */
  static PolicySpec seeded(PolicySpec spec, long seed) {
    boolean takesSeed =
        Policies.family(spec.name()).parameters().stream()
            .anyMatch(parameter -> parameter.name().equals("seed"));
    boolean chosen = seed != 1 && takesSeed && !spec.parameters().containsKey("seed");
    return chosen ? spec.with("seed", seed) : spec;
  }
}
