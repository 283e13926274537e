package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** What the hourly studies of the queue must hold, on generated workloads. */
class QueueStudyTest {
  private static final int PROCESSORS = 64;
  private static final int SEEDS = 3;
  private static final Spec EASY = Spec.of("easy");

  @Test
  void beatsEasyOnEachLogAndTheBestFairPolicyOnAverage() {
    double sumTuned = 0;
    double sumFixed = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      JobLog log = WorkloadGenerator.generate(2000, PROCESSORS, 0.6, seed);
      double tuned = slowdown(log, loop(log, EASY, Runnable::run).schedule(), job -> true);
      assertThat(tuned)
          .as("seed %d", seed)
          .isLessThan(
              slowdown(log, Workloads.run(log, PROCESSORS, Policies.create(EASY)), job -> true));
      sumTuned += tuned;
      sumFixed += bestFairFixed(log);
    }

    assertThat(sumTuned).isLessThan(sumFixed);
  }

  @Test
  void aRaceDoesNotDependOnTheNumberOfThreads() {
    JobLog log = WorkloadGenerator.generate(250, PROCESSORS, 0.7, 1);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      TunedRun many = loop(log, EASY, pool);
      TunedRun one = loop(log, EASY, Runnable::run);

      assertThat(many.schedule()).isEqualTo(one.schedule());
      assertThat(one.changes()).isPositive();
      assertThat(
              one.decisions().stream()
                  .filter(decision -> decision.study() != null)
                  .flatMap(decision -> decision.study().alternatives().stream())
                  .filter(alternative -> !alternative.finalist()))
          .as("dropped out")
          .isNotEmpty();
    } finally {
      pool.shutdownNow();
    }
  }

  private static TunedRun loop(JobLog log, Spec first, Executor executor) {
    return new TuneLoop(log, PROCESSORS, settings(), executor).run(first, time -> {});
  }

  private static TuneSettings settings() {
    return new TuneSettings(
        1,
        3600,
        86_400,
        SearchSpace.quick(PolicyLibrary.none()),
        GuardRails.NONE,
        StudyDesign.sampled(4, StudyDesign.SAMPLED.criteria()));
  }

  /** The best of those that make neither the mean nor a category wait a twentieth longer. */
  private static double bestFairFixed(JobLog log) {
    Schedule easy = Workloads.run(log, PROCESSORS, Policies.create(EASY));
    return PolicyLibrary.policies(PolicyLibrary.none()).stream()
        .filter(policy -> !policy.name().equals("slack"))
        .map(policy -> Workloads.run(log, PROCESSORS, Policies.create(policy)))
        .filter(schedule -> meanWait(log, schedule) <= 1.05 * meanWait(log, easy))
        .filter(schedule -> worstOfFour(log, schedule) <= 1.05 * worstOfFour(log, easy))
        .mapToDouble(schedule -> slowdown(log, schedule, job -> true))
        .min()
        .orElseThrow();
  }

  private static double slowdown(JobLog log, Schedule schedule, IntPredicate jobs) {
    return JobStatistics.of(new Outcome(log, schedule), jobs).meanBoundedSlowdown();
  }

  private static double meanWait(JobLog log, Schedule schedule) {
    return JobStatistics.of(new Outcome(log, schedule), job -> true).meanWait();
  }

  private static double worstOfFour(JobLog log, Schedule schedule) {
    List<JobGroup> groups = JobGroup.byCategory(new Outcome(log, schedule), CategoryScheme.FOUR);
    return groups.stream().mapToDouble(group -> group.statistics().meanWait()).max().orElse(0);
  }
}
