package io.gnomon.sim.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.PolicySequence;
import io.gnomon.sim.study.PolicySequence.Step;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BacktestTest {
  private static final int DAY = 86_400;
  private static final Spec EASY = Spec.of("easy");
  private static final Spec SHORTEST = Spec.parse("easy(order=shortest)");
  private static final Spec FCFS = Spec.of("fcfs");
  private static final Spec CONSERVATIVE = Spec.of("conservative");

  private static StudyResult backtest(JobLog log, int processors) {
    return Backtest.of(log, new ClusterState(processors))
        .backtest(EASY, List.of(FCFS, EASY, SHORTEST), StudyCriteria.SLOWDOWN.withWaits())
        .run();
  }

  /** A generated log and, sixty days after its last job, one more, so that all others end. */
  private static JobLog ended(int jobs, int processors, long seed) {
    JobLog log = WorkloadGenerator.generate(jobs, processors, 0.8, seed);
    JobLogBuilder builder = JobLog.builder();
    for (int job = 0; job < log.size(); job++) {
      builder.job(job + 1L, log.submit(job), log.runtime(job), log.estimate(job), log.width(job));
    }
    int last = log.submit(log.size() - 1) + 60 * DAY;
    return builder.job(log.size() + 1L, last, 10, 10, 1).build();
  }

  @Test
  void costsAreThoseOfTheBlockInWhichAJobIsSubmitted() {
    // one processor: the first job runs for 1,000 s; the second, submitted at 100 s, waits 900 s
    // and runs for 100 s: slowdown 10. A day later, one that does not wait.
    JobLog log =
        JobLog.builder()
            .job(1, 0, 1000, 1000, 1)
            .job(2, 100, 100, 100, 1)
            .job(3, DAY, 50, 50, 1)
            .build();

    AlternativeResult easy = backtest(log, 1).incumbent();

    // the first batch has the jobs that are present at the start: none
    assertThat(easy.figures().costs()).startsWith(0, 1 + 10, 1);
    assertThat(easy.figures().counts()).startsWith(0, 2, 1);
    assertThat(easy.meanCost()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"1, 64", "2, 128"})
  void costsAreThoseOfASimulationOfTheWholeLog(long seed, int processors) {
    JobLog log = ended(800, processors, seed);

    StudyResult result = backtest(log, processors);

    assertThat(result.alternatives())
        .extracting(AlternativeResult::spec)
        .containsExactly(EASY, FCFS, SHORTEST);
    for (AlternativeResult policy : result.alternatives()) {
      Outcome outcome =
          new Outcome(log, Workloads.run(log, processors, Policies.create(policy.spec())));
      double mean = JobStatistics.of(outcome, job -> true).meanBoundedSlowdown();
      assertThat(policy.jobs()).isEqualTo(log.size());
      assertThat(policy.meanCost()).isCloseTo(mean, within(1e-9 * mean));
      assertThat(Arrays.stream(policy.figures().costs()).sum())
          .isCloseTo(mean * log.size(), within(1e-6 * mean * log.size()));
    }
  }

  @Test
  void waitsAreComparedWithThoseUnderEasy() {
    JobLog log = ended(800, 64, 3);

    for (AlternativeResult policy : backtest(log, 64).alternatives()) {
      assertThat(policy.waits().worstCategory())
          .isCloseTo(worstWait(log, policy.spec()) / worstWait(log, EASY), within(1e-6));
      assertThat(policy.waits().longest())
          .isCloseTo(longestWait(log, policy.spec()) / longestWait(log, EASY), within(1e-6));
    }
    assertThat(worstWait(log, FCFS)).isGreaterThan(worstWait(log, EASY));
  }

  private static double longestWait(JobLog log, Spec policy) {
    Outcome outcome = new Outcome(log, Workloads.run(log, 64, Policies.create(policy)));
    return JobStatistics.of(outcome, job -> true).maxWait();
  }

  private static double worstWait(JobLog log, Spec policy) {
    Outcome outcome = new Outcome(log, Workloads.run(log, 64, Policies.create(policy)));
    return JobGroup.byCategory(outcome, CategoryScheme.FOUR).stream()
        .mapToDouble(group -> group.statistics().meanWait())
        .max()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "12, 1", "26, 2", "200, 7"})
  void aBlockIsAThirteenthOfThePastButADayToAWeekLong(int days, int blockDays) {
    JobLog log = JobLog.builder().job(1, 5, 1, 1, 1).job(2, 4 + days * DAY, 1, 1, 1).build();

    Backtest past = Backtest.of(log, new ClusterState(4));

    assertThat(past.seconds()).isEqualTo(days * DAY);
    assertThat(Backtest.blockSeconds(past.seconds())).isEqualTo(blockDays * DAY);
  }

  @ParameterizedTest
  @CsvSource({"3, 64", "4, 128"})
  void aSequenceCostsAsMuchAsALiveRunWithTheSameChanges(long seed, int processors) {
    JobLog log = ended(1500, processors, seed);
    List<Spec> policies = List.of(EASY, SHORTEST, FCFS, CONSERVATIVE);
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(0, EASY));
    ScheduleListener schedule = new ScheduleListener(log.size());
    Simulation live = Workloads.simulation(log, processors, Policies.create(EASY), schedule);
    SplittableRandom random = new SplittableRandom(seed);
    int lastSubmit = log.submit(log.size() - 2);
    for (int hour = log.submit(0) / 3600 + 1; hour * 3600 < lastSubmit; hour++) {
      live.runUntil(hour * 3600);
      Spec next = policies.get(random.nextInt(policies.size()));
      if (!next.equals(live.policy().spec())) {
        live.state().advanceTo(hour * 3600);
        live.reconfigure(Policies.create(next));
        steps.add(new Step(hour * 3600, next));
      }
    }
    live.run();

    StudyResult result =
        Backtest.of(log, new ClusterState(processors))
            .backtest(
                EASY, List.of(FCFS), List.of(new PolicySequence(steps)), StudyCriteria.SLOWDOWN)
            .run();

    assertThat(steps).hasSizeGreaterThan(20);
    assertThat(result.alternatives())
        .extracting(AlternativeResult::spec)
        .containsExactly(EASY, FCFS);
    AlternativeResult replayed = result.sequences().get(0);
    double mean =
        JobStatistics.of(new Outcome(log, schedule.schedule()), job -> true).meanBoundedSlowdown();
    assertThat(replayed.jobs()).isEqualTo(log.size());
    assertThat(replayed.meanCost()).isCloseTo(mean, within(1e-9 * mean));
    assertThat(mean).isNotCloseTo(result.incumbent().meanCost(), within(0.01));
  }
}
