package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.WorkloadGenerator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the hourly studies of the queue must hold, on generated workloads. */
class QueueStudyTest {
  private static final int PROCESSORS = 64;
  private static final int DAY = 86_400;
  private static final PolicySpec EASY = PolicySpec.of("easy");

  @Test
  void servesJobsBetterThanTheBestThatIsKeptThroughoutAndFair() {
    double tuned = 0;
    double fixed = 0;
    for (long seed = 1; seed <= 3; seed++) {
      JobLog log = WorkloadGenerator.generate(2000, PROCESSORS, 0.6, seed);
      tuned += slowdown(log, loop(log, EASY, Runnable::run).schedule(), job -> true);
      fixed += bestFairFixed(log);
    }

    assertThat(tuned).isLessThan(fixed);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void doesNoHarmWhereJobsRunTwiceAsLongAsIsBelievedAndAThirdOfThemAreUnheardOf(long seed) {
    // Estimates are half of the runtimes; of every third job the tuner never hears.
    JobLog log =
        changed(
            WorkloadGenerator.generate(2000, PROCESSORS, 0.6, seed), runtime -> (runtime + 1) / 2);

    Schedule tuned =
        new TuneLoop(
                log,
                PROCESSORS,
                settings(),
                TuneLoop.FutureKind.MIXED,
                Runnable::run,
                job -> job % 3 != 2)
            .run(EASY, look -> {})
            .schedule();

    Schedule untuned = Workloads.run(log, PROCESSORS, Policies.create(EASY));
    assertThat(slowdown(log, tuned, job -> true))
        .isLessThanOrEqualTo(slowdown(log, untuned, job -> true));
    assertThat(meanWait(log, tuned)).isLessThanOrEqualTo(1.05 * meanWait(log, untuned));
    assertThat(worstOfFour(log, tuned)).isLessThanOrEqualTo(1.05 * worstOfFour(log, untuned));
  }

  @Test
  void costsAtMostAFiftiethWhereWhatIsInForceIsBest() {
    // All jobs ask for the same, so that no order is better than that of arrival.
    JobLogBuilder alike = JobLog.builder();
    Random random = new Random(7);
    int submit = 0;
    for (int job = 0; job < 3000; job++) {
      submit += random.nextInt(430);
      alike.job(job + 1L, submit, 1800 + random.nextInt(1800), 3600, 5);
    }
    JobLog log = alike.build();

    double tuned = slowdown(log, loop(log, EASY, Runnable::run).schedule(), job -> true);

    Schedule easy = Workloads.run(log, PROCESSORS, Policies.create(EASY));
    assertThat(slowdown(log, easy, job -> true)).as("jobs wait").isGreaterThan(1.5);
    assertThat(tuned).isLessThanOrEqualTo(1.02 * slowdown(log, easy, job -> true));
  }

  @Test
  void threeDaysAfterTheWorkloadHasChangedItsCharacterALoopServesItFarBetterThanNone() {
    JobLog calm = WorkloadGenerator.generate(1500, PROCESSORS, 0.4, 8);
    JobLog busy = WorkloadGenerator.generate(2000, PROCESSORS, 0.75, 9);
    int change = calm.submit(calm.size() - 1) + 3600;
    JobLogBuilder both = JobLog.builder();
    for (int job = 0; job < calm.size() + busy.size(); job++) {
      boolean before = job < calm.size();
      JobLog of = before ? calm : busy;
      int i = before ? job : job - calm.size();
      int submit = before ? of.submit(i) : change + of.submit(i);
      both.job(job + 1L, submit, of.runtime(i), of.estimate(i), of.width(i));
    }
    JobLog log = both.build();
    IntPredicate recovered = job -> log.submit(job) >= change + 3 * DAY;

    double tuned = slowdown(log, loop(log, EASY, Runnable::run).schedule(), recovered);

    Schedule untuned = Workloads.run(log, PROCESSORS, Policies.create(EASY));
    assertThat(tuned).isLessThan(0.75 * slowdown(log, untuned, recovered));
  }

  @Test
  void threadsDoNotChangeARace() {
    JobLog log = WorkloadGenerator.generate(1500, PROCESSORS, 0.7, 10);
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
          .as("who dropped out")
          .isNotEmpty();
    } finally {
      pool.shutdownNow();
    }
  }

  private static TunedRun loop(JobLog log, PolicySpec first, Executor executor) {
    return new TuneLoop(log, PROCESSORS, settings(), TuneLoop.FutureKind.MIXED, executor)
        .run(first, look -> {});
  }

  private static TuneSettings settings() {
    return new TuneSettings(
        1,
        3600,
        DAY,
        SearchSpace.quick(Library.none()),
        GuardRails.NONE,
        StudyDesign.ofTheQueue(4, StudyDesign.OF_THE_QUEUE.judgement()));
  }

  private static JobLog changed(JobLog log, IntUnaryOperator estimateOfRuntime) {
    JobLogBuilder builder = JobLog.builder();
    for (int job = 0; job < log.size(); job++) {
      int runtime = log.runtime(job);
      int estimate = estimateOfRuntime.applyAsInt(runtime);
      builder.job(job + 1L, log.submit(job), runtime, estimate, log.width(job));
    }
    return builder.build();
  }

  /** The best of those that make neither the mean nor a category wait a twentieth longer. */
  private static double bestFairFixed(JobLog log) {
    Schedule easy = Workloads.run(log, PROCESSORS, Policies.create(EASY));
    return Library.policies(Library.none()).stream()
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
