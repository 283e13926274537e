package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A scheduler's clock that is wrong, or that was set. */
class WrongClockTest {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int TWENTY_YEARS = 20 * 365 * DAY;

  private final ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 100);

  private void expectOutOfRange(EventData data, long timestamp) {
    int before = driver.rejected.size();
    driver.sendAt(timestamp, data);
    assertThat(driver.rejected).hasSize(before + 1);
    assertThat(driver.rejected.get(before).reason()).isEqualTo(RejectReason.TIME_OUT_OF_RANGE);
    assertThat(driver.rejected.get(before).detail()).contains("cluster.declared");
    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.controller().health().clockProblem()).contains("time " + data.at());
  }

  private ClusterDeclared declared(long at) {
    return new ClusterDeclared(
        at,
        12,
        EventData.NONE,
        "test",
        driver.capabilities(),
        new Configuration("multi-queue(partitions=1)", 1));
  }

  private static ClusterSnapshot snapshot(long at) {
    return new ClusterSnapshot(at, 12, EventData.NONE, null, List.of(waiting(at)));
  }

  private static JobSnapshot waiting(long at) {
    return new JobSnapshot("w", JobState.WAITING, at - 10, -1, new JobDescription(4, 100));
  }

  @Test
  void aJumpOfTwentyYearsIsRejectedAndTheClusterRecoversWithTheNextSnapshot() {
    driver.crowd();
    expectOutOfRange(new ClockAdvanced(driver.at(TWENTY_YEARS)), driver.at(30));
    assertThat(driver.tracked().mirror().now()).isEqualTo(driver.at(13));
    assertThat(driver.controller().sequence().latest()).isEqualTo(driver.at(13));
    assertThat(driver.snapshotRequests()).hasSize(1);

    driver.sendAt(driver.at(31), snapshot(driver.at(31)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.controller().health().clockProblem()).isNull();
    driver.sendAt(driver.at(40), new JobStarted("w", driver.at(40)));
    assertThat(driver.tracked().mirror().state().runningCount()).isEqualTo(1);
  }

  @Test
  void aClockThatWasSetForwardRecoversWithADeclarationAndASnapshot() {
    driver.crowd();
    expectOutOfRange(new ClockAdvanced(driver.at(TWENTY_YEARS)), driver.at(30));
    expectOutOfRange(snapshot(driver.at(TWENTY_YEARS + 1)), driver.at(31));
    int second = driver.tracked().mirror().state().now();

    driver.sendAt(driver.at(32), declared(driver.at(TWENTY_YEARS + 2)));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    driver.restart();
    driver.sendAt(driver.at(33), snapshot(driver.at(TWENTY_YEARS + 3)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().mirror().now()).isEqualTo(driver.at(TWENTY_YEARS + 3));
    assertThat(driver.tracked().mirror().state().now())
        .as("what was learned goes on without a jump")
        .isEqualTo(second + 1);
    expectOutOfRange(new ClockAdvanced(driver.at(34)), driver.at(34));
  }

  @Test
  void aClockThatWasSetBackDegradesUntilADeclarationAndASnapshot() {
    driver.crowd();
    driver.sendAt(driver.at(DAY), new ClockAdvanced(driver.at(DAY)));
    expectOutOfRange(new JobSubmitted("late", driver.at(DAY - HOUR), 1, 10), driver.at(DAY + 1));
    assertThat(driver.snapshotRequests()).hasSize(1);
    assertThat(driver.snapshotRequests().get(0).detail()).contains("3600 s before the cluster's");

    driver.sendAt(driver.at(DAY + 2), declared(driver.at(DAY - HOUR + 2)));
    driver.sendAt(driver.at(DAY + 3), snapshot(driver.at(DAY - HOUR + 3)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().mirror().now()).isEqualTo(driver.at(DAY - HOUR + 3));
    assertThat(driver.tracked().mirror().state().processors()).isEqualTo(12);
    assertThat(driver.tracked().mirror().state().activeCount()).isEqualTo(1);
  }

  @Test
  void anEmulationThatStartsAgainBeforeItsFirstSecondIsTrackedAsNew() {
    driver.sendAt(100, declared(5_000_000)); // the mirror is at second 5,000,000
    driver.sendAt(101, declared(10));
    driver.sendAt(102, snapshot(20));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().mirror().now()).isEqualTo(20);
    assertThat(driver.tracked().capabilities()).isEqualTo(driver.capabilities());
  }

  @Test
  void aWrongDeclarationDoesNotMoveTheClockOfASnapshotWithTheFormerTimes() {
    driver.crowd();
    driver.sendAt(driver.at(30), declared(driver.at(TWENTY_YEARS)));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);

    driver.sendAt(driver.at(31), snapshot(driver.at(31)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().mirror().now()).isEqualTo(driver.at(31));
  }

  @Test
  void aRefusedEventIsNotADuplicateWhenItIsSentAgainWithTheRightTime() {
    driver.crowd();
    GnomonEvent wrong = withId(new ClockAdvanced(driver.at(TWENTY_YEARS)));
    driver.sendEvent(wrong);
    assertThat(driver.rejected).hasSize(1);

    driver.sendEvent(withId(snapshot(driver.at(31))));

    assertThat(driver.rejected).hasSize(1);
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
  }

  private static GnomonEvent withId(EventData data) {
    return GnomonEvent.of(ControllerTestDriver.CLUSTER, "same", EventData.NONE, null, data);
  }

  @Test
  void aDeclarationWithAnOldNumberIsTakenWhileTheClockIsInDoubt() {
    driver.crowd();
    driver.sendAt(driver.at(DAY), new ClockAdvanced(driver.at(DAY)));
    expectOutOfRange(new ClockAdvanced(driver.at(20)), driver.at(DAY + 1));

    driver.sendNumbered(1, declared(driver.at(21)));
    driver.sendNumbered(2, snapshot(driver.at(22)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.tracked().mirror().now()).isEqualTo(driver.at(22));
  }

  @Test
  void anUnansweredRequestIsRepeatedInTheTimeOfRecordsWhateverTheClockDoes() {
    driver.crowd();
    for (int second = 100; second <= 8000; second += 100) {
      long at = driver.at(second % 200 == 0 ? TWENTY_YEARS + second : 5);
      expectOutOfRange(new ClockAdvanced(at), driver.at(second));
      driver.restart();
    }

    assertThat(driver.snapshotRequests()).hasSize(5); // at 100, 600, 1600, 3600 and 7600
  }

  @Test
  void aCommandIsExpiredWhenTheClockMoves() {
    ControllerTestDriver tuned = new ControllerTestDriver(Mode.APPLY, 2).crowd();
    tuned.send(new JobSubmitted("late", tuned.at(1001), 1, 10));
    assertThat(tuned.controller().pending()).isNotNull();

    tuned.sendAt(tuned.at(1002), declared(tuned.at(10)));
    tuned.sendAt(tuned.at(1003), snapshot(tuned.at(11)));

    assertThat(tuned.controller().pending()).isNull();
    assertThat(tuned.controller().counters().of(Count.EXPIRED_COMMANDS)).isEqualTo(1);
    assertThat(tuned.controller().state()).isEqualTo(ControllerState.WATCHING);
  }

  @Test
  void wrongTimesDoNotUseUpTheSecondsOfTheState() {
    driver.crowd();
    int tenYears = 10 * 365 * DAY;
    for (int i = 1; i <= 6; i++) {
      int second = 100 * i;
      driver.sendAt(driver.at(second), new ClockAdvanced(driver.at(second + tenYears - DAY)));
      driver.sendAt(driver.at(second + 1), declared(driver.at(second + 1)));
      driver.sendAt(driver.at(second + 2), snapshot(driver.at(second + 2)));
      assertThat(driver.controller().state()).isNotEqualTo(ControllerState.DEGRADED);
      assertThat(driver.tracked().mirror().now()).isEqualTo(driver.at(second + 2));
    }
  }
}
