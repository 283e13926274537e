package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cadence hourly while the leader of the backtests is kept. */
class AnchoredCadenceTest {
  private static final String LEADER = "easy(order=shortest)";

  /** Less than a day of jobs, so that there is no backtest. */
  private static final int JOBS = 250;

  private static ControllerTestDriver anchored(Mode mode) {
    ControllerTestDriver driver = ObedientScheduler.looking(mode);
    Snapshot anchor =
        new Snapshot()
            .put("leader", LEADER)
            .put("anchored", true)
            .put("weight", 0.2)
            .put("excess", Math.log(1.5))
            .put("blocks", 13)
            .put("second", new int[0])
            .putStrings("policy", List.of());
    driver
        .tracked()
        .tuner()
        .backtestScores()
        .restore(
            new Snapshot()
                .putStrings("policy", List.of())
                .put("costPerSecond", new double[0])
                .put("since", -1)
                .put("backtestedAt", -1)
                .put("penaltyFactor", 1.0)
                .put("anchor", anchor));
    return driver;
  }

  private static List<DecisionRecorded> studies(ControllerTestDriver driver) {
    return driver.decisions().stream()
        .filter(decision -> !decision.alternatives().isEmpty())
        .toList();
  }

  @Test
  void theFirstStudyReturnsToTheLeaderAndTheRecordSaysWhy() {
    ControllerTestDriver driver = anchored(Mode.APPLY);

    ObedientScheduler.run(1, JOBS, driver);

    DecisionRecorded first = studies(driver).get(0);
    assertThat(first.outcome()).isEqualTo(DecisionOutcome.COMMANDED);
    assertThat(first.chosen()).isEqualTo(LEADER);
    assertThat(first.detail())
        .isEqualTo(
            "anchored to easy(order=shortest): over 13 blocks of the recorded past, the choices of studies cost +50.0 %"
                + " compared with easy(order=shortest) (weight 0.20)");
    assertThat(driver.commands().get(0).reason()).isEqualTo(first.detail());
  }

  @Test
  void laterStudiesChangeNothingAndTheirChoicesAreRecorded() {
    ControllerTestDriver driver = anchored(Mode.APPLY);

    ObedientScheduler.run(1, JOBS, driver);

    List<DecisionRecorded> later = studies(driver).subList(1, studies(driver).size());
    assertThat(later)
        .hasSizeGreaterThan(3)
        .allMatch(decision -> decision.outcome() == DecisionOutcome.KEPT)
        .allMatch(decision -> decision.detail().contains("anchored to " + LEADER))
        .extracting(DecisionRecorded::reason)
        .contains(DecisionReason.NOT_SIGNIFICANT)
        .allMatch(
            reason ->
                reason == DecisionReason.NOT_SIGNIFICANT
                    || reason == DecisionReason.INCUMBENT_BEST);
    assertThat(driver.commands()).hasSize(1);
    Snapshot scores = driver.tracked().tuner().backtestScores().snapshot();
    assertThat(scores.getSection("anchor").getStrings("policy")).hasSizeGreaterThan(1);
  }

  @Test
  void aRecommendationNamesTheLeader() {
    ControllerTestDriver driver = anchored(Mode.RECOMMEND);

    ObedientScheduler.run(1, JOBS, driver);

    assertThat(studies(driver))
        .allMatch(decision -> decision.outcome() == DecisionOutcome.RECOMMENDED)
        .allMatch(decision -> LEADER.equals(decision.chosen()));
  }
}
