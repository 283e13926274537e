package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.backtest.Backtest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.SlowdownRatio;
import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.PolicySequence;
import io.gnomon.sim.study.PolicySequence.Step;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Traces;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TuneLoopTest {
  private static final Spec FOUR = Spec.parse("multi-queue(partitions=4)");

  @ParameterizedTest
  @CsvSource({"1, 4.0", "2, 6.0"})
  void theSlowdownRatioOnKthMatchesTheReport(int weeks, double least) {
    JobLog log = Traces.prepared("KTH-SP2-1996-2.1-cln", 100, OverrunRule.KNOWN);
    TuneSettings settings = TuneSettings.weekly(100, weeks * TuneSettings.WEEK, 4);

    TunedRun run = new TuneLoop(log, 100, settings, Runnable::run).run(FOUR, time -> {});

    double ratio =
        SlowdownRatio.of(log, Workloads.run(log, 100, Policies.create("easy")), run.schedule())
            .mean();
    assertThat(ratio).isGreaterThanOrEqualTo(least);
    assertThat(run.studies()).isBetween(run.changes(), run.decisions().size());
    assertThat(run.changesTo().values().stream().mapToInt(i -> i).sum()).isEqualTo(run.changes());
  }

  @Test
  void evaluatesWeeklyAndReportsWhyItChangesNothing() {
    JobLog log = WorkloadGenerator.generate(4000, 64, 0.3, 5);
    TuneSettings settings = TuneSettings.weekly(1_000_000, TuneSettings.WEEK, 4);

    TunedRun run = new TuneLoop(log, 64, settings, Runnable::run).run(FOUR, time -> {});

    assertThat(run.decisions())
        .isNotEmpty()
        .allSatisfy(
            decision -> {
              assertThat(decision.time() % TuneSettings.WEEK).isZero();
              assertThat(decision.reason()).isEqualTo(NoChangeReason.BELOW_THRESHOLD);
            });
    assertThat(run.schedule()).isEqualTo(Workloads.run(log, 64, Policies.create(FOUR)));
  }

  /** The replay of choices on which the anchor of hourly tuning depends. */
  @Test
  void aBacktestOfTheChangesOfAnHourlyLoopCostsAsMuchAsTheLoop() {
    JobLog busy = WorkloadGenerator.generate(500, 64, 0.7, 11);
    JobLogBuilder builder = JobLog.builder();
    for (int job = 0; job < busy.size(); job++) {
      builder.job(
          job + 1L, busy.submit(job), busy.runtime(job), busy.estimate(job), busy.width(job));
    }
    // the past ends with this job, when all others have ended
    JobLog log = builder.job(801, busy.submit(busy.size() - 1) + 30 * 86_400, 10, 10, 1).build();
    Spec easy = Spec.of("easy");
    TuneSettings settings = new TuneSettingsBuilder(Search.LIBRARY, Cadence.HOURLY).build();
    TunedRun run = new TuneLoop(log, 64, settings, Runnable::run).run(easy, time -> {});
    List<Step> steps = new ArrayList<>(List.of(new Step(0, easy)));
    run.decisions().stream()
        .filter(Decision::changes)
        .forEach(decision -> steps.add(new Step(decision.time(), decision.chosen())));

    AlternativeResult replayed =
        Backtest.of(log, new ClusterState(64))
            .backtest(easy, List.of(), List.of(new PolicySequence(steps)), StudyCriteria.SLOWDOWN)
            .run()
            .sequences()
            .get(0);

    double mean =
        JobStatistics.of(new Outcome(log, run.schedule()), job -> true).meanBoundedSlowdown();
    assertThat(steps).hasSizeGreaterThan(20);
    assertThat(replayed.jobs()).isEqualTo(log.size());
    assertThat(replayed.meanBoundedSlowdown()).isCloseTo(mean, within(1e-9 * mean));
  }

  @Test
  void aFullSearchCoversTheLibraryAndBeatsPartitionsAlone() {
    JobLog log = WorkloadGenerator.generate(2000, 64, 0.9, 7);
    SearchSpace full = SearchSpace.full(4, EnumSet.allOf(Capability.class));
    TuneSettings settings =
        new TuneSettings(1, TuneSettings.WEEK, TuneSettings.WEEK, full, GuardRails.NONE);

    TunedRun run = new TuneLoop(log, 64, settings, Runnable::run).run(Spec.of("easy"), time -> {});
    TunedRun partitions =
        new TuneLoop(log, 64, TuneSettings.weekly(1, TuneSettings.WEEK, 4), Runnable::run)
            .run(FOUR, time -> {});

    Decision studied =
        run.decisions().stream().filter(decision -> decision.study() != null).findFirst().get();
    assertThat(studied.study().alternatives().stream().map(AlternativeResult::spec))
        .containsAll(PolicyLibrary.policies(EnumSet.allOf(Capability.class)))
        .contains(
            Spec.parse("easy(head=none, order=wfp3)"),
            Spec.parse("easy(head=order, length=expected, order=wfp3)"))
        .doesNotHaveDuplicates();
    assertThat(slowdown(log, run)).isLessThan(slowdown(log, partitions));
  }

  private static double slowdown(JobLog log, TunedRun run) {
    return JobStatistics.of(new Outcome(log, run.schedule()), job -> true).meanBoundedSlowdown();
  }

  @Test
  void theResultDoesNotDependOnTheNumberOfThreads() {
    JobLog log = WorkloadGenerator.generate(3000, 64, 0.9, 7);
    TuneSettings settings = TuneSettings.weekly(1, TuneSettings.WEEK, 4);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      TunedRun many = new TuneLoop(log, 64, settings, pool).run(FOUR, time -> {});
      TunedRun one = new TuneLoop(log, 64, settings, Runnable::run).run(FOUR, time -> {});

      assertThat(many.schedule()).isEqualTo(one.schedule());
      assertThat(many.decisions()).usingRecursiveComparison().isEqualTo(one.decisions());
      assertThat(one.studies()).isPositive();
    } finally {
      pool.shutdownNow();
    }
  }
}
