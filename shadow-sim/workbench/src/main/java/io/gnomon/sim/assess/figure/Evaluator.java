package io.gnomon.sim.assess.figure;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.policy.slurm.pass.TestLimits;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Computes the figures of a schedule. Stateless. */
public final class Evaluator {
  private static final int HOUR = 3600;

  private Evaluator() {}

  /**
   * The figures of a simulation. A job that never starts counts as waiting until the last event.
   *
   * @param setup that was simulated
   * @param schedule its result
   * @param source index of each job in the recorded log
   * @param recorded the recorded log, by which blocks are defined
   */
  public static ConfigurationFigures of(
      SimulatedSite setup,
      Schedule schedule,
      int[] source,
      JobLog recorded,
      Blocks blocks,
      JobGroups groups) {
    JobLog log = setup.log();
    Accumulator byBlock = new Accumulator(blocks.count());
    Map<Grouping, Accumulator> byGroup = new EnumMap<>(Grouping.class);
    for (Grouping by : Grouping.values()) {
      if (!groups.names(by).isEmpty()) {
        byGroup.put(by, new Accumulator(groups.names(by).size()));
      }
    }
    Outcome outcome = new Outcome(log, schedule);
    int last = lastEvent(log, schedule);
    for (int job = 0; job < log.size(); job++) {
      int wait = schedule.finished(job) ? outcome.wait(job) : Math.max(0, last - log.submit(job));
      double slowdown =
          1 + (double) wait / Math.max(Outcome.SLOWDOWN_BOUND_SECONDS, log.runtime(job));
      int origin = source[job];
      byBlock.add(blocks.of(recorded.submit(origin)), wait, slowdown);
      byGroup.forEach((by, sums) -> sums.add(groups.of(by, origin), wait, slowdown));
    }
    Map<Grouping, List<Sums>> grouped = new EnumMap<>(Grouping.class);
    byGroup.forEach((by, sums) -> grouped.put(by, sums.sums()));
    double[] load = load(setup, schedule, last);
    return new ConfigurationFigures(byBlock.sums(), grouped, load[0], load[1]);
  }

  private static int lastEvent(JobLog log, Schedule schedule) {
    int last = log.submit(log.size() - 1);
    for (int job = 0; job < log.size(); job++) {
      last = Math.max(last, schedule.end(job));
    }
    return last;
  }

  /** Jobs examined per hour while jobs wait, and the mean queue during the submissions. */
  private static double[] load(SimulatedSite setup, Schedule schedule, int last) {
    JobLog log = setup.log();
    int[] starts = new int[log.size()];
    for (int job = 0; job < starts.length; job++) {
      starts[job] = schedule.started(job) ? schedule.start(job) : last;
    }
    Arrays.sort(starts);
    Spec policy = setup.policy();
    boolean slurm = policy.name().equals("slurm");
    int depth = slurm ? TestLimits.of(policy).all() : Integer.MAX_VALUE;
    int begin = log.submit(0);
    int end = Math.max(begin + 1, log.submit(log.size() - 1));
    double queued = 0;
    double examined = 0;
    double waiting = 0;
    int started = 0;
    int time = begin;
    for (int submitted = 0; submitted < starts.length; ) {
      int next = log.submit(submitted);
      if (started < submitted && starts[started] < next) {
        next = starts[started];
      }
      int length = submitted - started;
      queued += (double) length * (next - time);
      examined += (double) Math.min(length, depth) * (next - time);
      waiting += length > 0 ? next - time : 0;
      time = next;
      if (started < submitted && starts[started] <= next) {
        started++;
      } else {
        submitted++;
      }
    }
    double cycles =
        slurm ? (double) HOUR / PolicyParameters.whole(SlurmParameter.BF_INTERVAL, policy) : 0;
    return new double[] {waiting == 0 ? 0 : cycles * examined / waiting, queued / (end - begin)};
  }

  /** Sums by index. */
  private static final class Accumulator {
    private final long[] jobs;
    private final long[] waits;
    private final double[] slowdowns;

    Accumulator(int size) {
      jobs = new long[size];
      waits = new long[size];
      slowdowns = new double[size];
    }

    void add(int index, int wait, double slowdown) {
      jobs[index]++;
      waits[index] += wait;
      slowdowns[index] += slowdown;
    }

    List<Sums> sums() {
      List<Sums> sums = new ArrayList<>();
      for (int i = 0; i < jobs.length; i++) {
        sums.add(new Sums(jobs[i], waits[i], slowdowns[i]));
      }
      return Collections.unmodifiableList(sums);
    }
  }
}
