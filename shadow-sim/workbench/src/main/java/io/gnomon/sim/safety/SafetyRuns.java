package io.gnomon.sim.safety;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.SharedTasks;
import io.gnomon.sim.tune.ModelError;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Runs logs under the loop and under fixed policies.
 *
 * @param settings of the loop
 * @param oracle whether its studies assume the true arrivals
 * @param library the policies it is compared with
 * @param executor runs logs in parallel with the calling thread; the studies of a loop run on the
 *     thread of the loop
 */
record SafetyRuns(TuneSettings settings, boolean oracle, List<Spec> library, Executor executor) {

  Schedule loop(JobLog log, int processors, Spec first) {
    return loop(log, processors, first, ModelError.NONE);
  }

  Schedule loop(JobLog log, int processors, Spec first, ModelError modelError) {
    return new TuneLoop(log, processors, settings, Runnable::run)
        .withOracle(oracle)
        .withModelError(modelError)
        .run(first, time -> {})
        .schedule();
  }

  static Schedule fixed(JobLog log, int processors, Spec policy) {
    ScheduleListener schedule = new ScheduleListener(log.size());
    new Simulation(
            new ClusterState(processors), Policies.create(policy), new LogArrivals(log), schedule)
        .run();
    return schedule.schedule();
  }

  /** Runs a task for each number below {@code count} and returns the results in that order. */
  <T> List<T> each(int count, IntFunction<T> run) {
    return new SharedTasks(executor)
        .await(
            shared -> {
              List<CompletableFuture<T>> tasks =
                  IntStream.range(0, count)
                      .mapToObj(i -> CompletableFuture.supplyAsync(() -> run.apply(i), shared))
                      .toList();
              return CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new))
                  .thenApply(done -> tasks.stream().map(CompletableFuture::join).toList());
            });
  }

  static double of(SafetyRatio.Figure figure, JobLog log, Schedule schedule) {
    Outcome outcome = new Outcome(log, schedule);
    return switch (figure) {
      case SLOWDOWN -> slowdown(log, schedule, job -> true);
      case WAIT -> JobStatistics.of(outcome, job -> true).meanWait();
      case WORST_CATEGORY ->
          JobGroup.byCategory(outcome, CategoryScheme.FOUR).stream()
              .mapToDouble(group -> group.statistics().meanWait())
              .max()
              .orElse(0);
    };
  }

  static double slowdown(JobLog log, Schedule schedule, IntPredicate jobs) {
    return JobStatistics.of(new Outcome(log, schedule), jobs).meanBoundedSlowdown();
  }

  /** The ratio of two figures; 1 if they are equal, also if both are 0. */
  static double ratio(double one, double other) {
    return one == other ? 1 : one / other;
  }
}
