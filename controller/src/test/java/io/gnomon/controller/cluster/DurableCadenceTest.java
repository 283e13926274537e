package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionCadence;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.GuardRails;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Decisions with the cadence {@code durable}. */
class DurableCadenceTest {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int JOBS = 1500; // some four and a half days
  private static final StudyDesign DESIGN =
      StudyDesign.ofEstimates(StudyCriteria.of(Objectives.create(Cadence.DURABLE.objective())));
  private static final FidelitySettings MEASURED =
      new FidelitySettings(FidelitySettings.SPAN_SECONDS, 0, FidelitySettings.MOST_ERROR);

  private static ControllerTestDriver durable(Mode mode, FidelitySettings fidelity) {
    return ObedientScheduler.looking(mode, GuardRails.NONE, DESIGN, fidelity, Cadence.DURABLE);
  }

  private static DecisionRecorded withStudy(ControllerTestDriver driver) {
    List<DecisionRecorded> studies =
        driver.decisions().stream().filter(decision -> !decision.alternatives().isEmpty()).toList();
    assertThat(studies).as("decisions with a study").isNotEmpty();
    return studies.get(0);
  }

  @Test
  void aBacktestOfTheFirstDaysLeadsToARecommendation() {
    ControllerTestDriver driver = durable(Mode.RECOMMEND, FidelitySettings.NONE);
    List<Boolean> backtests = new ArrayList<>();
    driver.withEvaluations(
        (offset, evaluation) -> {
          backtests.add(evaluation.isBacktest());
          return evaluation.run();
        });

    ObedientScheduler.run(1, JOBS, driver);

    DecisionRecorded decision = driver.decisions().get(0);
    assertThat(backtests.get(0)).as("is a backtest").isTrue();
    assertThat(decision.at() - ControllerTestDriver.ORIGIN).isBetween(1L * DAY, 2L * DAY);
    assertThat(decision.cadence()).isEqualTo(DecisionCadence.DURABLE);
    assertThat(decision.outcome()).as(decision.toString()).isEqualTo(DecisionOutcome.RECOMMENDED);
    assertThat(decision.scenario()).isEqualTo("past");
    assertThat(decision.chosen()).isEqualTo("easy(order=shortest)");
    assertThat(driver.commands()).isEmpty();
  }

  @Test
  void aCommandSaysOverHowManyDaysThePoliciesWereCompared() {
    ControllerTestDriver driver = durable(Mode.APPLY, FidelitySettings.NONE);

    ObedientScheduler.run(1, JOBS, driver);

    ConfigRequested command = driver.commands().get(0);
    assertThat(command.reason())
        .matches(
            "on 2 of 2 other clusters this lowered the slowdown \\(median -50 %\\); the records of"
                + " this cluster say (almost )?nothing yet; over the last [0-9]+ d, the mean bounded slowdown would have been [0-9.]+ instead of [0-9.]+");
    assertThat(driver.decisions())
        .filteredOn(decision -> decision.outcome() == DecisionOutcome.COMMANDED)
        .allSatisfy(
            decision -> assertThat(decision.detail()).contains("other clusters", "this cluster"));
    assertThat(Objects.requireNonNull(command.predicted()).chosenSlowdown())
        .isLessThan(command.predicted().incumbentSlowdown());
  }

  @Test
  void betweenBacktestsTheModelIsComparedWithTheScheduler() {
    ControllerTestDriver driver = durable(Mode.RECOMMEND, MEASURED);

    ObedientScheduler.run(1, JOBS, driver);

    List<DecisionRecorded> decisions = driver.decisions();
    List<DecisionRecorded> before = decisions.subList(0, decisions.indexOf(withStudy(driver)));
    assertThat(before).hasSizeBetween(3, 8);
    assertThat(before)
        .allMatch(decision -> decision.reason() == DecisionReason.NOT_DUE)
        .allMatch(decision -> decision.outcome() == DecisionOutcome.KEPT);
    assertThat(driver.tracked().tuner().fidelity().comparisons()).isGreaterThan(before.size() - 2);
  }

  @Test
  void aRestartChangesNothing() {
    List<EventData> story =
        ObedientScheduler.run(1, JOBS, durable(Mode.OBSERVE, FidelitySettings.NONE));
    ControllerTestDriver continuous = durable(Mode.RECOMMEND, MEASURED);
    ControllerTestDriver restarted = durable(Mode.RECOMMEND, MEASURED);
    for (int i = 0; i < story.size(); i++) {
      continuous.send(story.get(i));
      restarted.send(story.get(i));
      if (i % 400 == 399) {
        restarted.restart();
      }
    }

    assertThat(restarted.decisions()).isEqualTo(continuous.decisions());
  }
}
