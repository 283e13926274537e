package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.RecordedFidelity;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobStarted;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands wait until the model has been shown to predict what the scheduler does. */
class FidelityGateTest {
  private static final FidelitySettings ONE_JOB =
      new FidelitySettings(ControllerTestDriver.PERIOD, 1, 0.4);

  private static ControllerTestDriver driver(Mode mode) {
    return new ControllerTestDriver(
        mode,
        new TuneSettings(
                2,
                ControllerTestDriver.PERIOD,
                ControllerTestDriver.PERIOD,
                SearchSpace.partitions(2),
                GuardRails.NONE)
            .withFidelity(ONE_JOB));
  }

  private static ControllerTestDriver evaluate(ControllerTestDriver driver, int second) {
    return driver.send(new ClockAdvanced(driver.at(second)));
  }

  private static RecordedFidelity fidelity(ControllerTestDriver driver, int decision) {
    return Objects.requireNonNull(driver.decisions().get(decision).fidelity());
  }

  /**
   * From 1000 on: at 1005 the narrow job starts, as with one queue it should. The base job ends at
   * 1500, and the first job starts in its place, after 500 s of the span.
   */
  private static void asOneQueueWould(ControllerTestDriver driver) {
    driver
        .anotherArrives()
        .send(new JobStarted("narrow", driver.at(1005)))
        .send(new JobFinished("base", driver.at(1500), JobOutcome.COMPLETED))
        .send(new JobStarted("first", driver.at(1500)));
  }

  @Test
  void nothingIsCommandedBeforeAJobHasBeenPredicted() {
    ControllerTestDriver driver = driver(Mode.APPLY).crowd();

    evaluate(driver, 1000);

    DecisionRecorded decision = driver.decisions().get(0);
    assertThat(decision.outcome()).isEqualTo(DecisionOutcome.KEPT);
    assertThat(decision.reason()).isEqualTo(DecisionReason.MODEL_NOT_TRUSTED);
    assertThat(decision.chosen()).isEqualTo("multi-queue(boundaries=50000/100000, partitions=2)");
    assertThat(decision.alternatives()).hasSize(2);
    assertThat(decision.detail())
        .isEqualTo(
            "the model is not trusted yet: the predicted starts of 0 of 1 waiting jobs have been"
                + " compared");
    assertThat(fidelity(driver, 0))
        .isEqualTo(new RecordedFidelity(false, 0, 1, null, null, null, null, EventData.NONE));
    assertThat(driver.commands()).isEmpty();
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFaithfulSchedulerOpensTheGate(boolean restarted) {
    ControllerTestDriver driver = driver(Mode.APPLY).crowd();
    evaluate(driver, 1000);
    asOneQueueWould(driver);
    if (restarted) {
      driver.restart();
    }

    evaluate(driver, 2000);

    assertThat(fidelity(driver, 1))
        .as("the first job waited 500 s as predicted; the narrow one hardly waited")
        .isEqualTo(new RecordedFidelity(true, 1, 1, 0.0, 0.0, 0.0, 0.0, 1000));
    assertThat(driver.decisions().get(1).reason()).isNotEqualTo(DecisionReason.MODEL_NOT_TRUSTED);
    if (restarted) {
      driver.restart();
    }
    assertThat(driver.tracked().tuner().fidelity().trusted()).isTrue();
  }

  /** The narrow job should start at 1005, and still waits at 2000: 5 s predicted, 1000 s waited. */
  @Test
  void aSchedulerThatHoldsAJobBackForNoKnownReasonKeepsTheGateClosed() {
    ControllerTestDriver driver = driver(Mode.APPLY).crowd();
    evaluate(driver, 1000);
    driver.anotherArrives();

    evaluate(driver, 2000);

    RecordedFidelity fidelity = fidelity(driver, 1);
    assertThat(fidelity.trusted()).isFalse();
    assertThat(fidelity.jobs()).isEqualTo(1);
    assertThat(fidelity.waitError()).isCloseTo(0.995, within(1e-9));
    assertThat(fidelity.waitBias()).isCloseTo(-0.995, within(1e-9));
    assertThat(fidelity.startedLater()).isEqualTo(1);
    DecisionRecorded decision = driver.decisions().get(1);
    assertThat(decision.reason()).isEqualTo(DecisionReason.MODEL_NOT_TRUSTED);
    assertThat(decision.detail())
        .endsWith(
            "the model is not trusted: the predicted waits of the last 1 jobs that waited differ by"
                + " 100 % from the actual ones (at most 40 %), and their mean by -100 % (at most"
                + " 20 %)");
    assertThat(driver.commands()).isEmpty();
  }

  @Test
  void noOperatorIsAskedAboutWhatAModelFindsThatIsNotTrusted() {
    ControllerTestDriver driver = driver(Mode.APPROVE).crowd();
    evaluate(driver, 1000);

    DecisionRecorded decision = driver.decisions().get(0);
    assertThat(decision.outcome()).isEqualTo(DecisionOutcome.KEPT);
    assertThat(decision.reason()).isEqualTo(DecisionReason.MODEL_NOT_TRUSTED);
    assertThat(decision.detail()).startsWith("the model is not trusted yet");
    assertThat(driver.controller().proposal()).isNull();
  }

  @Test
  void aSpanEndsWhereTheCapacityChanges() {
    ControllerTestDriver driver = driver(Mode.APPLY).crowd();
    evaluate(driver, 1000);
    asOneQueueWould(driver);
    driver.send(new CapacityChanged(driver.at(1700), 12, null));

    evaluate(driver, 2000);

    assertThat(fidelity(driver, 1).comparedSeconds()).isEqualTo(700);
    assertThat(fidelity(driver, 1).waitError()).isZero();
  }

  @Test
  void aConfigurationThatIsAppliedEndsTheSpan() {
    ControllerTestDriver driver = driver(Mode.APPLY).crowd();
    evaluate(driver, 1000);
    asOneQueueWould(driver);
    driver.send(new ConfigApplied(driver.at(1600), new Configuration("fcfs", 2), null, null));

    evaluate(driver, 2000);
    evaluate(driver, 3000);

    assertThat(fidelity(driver, 1).comparedSeconds()).isEqualTo(600);
    assertThat(fidelity(driver, 2).comparedSeconds()).isEqualTo(1000);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 250, 333})
  void restartsChangeNoDecision(int every) {
    ControllerTestDriver whole = obedient();
    List<EventData> story = ObedientScheduler.run(3, 400, obedient());
    ControllerTestDriver restarted = obedient();
    for (int i = 0; i < story.size(); i++) {
      whole.send(story.get(i));
      restarted.send(story.get(i));
      if (i % every == every - 1) {
        restarted.restart();
      }
    }

    assertThat(whole.decisions())
        .anyMatch(decision -> decision.reason() == DecisionReason.MODEL_NOT_TRUSTED)
        .anyMatch(
            decision ->
                Objects.requireNonNull(decision.fidelity()).comparedSeconds() != EventData.NONE);
    assertThat(restarted.decisions()).isEqualTo(whole.decisions());
  }

  private static ControllerTestDriver obedient() {
    return ObedientScheduler.looking(
        Mode.APPLY, GuardRails.NONE, StudyDesign.SAMPLED, new FidelitySettings(6 * 3600, 30, 0.4));
  }
}
