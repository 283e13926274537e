package io.gnomon.sim.cli;

import io.gnomon.commandline.Progress;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ResourceUse;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.JobCategories;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.report.SimulationReport;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.PreparedLog;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A simulation of one policy on a whole log.
 *
 * @param schedule the result
 * @param seconds duration of the simulation alone; the median of repetitions
 * @param use of the nodes; null for a pool of processors
 * @param neverStarted number of jobs that were refused, or are held or wait at the end, by the
 *     reason
 */
record PolicyRun(
    Schedule schedule,
    double seconds,
    @Nullable ResourceUse use,
    Map<WaitingReason, Integer> neverStarted) {
  private static final int LEAST_WARM_UP = 5;
  private static final double NANOSECONDS = 1e9;

  /** Simulates once on a copy of an empty cluster. */
  static PolicyRun once(JobLog log, ClusterState cluster, Spec spec) {
    return onceOn(log, cluster.fork(), spec);
  }

  private static PolicyRun onceOn(JobLog log, ClusterState state, Spec spec) {
    ScheduleListener listener = ScheduleListener.of(log, state);
    Simulation simulation =
        new Simulation(state, Policies.create(spec, state), new LogArrivals(log, state), listener);
    long began = System.nanoTime();
    simulation.run();
    double seconds = (System.nanoTime() - began) / NANOSECONDS;
    return new PolicyRun(
        listener.schedule(), seconds, listener.use(), neverStarted(state, listener));
  }

  private static Map<WaitingReason, Integer> neverStarted(
      ClusterState state, ScheduleListener listener) {
    Map<WaitingReason, Integer> jobs = new EnumMap<>(WaitingReason.class);
    jobs.putAll(listener.refused());
    for (JobPhase phase : List.of(JobPhase.HELD, JobPhase.WAITING)) {
      state.forEach(
          phase,
          slot -> {
            WaitingReason reason = state.waitingReason(slot);
            if (reason != null) {
              jobs.merge(reason, 1, Integer::sum);
            }
          });
    }
    return jobs;
  }

  /**
   * Simulates {@code times} times and shows progress; with more than one time, after a warm-up of
   * half as many.
   *
   * @param cluster an empty cluster, only read
   */
  static PolicyRun repeated(
      JobLog log, ClusterState cluster, Spec spec, int times, Progress progress) {
    if (times == 1) {
      ClusterState state = cluster.fork();
      try (SimulationProgress watched =
          new SimulationProgress(progress, spec.toString(), state, log)) {
        return onceOn(log, state, spec);
      }
    }
    int warmUp = Math.max(LEAST_WARM_UP, times / 2);
    for (int i = 0; i < warmUp; i++) {
      progress.show("warm-up", (double) i / warmUp);
      once(log, cluster, spec);
    }
    double[] seconds = new double[times];
    PolicyRun last = once(log, cluster, spec);
    seconds[0] = last.seconds;
    for (int i = 1; i < times; i++) {
      progress.show("repetitions", (double) i / times);
      last = once(log, cluster, spec);
      seconds[i] = last.seconds;
    }
    Arrays.sort(seconds);
    double median = (seconds[(times - 1) / 2] + seconds[times / 2]) / 2;
    return new PolicyRun(last.schedule, median, last.use, last.neverStarted);
  }

  /** The waits and slowdowns of the jobs of the log that was simulated. */
  Outcome outcome(PreparedLog prepared) {
    return new Outcome(prepared.log(), schedule);
  }

  SimulationReport report(
      WorkloadOptions workload, String policy, PreparedLog prepared, JobCategories categories) {
    return SimulationReport.of(
            workload.reported(), policy, prepared.report(), outcome(prepared), categories, seconds)
        .with(use);
  }

  /**
   * The spec with the seed, if its family has a parameter {@code seed} that the spec leaves out.
   */
  static Spec seeded(Spec spec, long seed) {
    boolean takesSeed =
        Policies.family(spec.name()).parameters().stream()
            .anyMatch(parameter -> parameter.name().equals("seed"));
    boolean chosen = seed != 1 && takesSeed && !spec.parameters().containsKey("seed");
    return chosen ? spec.with("seed", seed) : spec;
  }
}
