package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.events.audit.Alternative;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.RecordedReview;
import io.gnomon.events.audit.ReviewVerdict;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.ContentHash;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ClusterControllerTest {
  private static final JobOutcome COMPLETED = JobOutcome.COMPLETED;

  private ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 2);

  private void evaluate() {
    driver.send(new ClockAdvanced(driver.at(1000)));
  }

  @Test
  void anEvaluationBelowTheThresholdIsRecordedWithItsReason() {
    driver = new ControllerTestDriver(Mode.APPLY, 100);
    driver.crowd();

    evaluate();

    assertThat(driver.decisions()).hasSize(1);
    DecisionRecorded decision = driver.decisions().get(0);
    assertThat(decision.outcome()).isEqualTo(DecisionOutcome.KEPT);
    assertThat(decision.reason()).isEqualTo(DecisionReason.BELOW_THRESHOLD);
    assertThat(decision.slowdown()).isCloseTo(3.8277, within(1e-4));
    assertThat(driver.commands()).isEmpty();
  }

  @Test
  void aStudyOfSeveralScenariosHasIntervalsOfTheGain() {
    driver =
        new ControllerTestDriver(
            Mode.APPLY,
            1,
            ControllerTestDriver.PERIOD,
            StudyDesign.sampled(4, StudyCriteria.SLOWDOWN));
    driver.crowd();

    evaluate();

    List<Alternative> alternatives = driver.decisions().get(0).alternatives();
    assertThat(alternatives).hasSize(2);
    assertThat(alternatives.get(0).gainLow()).as("of the incumbent").isNull();
    assertThat(alternatives.get(1).gainLow()).isLessThan(alternatives.get(1).gainHigh());
  }

  @Test
  void commandsTheBetterPolicyAndTracksItUntilItIsAcknowledged() {
    driver.crowd();
    evaluate();

    DecisionRecorded decision = driver.decisions().get(0);
    assertThat(decision.outcome()).isEqualTo(DecisionOutcome.COMMANDED);
    assertThat(decision.alternatives()).hasSize(2);
    assertThat(decision.chosen()).isEqualTo("multi-queue(boundaries=50000/100000, partitions=2)");
    assertThat(driver.controller().state()).isEqualTo(ControllerState.COMMANDED);
    ConfigRequested command = driver.commands().get(0);
    assertThat(command.command()).isEqualTo(decision.command());
    assertThat(command.expectedVersion()).isEqualTo(1);
    assertThat(command.contentHash())
        .isEqualTo(
            ContentHash.of(command.configuration().policy(), 1, ControllerTestDriver.CLUSTER));

    driver.send(
        new ConfigApplied(
            driver.at(1001), command.configuration(), command.command(), command.contentHash()));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().configuration()).isEqualTo(command.configuration());
    assertThat(driver.tracked().policy().spec().toString())
        .isEqualTo(command.configuration().policy());
    assertThat(driver.controller().counters().of(Count.APPLIED_COMMANDS)).isEqualTo(1);
  }

  /** See {@link ControllerTestDriver#thirdRunsShort} for the figures. */
  @Test
  void aChangeThatMadeThingsWorseIsRolledBackByItsReview() {
    driver.crowd();
    evaluate();
    ConfigRequested change = driver.commands().get(0);
    driver.applyLastCommand(1001).thirdRunsShort();
    driver.restart();
    driver.send(new ClockAdvanced(driver.at(2000)));

    DecisionRecorded decision = driver.decisions().get(1);
    assertThat(decision.outcome()).isEqualTo(DecisionOutcome.ROLLED_BACK);
    assertThat(decision.reason()).isEqualTo(DecisionReason.GAIN_NOT_REALISED);
    assertThat(decision.chosen()).isEqualTo("multi-queue(partitions=1)");
    assertThat(decision.detail()).contains("saved -84.1 % of the cost");
    assertThat(decision.reviews()).hasSize(1);
    RecordedReview review = decision.reviews().get(0);
    assertThat(review.from()).isEqualTo("multi-queue(partitions=1)");
    assertThat(review.to()).isEqualTo(change.configuration().policy());
    assertThat(review.decided()).isEqualTo(driver.at(1000));
    assertThat(review.since()).isEqualTo(driver.at(1001));
    assertThat(review.until()).isEqualTo(driver.at(2000));
    assertThat(review.made()).isTrue();
    assertThat(review.gain()).isCloseTo(-0.8406, within(1e-4));
    assertThat(review.result()).isEqualTo(ReviewVerdict.WORSE);
    ConfigRequested back = driver.commands().get(1);
    assertThat(back.mode()).isEqualTo(CommandMode.ROLLBACK);
    assertThat(back.expectedVersion()).isEqualTo(2);
    assertThat(back.configuration().policy()).isEqualTo("multi-queue(partitions=1)");
    assertThat(back.reason())
        .isEqualTo(
            "a review found that multi-queue(boundaries=50000/100000, partitions=2) costs 84.1 %"
                + " more than multi-queue(partitions=1) would have");

    driver.applyLastCommand(2001);
    assertThat(driver.controller().state()).isEqualTo(ControllerState.ROLLED_BACK);
    assertThat(driver.tracked().tuner().reviews().open()).as("a rollback's review").isEmpty();
    driver.send(new ClockAdvanced(driver.at(3000)));
    assertThat(driver.controller().state()).isNotEqualTo(ControllerState.ROLLED_BACK);
  }

  /** A controller that may not change a configuration within a day. */
  private static ControllerTestDriver withDwell() {
    return new ControllerTestDriver(
        Mode.APPLY,
        new TuneSettings(
            2,
            ControllerTestDriver.PERIOD,
            ControllerTestDriver.PERIOD,
            SearchSpace.partitions(2),
            new GuardRails(0, 0, 0, 0, 86_400, Integer.MAX_VALUE)));
  }

  @Test
  void aChangeIsReviewedAndRolledBackAlsoWhenNoStudyIsAllowed() {
    driver = withDwell();
    driver.crowd();
    evaluate();
    driver.applyLastCommand(1001).thirdRunsShort();
    driver.send(new ClockAdvanced(driver.at(2000)));

    DecisionRecorded decision = driver.decisions().get(1);
    assertThat(decision.outcome()).isEqualTo(DecisionOutcome.ROLLED_BACK);
    assertThat(decision.alternatives()).as("alternatives of a study").isEmpty();
    assertThat(decision.reviews().get(0).gain()).isCloseTo(-0.8406, within(1e-4));
    assertThat(driver.controller().counters().of(Count.STUDIES)).isEqualTo(1);
    assertThat(driver.commands().get(1).mode()).isEqualTo(CommandMode.ROLLBACK);
  }

  @Test
  void aChangeThatSavedCostStaysInForceAndItsReviewIsRecordedWithoutAStudy() {
    driver = withDwell();
    driver.crowd();
    evaluate();
    driver.applyLastCommand(1001).anotherArrives();
    driver.send(new ClockAdvanced(driver.at(2000)));

    DecisionRecorded decision = driver.decisions().get(1);
    assertThat(decision.outcome()).isEqualTo(DecisionOutcome.KEPT);
    assertThat(decision.reason()).isEqualTo(DecisionReason.DWELL);
    assertThat(decision.reviews()).hasSize(1);
    assertThat(decision.reviews().get(0).gain()).isCloseTo(0.3468, within(1e-4));
    assertThat(decision.reviews().get(0).result()).isEqualTo(ReviewVerdict.NOT_WORSE);
    assertThat(driver.controller().lastChange()).isNotNull();
  }

  @Test
  void reviewsWithoutAResultDoNotHideTheReasonForNoStudy() {
    driver = withDwell();
    driver.crowd();
    evaluate();
    driver.applyLastCommand(1001).anotherArrives();
    driver.withoutTimeForStudies().send(new ClockAdvanced(driver.at(2000)));

    assertThat(driver.decisions().get(1).reason()).isEqualTo(DecisionReason.DWELL);
    assertThat(driver.decisions().get(1).reviews()).isEmpty();
    assertThat(driver.tracked().tuner().reviews().open()).as("waits for another try").hasSize(1);
  }

  @Test
  void inOtherModesARollbackIsProposed() throws Exception {
    driver = new ControllerTestDriver(Mode.APPROVE, 2);
    driver.crowd();
    evaluate();
    driver.operate(new Operation.Approve(driver.controller().proposal().id(), null));
    driver.applyLastCommand(1001).thirdRunsShort();
    driver.send(new ClockAdvanced(driver.at(2000)));

    DecisionRecorded decision = driver.decisions().get(1);
    assertThat(decision.outcome()).isEqualTo(DecisionOutcome.AWAITING_APPROVAL);
    assertThat(decision.reason()).isEqualTo(DecisionReason.GAIN_NOT_REALISED);
    driver.operate(new Operation.Approve(driver.controller().proposal().id(), null));
    assertThat(driver.commands().get(1).mode()).isEqualTo(CommandMode.ROLLBACK);
    driver.applyLastCommand(2001);
    assertThat(driver.controller().state()).isEqualTo(ControllerState.ROLLED_BACK);
  }

  @Test
  void aChangeThatIsDeclaredBeforeItsAnswerCanBeRolledBack() {
    driver.crowd();
    evaluate();
    ConfigRequested change = driver.commands().get(0);
    driver.redeclare(1000, change.configuration());
    driver.restart();
    driver.send(
        new ConfigApplied(
            driver.at(1001), change.configuration(), change.command(), change.contentHash()));
    driver.thirdRunsShort().send(new ClockAdvanced(driver.at(2000)));

    assertThat(driver.decisions().get(1).reviews().get(0).from())
        .isEqualTo("multi-queue(partitions=1)");
    assertThat(driver.commands().get(1).configuration().policy())
        .isEqualTo("multi-queue(partitions=1)");
  }

  @Test
  void aRejectedCommandLeavesTheConfigurationAsItWas() {
    driver.crowd();
    evaluate();
    String command = driver.commands().get(0).command();

    driver.send(
        new ConfigRejected(driver.at(1001), command, ConfigRejectReason.NOT_ALLOWED, null, 1));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().configuration().version()).isEqualTo(1);
  }

  @Test
  void anUnansweredCommandExpiresAndDegradesTheMirror() {
    driver.crowd();
    evaluate();

    driver.send(new ClockAdvanced(driver.at(1499)));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.COMMANDED);
    driver.send(new ClockAdvanced(driver.at(1500)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.snapshotRequests()).hasSize(1);
    assertThat(driver.controller().counters().of(Count.EXPIRED_COMMANDS)).isEqualTo(1);
  }

  @Test
  void aStudyThatExceedsItsTimeLimitIsRecordedAndChangesNothing() {
    driver.withoutTimeForStudies();
    driver.crowd();
    evaluate();

    assertThat(driver.decisions().get(0).reason()).isEqualTo(DecisionReason.STUDY_TIMEOUT);
    assertThat(driver.commands()).isEmpty();
  }

  @Test
  void observingAndRecommendingNeverCommand() {
    for (Mode mode : List.of(Mode.OBSERVE, Mode.RECOMMEND)) {
      driver = new ControllerTestDriver(mode, 2);
      driver.crowd();
      evaluate();
      assertThat(driver.commands()).as("%s", mode).isEmpty();
      assertThat(driver.decisions()).hasSize(1);
    }
    assertThat(driver.decisions().get(0).outcome()).isEqualTo(DecisionOutcome.RECOMMENDED);
  }

  @Test
  void aReplayOfTheEventsReproducesTheStateAndEveryDecision() {
    driver.crowd();
    evaluate();
    ControllerTestDriver again = new ControllerTestDriver(Mode.APPLY, 2);
    ControllerTestDriver first = driver;
    driver = again;
    driver.crowd();
    evaluate();

    assertThat(again.said).isEqualTo(first.said);
    assertThat(again.ids).isEqualTo(first.ids);
    assertThat(again.tracked().mirror().state().hash())
        .isEqualTo(first.tracked().mirror().state().hash());
  }

  @Test
  void continuesFromACheckpointWithoutADifference() {
    driver.crowd();
    driver.restart();
    evaluate();
    driver.restart();
    ConfigRequested command = driver.commands().get(0);
    driver.send(
        new ConfigApplied(
            driver.at(1001), command.configuration(), command.command(), command.contentHash()));

    ControllerTestDriver restarted = driver;
    driver = new ControllerTestDriver(Mode.APPLY, 2);
    driver.crowd();
    evaluate();
    driver.send(
        new ConfigApplied(
            driver.at(1001), command.configuration(), command.command(), command.contentHash()));

    assertThat(restarted.said).isEqualTo(driver.said);
    assertThat(restarted.tracked().mirror().state().hash())
        .isEqualTo(driver.tracked().mirror().state().hash());
    assertThat(CheckpointFormat.write(restarted.controller(), 9))
        .isEqualTo(CheckpointFormat.write(driver.controller(), 9));
  }

  @Test
  void aRestoredStateKeepsEachJobInItsSlotSoThatSumsRunInTheSameOrder() {
    driver.crowd();
    driver.send(new JobFinished("base", driver.at(20), COMPLETED));
    driver.send(new JobCancelled("whole", driver.at(21)));
    driver.send(new JobSubmitted("late", driver.at(22), 2, 50));
    int[] free = driver.tracked().mirror().state().freeSlots();
    int late = driver.tracked().mirror().slot("late");

    driver.restart();

    assertThat(driver.tracked().mirror().state().freeSlots()).isEqualTo(free);
    assertThat(driver.tracked().mirror().slot("late")).isEqualTo(late);
  }

  @Test
  void aCancelledRunningJobFreesItsProcessorsInThePolicy() {
    driver.declare(10).send(new ClockAdvanced(driver.at(5)));
    Snapshot idle = driver.tracked().policy().snapshot();

    driver
        .send(new JobSubmitted("base", driver.at(5), 6, 2200))
        .send(new JobStarted("base", driver.at(5)))
        .send(new JobCancelled("base", driver.at(5)));

    assertThat(driver.tracked().policy().snapshot()).isEqualTo(idle);
  }

  private static Offset<Double> within(double margin) {
    return Offset.offset(margin);
  }
}
