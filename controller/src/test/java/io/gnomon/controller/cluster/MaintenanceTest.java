package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.ConfigRequested;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The driver's second 0 is Tuesday 2023-11-14 22:13:20 UTC. The window from 22:40 to 23:00 holds
 * the seconds 1600 to 2799; that of the next day opens at 88,000.
 */
class MaintenanceTest {
  private static final MaintenanceWindows WINDOW =
      MaintenanceWindows.parse("Tue-Wed 22:40-23:00 UTC");
  private static final int OPENS = 1600;
  private static final int CLOSES = 2800;
  private static final int NEXT = 88_000;

  private ControllerTestDriver driver(Mode mode) {
    return new ControllerTestDriver(mode, 2).within(WINDOW);
  }

  private static ControllerTestDriver look(ControllerTestDriver driver, int second) {
    return driver.send(new ClockAdvanced(driver.at(second), null));
  }

  @Test
  void aChangeIsMadeWhenTheWindowOpensAndExpiresWhenItCloses() {
    ControllerTestDriver driver = driver(Mode.APPLY);
    look(driver.crowd(), 1000);

    DecisionRecorded kept = driver.decisions().get(0);
    assertThat(kept.outcome()).isEqualTo(DecisionOutcome.KEPT);
    assertThat(kept.reason()).isEqualTo(DecisionReason.OUTSIDE_MAINTENANCE);
    assertThat(kept.detail())
        .isEqualTo("the next maintenance window opens Tue 2023-11-14 22:40 UTC");

    driver.restart();
    look(driver, OPENS);

    assertThat(driver.decisions().get(1).at()).isEqualTo(driver.at(OPENS));
    assertThat(driver.decisions().get(1).outcome()).isEqualTo(DecisionOutcome.COMMANDED);
    ConfigRequested command = driver.commands().get(0);
    assertThat(command.expiresAt()).isEqualTo(driver.at(OPENS + 500));
  }

  @Test
  void aCommandIsNotValidAfterTheWindow() {
    ControllerTestDriver driver = driver(Mode.APPLY).declare(10);
    look(driver.crowdOfJobs(CLOSES - 100 - ControllerTestDriver.PERIOD), CLOSES - 100);

    assertThat(driver.commands()).hasSize(1);
    assertThat(driver.commands().get(0).expiresAt()).isEqualTo(driver.at(CLOSES));
  }

  @Test
  void anApprovedProposalIsCarriedOutInTheWindow() throws Exception {
    ControllerTestDriver driver = driver(Mode.APPROVE);
    look(driver.crowd(), 1000);
    ConfigRequested proposed = Objects.requireNonNull(driver.controller().proposal()).command();
    assertThat(driver.decisions().get(0).outcome()).isEqualTo(DecisionOutcome.AWAITING_APPROVAL);
    assertThat(driver.decisions().get(0).detail()).contains("opens Tue 2023-11-14 22:40 UTC");
    assertThat(proposed.expiresAt()).isEqualTo(driver.at(OPENS + 500));

    driver.operate(new Operation.Approve(proposed.proposal(), null));
    assertThat(driver.controller().approvalWaits()).isTrue();
    driver.restart();
    look(driver, OPENS - 1);
    assertThat(driver.commands()).isEmpty();
    look(driver, OPENS);

    assertThat(driver.commands()).containsExactly(proposed);
    assertThat(driver.controller().proposal()).isNull();
    assertThat(driver.controller().pending()).isNotNull();
  }

  @Test
  void aProposalOfTheLastWindowThatIsApprovedAfterItIsCarriedOutInTheNext() throws Exception {
    ControllerTestDriver driver = driver(Mode.APPROVE).declare(10);
    look(driver.crowdOfJobs(CLOSES - 100 - ControllerTestDriver.PERIOD), CLOSES - 100);
    ConfigRequested proposed = Objects.requireNonNull(driver.controller().proposal()).command();
    assertThat(proposed.expiresAt()).isEqualTo(driver.at(CLOSES + 400));
    look(driver, CLOSES + 50);

    driver.operate(new Operation.Approve(proposed.proposal(), null));
    driver.restart();
    look(driver, NEXT - 1);
    assertThat(driver.commands()).isEmpty();
    look(driver, NEXT);

    assertThat(driver.commands()).containsExactly(proposed.expiringAt(driver.at(NEXT + 500)));
  }

  @Test
  void anHourEndsBeforeTheFirstEventOfTheWindow() throws Exception {
    ControllerTestDriver driver =
        new ControllerTestDriver(Mode.APPROVE, 2)
            .within(MaintenanceWindows.parse("Tue 23:10-24:00 UTC"));
    look(driver.crowd(), 1000);
    ConfigRequested proposed = Objects.requireNonNull(driver.controller().proposal()).command();
    driver.operate(new Operation.Approve(proposed.proposal(), null));
    look(driver, 3300);
    look(driver, 3700);

    assertThat(driver.commands()).containsExactly(proposed);
    assertThat(driver.controller().counters().of(Count.FAULTS)).isZero();
  }

  @Test
  void rejectingWithdrawsAnApproval() throws Exception {
    ControllerTestDriver driver = driver(Mode.APPROVE);
    look(driver.crowd(), 1000);
    String proposal = Objects.requireNonNull(driver.controller().proposal()).id();
    driver.operate(new Operation.Approve(proposal, null));
    driver.operate(new Operation.Reject(proposal));
    look(driver, OPENS);

    assertThat(driver.commands()).isEmpty();
  }

  @Test
  void aReviewThatMayRollBackWaitsForTheNextWindow() {
    ControllerTestDriver driver = driver(Mode.APPLY).declare(10);
    look(driver.crowdOfJobs(1100), 2100);
    driver.applyLastCommand(2101);
    look(driver, CLOSES + 1300);
    assertThat(driver.decisions()).noneMatch(one -> !one.reviews().isEmpty());
    int reviewed = driver.decisions().size();
    look(driver, NEXT);

    assertThat(driver.decisions().get(reviewed).at()).isEqualTo(driver.at(NEXT));
    assertThat(driver.decisions().get(reviewed).reviews()).hasSize(1);
  }

  @Test
  void anOperatorRollsBackAtAnyTime() throws Exception {
    ControllerTestDriver driver = driver(Mode.APPLY);
    look(driver.crowd(), OPENS);
    driver.applyLastCommand(OPENS + 1);
    look(driver, CLOSES);

    driver.operate(new Operation.RollBack());

    assertThat(driver.commands()).hasSize(2);
    assertThat(driver.commands().get(1).expiresAt()).isEqualTo(driver.at(CLOSES + 500));
  }
}
