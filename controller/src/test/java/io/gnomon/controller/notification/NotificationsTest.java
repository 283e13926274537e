package io.gnomon.controller.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.notification.Notification.Kind;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What is notified, on the crowd of {@link ControllerTestDriver#crowd}. */
class NotificationsTest {
  private static final String BEST = "multi-queue(boundaries=50000/100000, partitions=2)";
  private static final String INCUMBENT = "multi-queue(partitions=1)";

  private ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 2);

  private void look(int second) {
    driver.send(new ClockAdvanced(driver.at(second)));
  }

  private void answer(int second) {
    ConfigRequested command = driver.commands().get(driver.commands().size() - 1);
    driver.send(
        new ConfigApplied(
            driver.at(second), command.configuration(), command.command(), command.contentHash()));
  }

  private List<Kind> kinds() {
    return driver.notifications.stream().map(Notification::kind).toList();
  }

  private Notification last() {
    return driver.notifications.get(driver.notifications.size() - 1);
  }

  @Test
  void aChangeIsToldWhenTheSchedulerHasMadeItNotWhenItIsCommanded() {
    driver.crowd();
    look(1000);
    assertThat(driver.notifications).isEmpty();

    answer(1021);

    assertThat(kinds()).containsExactly(Kind.CHANGED);
    assertThat(last().policy()).isEqualTo(BEST);
    assertThat(last().former()).isEqualTo(INCUMBENT);
    assertThat(last().reason()).isEqualTo("aggregate bounded slowdown 3.8 exceeds 2.0");
    assertThat(last().waitedSeconds()).isEqualTo(21);
    assertThat(last().prediction()).isNotNull();
    assertThat(last().id()).isEqualTo(driver.commands().get(0).command() + "/changed");
  }

  @Test
  void aChangeThatMadeThingsWorseIsReportedWithItsReviewAndThenItsRollback() {
    driver.crowd();
    look(1000);
    answer(1001);
    driver.thirdRunsShort();
    look(2000);
    assertThat(kinds()).containsExactly(Kind.CHANGED, Kind.NOT_REALISED);
    assertThat(last().reviewedGain()).isCloseTo(-0.8406, Offset.offset(1e-4));
    assertThat(last().reason()).isEqualTo("over 999s the change added 84.1 % of the cost");
    assertThat(last().policy()).isEqualTo(BEST);
    assertThat(last().former()).isEqualTo(INCUMBENT);
    assertThat(last().id()).isEqualTo(driver.commands().get(0).command() + "/not-realised");
    assertThat(last().kind().isWarning()).isTrue();

    answer(2001);

    assertThat(kinds()).endsWith(Kind.REVERTED);
    assertThat(last().policy()).isEqualTo(INCUMBENT);
    assertThat(last().former()).isEqualTo(BEST);
  }

  @Test
  void aChangeThatLoweredTheCostIsReportedOnce() {
    driver.crowd();
    look(1000);
    answer(1001);
    driver.anotherArrives();
    look(2000);
    look(3000);

    assertThat(kinds()).containsExactly(Kind.CHANGED, Kind.REALISED);
    assertThat(last().reviewedGain()).isCloseTo(0.3468, Offset.offset(1e-4));
    assertThat(last().reason()).isEqualTo("over 999s the change saved 34.7 % of the cost");
    assertThat(last().kind().isWarning()).isFalse();
  }

  @Test
  void aChangeWithoutADifferenceIsNotReported() {
    driver.crowd();
    look(1000);
    ConfigRequested command = driver.commands().get(0);
    ReviewResult noLoss =
        new ReviewResult(Change.made(0, 1, Spec.parse(INCUMBENT), Spec.parse(BEST)), 99, 100, 104);

    assertThat(Notifications.reviewed("c", command, INCUMBENT, noLoss, 5)).isEmpty();
  }

  @Test
  void aRefusedCommandIsToldWithTheSchedulersReason() {
    driver.crowd();
    look(1000);
    String command = driver.commands().get(0).command();
    driver.send(
        new ConfigRejected(driver.at(1003), command, ConfigRejectReason.NOT_ALLOWED, "no way", 1));

    assertThat(kinds()).containsExactly(Kind.REJECTED);
    assertThat(last().reason()).isEqualTo("not-allowed: no way");
    assertThat(last().former()).isEqualTo(INCUMBENT);
    assertThat(last().waitedSeconds()).isEqualTo(3);
  }

  @Test
  void aCommandWithoutAnswerIsNotifiedOnce() {
    driver.crowd();
    look(1000);
    look(1500);
    look(1600);

    assertThat(kinds()).containsExactly(Kind.UNANSWERED);
    assertThat(last().waitedSeconds()).isEqualTo(EventData.NONE);
  }

  @Test
  void recommendationsAndProposalsAreToldAndObservationsAreNot() {
    for (Mode mode : List.of(Mode.RECOMMEND, Mode.APPROVE, Mode.OBSERVE)) {
      driver = new ControllerTestDriver(mode, 2);
      driver.crowd();
      look(1000);
      List<Kind> expected =
          switch (mode) {
            case RECOMMEND -> List.of(Kind.RECOMMENDED);
            case APPROVE -> List.of(Kind.PROPOSED);
            default -> List.of();
          };
      assertThat(kinds()).isEqualTo(expected);
    }
  }

  @Test
  void anotherHandsChangeIsToldHoweverItBecomesKnownButOnlyOnce() {
    driver.declare(10);
    Configuration other = new Configuration("easy", 7);
    driver.send(new ConfigApplied(driver.at(5), other, null, null));
    assertThat(kinds()).containsExactly(Kind.CHANGED_ELSEWHERE);
    assertThat(last().former()).isEqualTo(INCUMBENT);

    driver.send(new ClusterDeclared(driver.at(6), 10, 0, null, driver.capabilities(), other));
    assertThat(driver.notifications).hasSize(1);

    Configuration third = new Configuration("fcfs", 8);
    driver.send(new ClusterDeclared(driver.at(7), 10, 0, null, driver.capabilities(), third));
    assertThat(kinds()).containsExactly(Kind.CHANGED_ELSEWHERE, Kind.CHANGED_ELSEWHERE);
    assertThat(last().policy()).isEqualTo("fcfs");
  }

  @Test
  void aReplayTellsTheSame() {
    driver.crowd();
    look(1000);
    answer(1001);
    look(2000);
    ControllerTestDriver first = driver;
    driver = new ControllerTestDriver(Mode.APPLY, 2);
    driver.crowd();
    look(1000);
    answer(1001);
    look(2000);

    assertThat(driver.notifications).isEqualTo(first.notifications);
  }
}
