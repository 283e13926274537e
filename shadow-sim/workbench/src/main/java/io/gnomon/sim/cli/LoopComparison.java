package io.gnomon.sim.cli;

import static java.util.Objects.requireNonNull;

import io.gnomon.commandline.Progress;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.ResourceUse;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.report.ForecastCoverage;
import io.gnomon.sim.report.LoopRun;
import io.gnomon.sim.report.ServiceSummary;
import io.gnomon.sim.report.StudyTimes;
import io.gnomon.sim.report.WeeklySlowdowns;
import io.gnomon.sim.safety.ForecastCheck;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.study.SharedTasks;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneLoopListener;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs tuning loops and fixed policies on one log and collects the figures of each.
 *
 * @param log prepared for the machine
 * @param cluster an empty cluster, only read
 * @param pool runs studies and fixed policies
 * @param weeks collects the weekly slowdowns of every schedule
 * @param progress of the runs
 */
record LoopComparison(
    JobLog log, ClusterState cluster, Executor pool, WeeklySlowdowns weeks, Progress progress) {
  private static final double NANOSECONDS = 1e9;
  private static final int MOST_PARTITIONS = 4;
  private static final double[] REPORT_THRESHOLDS = {2.5, 10, 25, 100};

  /** Runs a loop and checks its forecasts, if it makes any. */
  LoopRun loop(String name, TuneSettings settings, boolean oracle, Spec initial) {
    StudyTimes times = new StudyTimes(System::nanoTime);
    ForecastCheck check = new ForecastCheck(log, settings, pool);
    long began = System.nanoTime();
    TunedRun run =
        new TuneLoop(log, cluster, settings, pool)
            .withOracle(oracle)
            .run(initial, TuneLoopListener.all(times, check, shown(progress, name, log)));
    double seconds = (System.nanoTime() - began) / NANOSECONDS;
    return new LoopRun(
        figures(name, run.schedule(), run.use()),
        run,
        times,
        new ForecastCoverage(check.checked()),
        seconds);
  }

  /** A listener that shows how far a loop is, as the fraction of the log's time span. */
  static TuneLoopListener shown(Progress progress, String name, JobLog log) {
    double end = Math.max(1, log.submit(log.size() - 1));
    return time -> progress.show(name, Math.min(1, time / end));
  }

  /** The weekly loop of lawson2005 with the threshold that turns out best. */
  LoopRun bestWeeklyLoop() {
    List<LoopRun> loops = new ArrayList<>();
    for (double threshold : REPORT_THRESHOLDS) {
      loops.add(
          loop(
              "report's loop, T " + String.valueOf(threshold).replace(".0", ""),
              TuneSettings.weekly(threshold, 2 * TuneSettings.WEEK, MOST_PARTITIONS),
              false,
              TuneOptions.partitioned(MOST_PARTITIONS)));
    }
    return loops.stream()
        .min(Comparator.comparingDouble(loop -> loop.service().meanBoundedSlowdown()))
        .orElseThrow();
  }

  /** Runs each of these policies on the whole log, several at a time. */
  List<ServiceSummary> fixed(List<Spec> policies) {
    Map<Spec, PolicyRun> runs = new ConcurrentHashMap<>();
    ProgressCounter counter =
        new ProgressCounter(policies.size(), done -> progress.show("fixed policies", done));
    new SharedTasks(pool).await(tasks -> run(policies, tasks, runs, counter));
    return policies.stream()
        .map(policy -> service(policy.toString(), requireNonNull(runs.get(policy))))
        .toList();
  }

  private CompletableFuture<Void> run(
      List<Spec> policies, Executor tasks, Map<Spec, PolicyRun> runs, ProgressCounter counter) {
    return CompletableFuture.allOf(
        policies.stream()
            .sorted(Comparator.comparingDouble(policy -> -Policies.relativeCost(policy)))
            .map(
                policy ->
                    CompletableFuture.runAsync(
                        () -> {
                          runs.put(policy, PolicyRun.once(log, cluster, policy));
                          counter.completed();
                        },
                        tasks))
            .toArray(CompletableFuture[]::new));
  }

  /** The figures of a run, whose weekly slowdowns are collected too. */
  ServiceSummary service(String name, PolicyRun run) {
    weeks.add(name, run.schedule());
    return figures(name, run.schedule(), run.use());
  }

  private ServiceSummary figures(String name, Schedule schedule, @Nullable ResourceUse use) {
    return ServiceSummary.of(name, new Outcome(log, schedule), cluster.processors(), use);
  }
}
