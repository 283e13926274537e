package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.tracked.EffectRecorder;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sim.tune.EvaluationResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A fault degrades the cluster, sends nothing but a request for a snapshot, and ends with it. */
class QuarantineTest {
  private final ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 1.05);

  /** A result without a study, which no study gives: a decision cannot be made of it. */
  private ControllerTestDriver withFaultyStudies() {
    return driver.withEvaluations((number, evaluation) -> new EvaluationResult(null, List.of()));
  }

  private EventData snapshot(int second) {
    return new ClusterSnapshot(
        driver.at(second), 10, -1, new Configuration("multi-queue(partitions=1)", 1), List.of());
  }

  @Test
  void aFaultInADecisionDegradesUntilTheNextSnapshot() {
    withFaultyStudies().crowd().send(new ClockAdvanced(driver.at(1000)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.controller().health().fault()).contains("NullPointerException");
    assertThat(driver.controller().counters().of(Count.FAULTS)).isEqualTo(1);
    assertThat(driver.commands()).isEmpty();
    assertThat(driver.snapshotRequests()).hasSize(1);
    assertThat(driver.decisions())
        .singleElement()
        .satisfies(
            decision -> {
              assertThat(decision.outcome()).isEqualTo(DecisionOutcome.KEPT);
              assertThat(decision.reason()).isEqualTo(DecisionReason.STUDY_FAILED);
            });
    // the event that the study held back
    assertThat(driver.rejected)
        .extracting(ControllerTestDriver.Rejected::reason)
        .containsExactly(RejectReason.DEGRADED);

    driver.restart();
    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.controller().health().fault()).contains("NullPointerException");
    driver.send(snapshot(1010));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.controller().health().fault()).isNull();
    assertThat(driver.controller().counters().of(Count.FAULTS)).isEqualTo(1);
  }

  @Test
  void aFaultThatRecursRequestsSnapshotsLessAndLessOften() {
    withFaultyStudies().crowd();
    for (int second = 1000; second <= 100_000; second += 100) {
      if (driver.controller().state() == ControllerState.DEGRADED
          && driver.snapshotRequests().get(driver.snapshotRequests().size() - 1).at()
              == driver.at(second - 100)) {
        driver.send(snapshot(second)).send(new JobSubmitted("j" + second, driver.at(second), 1, 9));
      }
      driver.send(new ClockAdvanced(driver.at(second)));
    }
    // of 100 evaluations; each wait is twice as long as the last
    assertThat(driver.snapshotRequests()).hasSizeBetween(3, 8);
    assertThat(driver.controller().counters().of(Count.FAULTS)).isGreaterThan(2);
  }

  @Test
  void aFaultInTheRecordOfEffectsEndsNoEvent() {
    driver.crowd();
    EffectRecorder effects = driver.tracked().effects();
    effects.before(
        new ClockAdvanced(driver.at(7_300)),
        driver.tracked().mirror(),
        () -> {
          throw new IllegalStateException("no live cluster");
        });
    effects.before(
        new ClockAdvanced(driver.at(14_500)),
        driver.tracked().mirror(),
        () -> {
          throw new IllegalStateException("no live cluster");
        });
    driver.withoutTimeForStudies().send(new ClockAdvanced(driver.at(20)));

    assertThat(driver.rejected).isEmpty();
    assertThat(driver.controller().state()).isNotEqualTo(ControllerState.DEGRADED);
    assertThat(driver.controller().counters().of(Count.FAULTS)).isEqualTo(1);
  }

  @Test
  void aTaskThatFailedOutsideIsDropped() {
    driver
        .withEvaluations(
            (number, evaluation) -> {
              throw new IllegalStateException("outside");
            })
        .crowd();
    ClockAdvanced due = new ClockAdvanced(driver.at(1000));
    assertThatThrownBy(() -> driver.send(due)).hasMessage("outside");
    assertThat(driver.controller().state()).isEqualTo(ControllerState.STUDYING);

    driver.quarantine(due, new IllegalStateException("outside"));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    driver.send(snapshot(1010));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
  }

  private ClusterDeclared declared(int second, String policy) {
    return new ClusterDeclared(
        driver.at(second), 12, -1, "test", driver.capabilities(), new Configuration(policy, 2));
  }

  private void expectRecovery() {
    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.controller().counters().of(Count.FAULTS)).isEqualTo(1);
    assertThat(driver.snapshotRequests()).hasSize(1);
    assertThat(driver.rejected)
        .extracting(ControllerTestDriver.Rejected::reason)
        .containsExactly(RejectReason.FAULT);
    driver.send(snapshot(40));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
  }

  @Test
  void aFaultInADeclarationIsContained() {
    driver.crowd().send(declared(30, "failing"));
    expectRecovery();
  }

  @Test
  void aFaultInADeclarationWhoseTimeIsNotPossibleIsContained() {
    driver.crowd().sendAt(driver.at(30), declared(20 * 365 * 86_400, "failing"));
    expectRecovery();
  }

  @Test
  void aLackOfMemoryInTheWorkOnOneClusterIsContained() {
    driver.crowd().send(declared(30, "out-of-memory"));
    expectRecovery();
  }

  @Test
  void aHeapThatRecoversIsNoReasonToEndTheProcess() {
    driver.crowd().send(declared(30, "hungry"));
    expectRecovery();
  }
}
