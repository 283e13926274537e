package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.SimulatedExtent;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.study.StudyExtent;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.Tuner;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions by evaluations that exceed their time limit, and backtests. */
class DeadlineTest {
  private static final int JOBS = 700;
  private static final int FEW_JOBS = 400;
  // six policies in a draw; then three and the one in force in another, in two, four and eight more
  private static final int MOST_SIMULATIONS = 6 + 4 * (1 + 2 + 4 + 8);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aReplayOfADecisionGoesAsFarAsItsDeadlineLetItGo(long seed) {
    ControllerTestDriver live = ObedientScheduler.looking().withEvaluations(cutShort(seed));
    List<EventData> story = ObedientScheduler.run(seed, JOBS, live);

    ControllerTestDriver replayed =
        ObedientScheduler.looking().withEvaluations(asFarAs(live.decisions()));
    story.forEach(replayed::send);

    assertThat(replayed.said).isEqualTo(live.said);
    assertThat(CheckpointFormat.write(replayed.controller(), 0))
        .isEqualTo(CheckpointFormat.write(live.controller(), 0));
    List<SimulatedExtent> extents =
        live.decisions().stream()
            .map(DecisionRecorded::extent)
            .filter(extent -> extent != null)
            .toList();
    assertThat(extents)
        .anyMatch(extent -> !extent.complete() && extent.scenarios() == 1)
        .anyMatch(extent -> !extent.complete() && extent.scenarios() == 4)
        .anyMatch(SimulatedExtent::complete);
    assertThat(live.decisions())
        .anyMatch(decision -> decision.reason() == DecisionReason.STUDY_TIMEOUT)
        .anyMatch(
            decision -> decision.alternatives().size() > 1 && decision.alternatives().size() < 6);
    assertThat(live.commands()).isNotEmpty();
  }

  @Test
  void aStudyWithinItsTimeLimitIsRecordedAsComplete() {
    ControllerTestDriver live = ObedientScheduler.looking();
    ObedientScheduler.run(1, 100, live);

    assertThat(live.decisions())
        .filteredOn(decision -> !decision.alternatives().isEmpty())
        .isNotEmpty()
        .allMatch(
            decision -> new SimulatedExtent(StudyDesign.SAMPLES, true).equals(decision.extent()))
        .allMatch(
            decision ->
                "bootstrap, runtimes sampled; none, runtimes sampled".equals(decision.scenario()));
  }

  @Test
  void aBacktestRunsAfterTheDecisionAndARestartBetweenThemChangesNothing() {
    ControllerTestDriver live = ObedientScheduler.looking();
    List<EventData> story = ObedientScheduler.run(4, FEW_JOBS, live);
    assertThat(live.tracked().tuner().backtestScores().costs().keySet())
        .containsAll(ObedientScheduler.policies().toList());

    ObedientScheduler.assertRestartsChangeNothing(live, story, ObedientScheduler.looking());
  }

  @Test
  void anAbandonedBacktestIsReportedUntilTheNextOneEvenAfterARestart() {
    List<EventData> story = ObedientScheduler.run(4, 900, ObedientScheduler.looking(Mode.OBSERVE));
    ControllerTestDriver live = ObedientScheduler.looking(Mode.OBSERVE);
    int[] begun = {0};
    live.withBacktests((offset, backtest) -> begun[0]++ == 0 ? null : backtest.run());
    for (int i = 0; i < story.size(); i++) {
      live.send(story.get(i));
      if (begun[0] == 1 && i % 20 == 0) {
        live.restart();
      }
      Tuner tuner = live.tracked().tuner();
      assertThat(tuner.backtestAbandonedAt() >= 0).isEqualTo(begun[0] == 1);
      assertThat(tuner.backtestScores().costs().isEmpty()).isEqualTo(begun[0] < 2);
    }

    assertThat(begun[0]).isGreaterThan(1);
    assertThat(live.controller().counters().of(Count.BACKTESTS)).isEqualTo(begun[0] - 1);
    assertThat(live.decisions())
        .extracting(decision -> decision.backtestAbandonedAt() >= 0)
        .startsWith(false)
        .contains(true)
        .endsWith(false);
  }

  /** Evaluations that end after some of their simulations, now fewer, now more. */
  static ControllerTestDriver.Evaluations cutShort(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return (offset, evaluation) -> {
      int[] left = {
        switch (random.nextInt(3)) {
          case 0 -> random.nextInt(8);
          case 1 -> random.nextInt(MOST_SIMULATIONS);
          default -> 2 * MOST_SIMULATIONS;
        }
      };
      CompletableFuture<EvaluationResult> run =
          evaluation.run(
              task -> {
                if (left[0]-- > 0) {
                  task.run();
                }
              });
      return run.isDone() ? run.join() : evaluation.soFar();
    };
  }

  /** Evaluations that go as far as the records of decisions say. */
  private static ControllerTestDriver.Evaluations asFarAs(List<DecisionRecorded> decisions) {
    Map<String, DecisionRecorded> known =
        decisions.stream()
            .collect(Collectors.toMap(DecisionRecorded::decision, Function.identity()));
    return (offset, evaluation) ->
        again(known.get(ControllerTestDriver.CLUSTER + "-d" + offset), evaluation);
  }

  private static @Nullable EvaluationResult again(
      DecisionRecorded decision, Evaluation evaluation) {
    SimulatedExtent extent = decision.extent();
    return extent == null
        ? null
        : evaluation
            .run(
                Runnable::run,
                StudyExtent.of(
                    extent.scenarios(),
                    decision.alternatives().stream()
                        .map(simulated -> Spec.parse(simulated.policy()))
                        .toList()))
            .join();
  }
}
