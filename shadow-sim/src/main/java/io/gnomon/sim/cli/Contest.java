package io.gnomon.sim.cli;

import static java.util.Objects.requireNonNull;

import io.gnomon.sim.feedback.ForecastCheck;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.report.ForecastCoverage;
import io.gnomon.sim.report.LoopRun;
import io.gnomon.sim.report.ServiceSummary;
import io.gnomon.sim.report.StudyTimes;
import io.gnomon.sim.report.WeeklySlowdowns;
import io.gnomon.sim.study.RelativeCost;
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
import java.util.function.Consumer;

/**
 * Runs one log in loops and under fixed policies, and keeps the figures of each.
 *
 * @param log prepared for the machine
 * @param processors of the machine
 * @param pool that runs studies and fixed policies beside the thread that asks for them
 * @param weeks take every schedule
 * @param progress hears what is being done
 */
record Contest(
    JobLog log, int processors, Executor pool, WeeklySlowdowns weeks, Consumer<String> progress) {
  private static final double NANOSECONDS = 1e9;
  private static final int MOST_PARTITIONS = 4;
  private static final double[] REPORT_THRESHOLDS = {2.5, 10, 25, 100};

  /** A loop, its forecasts checked where it makes any. */
  LoopRun loop(String name, TuneSettings settings, TuneLoop.FutureKind future, PolicySpec begin) {
    StudyTimes times = new StudyTimes(System::nanoTime);
    ForecastCheck check = new ForecastCheck(log, settings, pool);
    TuneLoopListener shown = time -> progress.accept(name + ", week " + time / TuneSettings.WEEK);
    long began = System.nanoTime();
    TunedRun run =
        new TuneLoop(log, processors, settings, future, pool)
            .run(begin, TuneLoopListener.all(times, check, shown));
    double seconds = (System.nanoTime() - began) / NANOSECONDS;
    return new LoopRun(
        service(name, run.schedule()), run, times, new ForecastCoverage(check.checked()), seconds);
  }

  /** The report's loop with the threshold, of some, that is best in hindsight. */
  LoopRun bestOfTheReport() {
    List<LoopRun> loops = new ArrayList<>();
    for (double threshold : REPORT_THRESHOLDS) {
      loops.add(
          loop(
              "report's loop, T " + String.valueOf(threshold).replace(".0", ""),
              TuneSettings.weekly(threshold, 2 * TuneSettings.WEEK, MOST_PARTITIONS),
              TuneLoop.FutureKind.REPLAY,
              TuneOptions.partitioned(MOST_PARTITIONS)));
    }
    return loops.stream()
        .min(Comparator.comparingDouble(loop -> loop.service().meanBoundedSlowdown()))
        .orElseThrow();
  }

  /** Each of these policies kept throughout, several at a time. */
  List<ServiceSummary> fixed(List<PolicySpec> policies) {
    progress.accept(policies.size() + " fixed policies");
    Map<PolicySpec, Schedule> schedules = new ConcurrentHashMap<>();
    new SharedTasks(pool).await(tasks -> run(policies, tasks, schedules));
    return policies.stream()
        .map(policy -> kept(policy.toString(), requireNonNull(schedules.get(policy))))
        .toList();
  }

  private CompletableFuture<Void> run(
      List<PolicySpec> policies, Executor tasks, Map<PolicySpec, Schedule> schedules) {
    return CompletableFuture.allOf(
        policies.stream()
            .sorted(Comparator.comparingDouble(policy -> -RelativeCost.of(policy)))
            .map(
                policy ->
                    CompletableFuture.runAsync(
                        () ->
                            schedules.put(
                                policy, PolicyRun.once(log, processors, policy).schedule()),
                        tasks))
            .toArray(CompletableFuture[]::new));
  }

  /** The figures of a schedule, which is kept week by week too. */
  ServiceSummary kept(String name, Schedule schedule) {
    weeks.add(name, schedule);
    return service(name, schedule);
  }

  private ServiceSummary service(String name, Schedule schedule) {
    return ServiceSummary.of(name, new Outcome(log, schedule), processors);
  }
}
