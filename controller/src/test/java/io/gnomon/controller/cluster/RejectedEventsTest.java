package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidJob;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events that cannot be used; each is rejected with its reason. */
class RejectedEventsTest {
  private static final JobOutcome COMPLETED = JobOutcome.COMPLETED;

  private final ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 2);

  private void expectRejection(RejectReason reason, EventData data) {
    int before = driver.rejected.size();
    driver.send(data);
    assertThat(driver.rejected).hasSize(before + 1);
    assertThat(driver.rejected.get(before).reason()).isEqualTo(reason);
    assertThat(driver.rejected.get(before).detail()).isNotBlank();
  }

  @Test
  void anEventBeforeTheDeclarationIsRejected() {
    expectRejection(RejectReason.NOT_DECLARED, new JobSubmitted("a", driver.at(0), 1, 10));
  }

  @Test
  void aStartOfAnUnknownJobDegradesUntilTheNextSnapshot() {
    driver.crowd();
    expectRejection(RejectReason.UNKNOWN_JOB, new JobStarted("ghost", driver.at(30)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.snapshotRequests().get(0).reason()).isEqualTo(SnapshotReason.DIVERGENCE);
    expectRejection(RejectReason.DEGRADED, new JobCancelled("narrow", driver.at(40)));

    driver.send(
        new ClusterSnapshot(
            driver.at(50),
            10,
            -1,
            new Configuration("multi-queue(partitions=1)", 1),
            List.of(running("ghost"))));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().mirror().state().activeCount()).isEqualTo(1);
    assertThat(driver.tracked().mirror().state().freeProcessors()).isEqualTo(6);
    assertThat(driver.controller().counters().of(Count.DIVERGENCE)).isEqualTo(6);
    driver.send(new JobFinished("ghost", driver.at(60), COMPLETED));
    assertThat(driver.tracked().mirror().state().freeProcessors()).isEqualTo(10);
  }

  @Test
  void aSnapshotStandsWithoutTheJobThatIsNotValid() {
    driver.crowd();
    expectRejection(RejectReason.UNKNOWN_JOB, new JobStarted("ghost", driver.at(30)));

    driver.sendInvalid(
        new ClusterSnapshot(driver.at(50), 10, -1, null, List.of(running("ghost"))),
        List.of(new InvalidJob("long", "user is too long")));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().mirror().state().runningCount()).isEqualTo(1);
    ControllerTestDriver.Rejected last = driver.rejected.get(driver.rejected.size() - 1);
    assertThat(last.reason()).isEqualTo(RejectReason.SET_ASIDE);
    assertThat(last.detail()).isEqualTo("1 job of the snapshot is set aside: user is too long");
    driver.restart();
    assertThat(driver.tracked().mirror().setAside().count()).isEqualTo(1);
    expectRejection(RejectReason.SET_ASIDE, new JobStarted("long", driver.at(60)));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.snapshotRequests()).hasSize(1);
  }

  private JobSnapshot running(String job) {
    return new JobSnapshot(
        job, JobState.RUNNING, driver.at(5), driver.at(30), new JobDescription(4, 100));
  }

  @Test
  void aGapDegradesAndRequestsASnapshotOnce() {
    driver.crowd();
    driver.sendNumbered(99, new ClockAdvanced(driver.at(30)));
    driver.sendNumbered(200, new ClockAdvanced(driver.at(31)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.snapshotRequests()).hasSize(1);
    assertThat(driver.snapshotRequests().get(0).reason()).isEqualTo(SnapshotReason.GAP);
    assertThat(driver.snapshotRequests().get(0).detail()).contains("8 to 98");
  }

  @Test
  void aGapAfterALongSilenceRequestsOneSnapshot() {
    driver.crowd();
    driver.sendNumbered(99, new ClockAdvanced(driver.at(30 * 86_400)));

    assertThat(driver.snapshotRequests()).hasSize(1);
    assertThat(driver.snapshotRequests().get(0).reason()).isEqualTo(SnapshotReason.GAP);
  }

  @Test
  void aFaultInAnEventAfterAGapDoesNotMakeItsNumberCount() {
    driver.crowd();
    long last = driver.controller().sequence().last();
    driver.sendNumbered(
        5_000,
        new ClusterDeclared(
            driver.at(30), 10, -1, null, driver.capabilities(), new Configuration("failing", 2)));

    assertThat(driver.controller().health().fault()).contains("cannot adopt");
    assertThat(driver.controller().sequence().last()).isEqualTo(last);
  }

  @Test
  void aJumpOfTheNumbersCountsOnlyAfterASnapshot() {
    driver.crowd();
    GnomonEvent forged =
        GnomonEvent.of("c", "f", (1L << 53) - 1, null, new ClockAdvanced(driver.at(30)));
    driver.sendEvent(forged);
    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.controller().sequence().last()).isEqualTo(7);
    driver.restart();

    driver.send(new ClusterSnapshot(driver.at(50), 10, -1, null, List.of(running("ghost"))));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    driver.send(new JobFinished("ghost", driver.at(60), COMPLETED));
    assertThat(driver.tracked().mirror().state().activeCount()).isZero();
  }

  @Test
  void aDeclarationAndASnapshotRestartANumberingThatIsInDoubt() {
    driver.crowd();
    driver.sendNumbered(1L << 52, new ClusterSnapshot(driver.at(30), 10, -1, null, List.of()));
    assertThat(driver.controller().state()).isNotEqualTo(ControllerState.DEGRADED);

    long number = 8;
    driver.sendNumbered(number++, new ClockAdvanced(driver.at(30)));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.snapshotRequests()).hasSize(1);
    assertThat(driver.snapshotRequests().get(0).detail()).contains("8 cannot follow");
    driver.restart();
    driver.sendNumbered(
        number++,
        new ClusterDeclared(driver.at(30), 10, -1, "test", null, new Configuration("easy", 1)));
    driver.sendNumbered(
        number++, new ClusterSnapshot(driver.at(30), 10, -1, null, List.of(running("ghost"))));
    driver.sendNumbered(number, new JobFinished("ghost", driver.at(60), COMPLETED));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().mirror().state().activeCount()).isZero();
    assertThat(driver.controller().sequence().last()).isEqualTo(number);
  }

  @Test
  void aRequestIsRepeatedAfterManyEventsIfTimesStandStill() {
    driver.crowd();
    driver.send(new JobStarted("ghost", driver.at(100)));
    for (int i = 0; i < 800; i++) {
      driver.send(new ClockAdvanced(driver.at(100)));
    }
    assertThat(driver.snapshotRequests()).hasSize(3); // after 256 and 512 more events
    assertThat(driver.controller().health().unanswered()).isEqualTo(3);
  }

  @Test
  void aMissingSnapshotIsRequestedAgainWithIncreasingDelays() {
    driver.crowd();
    driver.send(new JobStarted("ghost", driver.at(100)));
    for (int second = 200; second <= 8000; second += 100) {
      driver.send(new ClockAdvanced(driver.at(second)));
      driver.restart();
    }

    assertThat(driver.snapshotRequests().stream().map(asked -> asked.at() - driver.at(0)))
        .containsExactly(100L, 600L, 1600L, 3600L, 7600L);
  }

  @Test
  void aDuplicateIsRejectedAndChangesNothing() {
    driver.crowd();
    long hash = driver.tracked().mirror().state().hash();

    driver.sendNumbered(2, new JobSubmitted("base", driver.at(0), 6, 2200));

    assertThat(driver.rejected.get(0).reason()).isEqualTo(RejectReason.DUPLICATE);
    assertThat(driver.tracked().mirror().state().hash()).isEqualTo(hash);
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
  }

  @Test
  void anEventOfASecondProducerHasANumberThatIsTaken() {
    driver.crowd();
    driver.sendNumbered(3, new ClockAdvanced(driver.at(20)));
    driver.restart();
    driver.sendNumbered(3, new ClockAdvanced(driver.at(21)));

    assertThat(driver.rejected)
        .extracting(ControllerTestDriver.Rejected::reason)
        .containsExactly(RejectReason.NUMBER_TAKEN, RejectReason.NUMBER_TAKEN);
    assertThat(driver.rejected.get(0).detail())
        .isEqualTo(
            "event 'e3' has sequence number 3, which another event had; let one producer number the"
                + " events of the cluster");
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
  }

  @Test
  void aJobWiderThanTheMachineIsRejected() {
    driver.declare(10);
    expectRejection(RejectReason.TOO_WIDE, new JobSubmitted("wide", driver.at(1), 11, 10));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
  }

  @Test
  void aTimeBeforeTheClockOrTheOriginIsRejected() {
    driver.crowd();
    expectRejection(RejectReason.TIME_OUT_OF_RANGE, new ClockAdvanced(driver.at(12)));
    expectRejection(RejectReason.TIME_OUT_OF_RANGE, new JobSubmitted("early", -5, 1, 10));
  }

  @Test
  void anIllegalTransitionIsRejectedWithItsName() {
    driver.crowd();
    expectRejection(
        RejectReason.ILLEGAL_TRANSITION, new JobFinished("whole", driver.at(30), COMPLETED));
    assertThat(driver.rejected.get(0).detail()).contains("WAITING").contains("finish");
  }

  @Test
  void anAnswerToACommandThatIsNotPendingIsRejected() {
    driver.crowd();
    expectRejection(
        RejectReason.UNKNOWN_COMMAND,
        new ConfigRejected(driver.at(30), "c-1", ConfigRejectReason.EXPIRED, null, 1));
  }
}
