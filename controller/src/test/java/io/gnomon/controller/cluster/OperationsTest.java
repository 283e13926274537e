package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperationRejectedException.Kind;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobStarted;
import org.junit.jupiter.api.Test;

/** Operations on the crowded cluster of {@link ControllerTestDriver#crowd}. */
class OperationsTest {
  private static final String BEST = "multi-queue(boundaries=50000/100000, partitions=2)";

  private ControllerTestDriver driver = new ControllerTestDriver(Mode.APPROVE, 2);

  private String proposed() {
    driver.crowd();
    look(1000);
    return String.valueOf(driver.decisions().get(0).proposal());
  }

  private void look(int second) {
    driver.send(new ClockAdvanced(driver.at(second)));
  }

  private void acknowledge(ConfigRequested command, int second) {
    driver.send(
        new ConfigApplied(
            driver.at(second), command.configuration(), command.command(), command.contentHash()));
  }

  private OperationRejectedException expectRejection(Operation operation) {
    int said = driver.said.size();
    OperationRejectedException rejection =
        catchThrowableOfType(OperationRejectedException.class, () -> driver.operate(operation));
    assertThat(rejection).as("%s", operation).isNotNull();
    assertThat(driver.said).hasSize(said);
    return rejection;
  }

  private void expectRejection(Kind kind, String part, Operation operation) {
    OperationRejectedException rejection = expectRejection(operation);
    assertThat(rejection.kind()).isEqualTo(kind);
    assertThat(rejection).hasMessageContaining(part);
  }

  // --- proposals

  @Test
  void anApprovedProposalIsCommandedUnchangedAndOnce() throws Exception {
    String proposal = proposed();
    assertThat(driver.controller().state()).isEqualTo(ControllerState.PROPOSED);
    assertThat(driver.commands()).isEmpty();
    ConfigRequested shown = driver.controller().proposal().command();
    driver.restart();

    OperatorRequest request =
        new OperatorRequest(
            "k-1",
            "ada",
            "the queue is long",
            new Operation.Approve(proposal, shown.contentHash()));
    OperationResult first = driver.operate(request);
    driver.restart();
    OperationResult named = driver.operate(request);
    OperationResult unnamed = driver.operate(new Operation.Approve(proposal, null));

    assertThat(driver.commands()).containsExactly(shown);
    assertThat(first.changed()).isTrue();
    assertThat(named).isEqualTo(new OperationResult(first.record(), false));
    assertThat(unnamed).isEqualTo(named);
    OperatorRecorded record = driver.operations().get(0);
    assertThat(driver.operations()).hasSize(1);
    assertThat(record.action()).isEqualTo(OperatorAction.APPROVE);
    assertThat(record.operator()).isEqualTo("ada");
    assertThat(record.reason()).isEqualTo("the queue is long");
    assertThat(record.request()).isEqualTo("k-1");
    assertThat(record.command()).isEqualTo(shown.command());
    assertThat(record.offset()).isEqualTo(driver.offset());
    assertThat(driver.controller().state()).isEqualTo(ControllerState.COMMANDED);
  }

  @Test
  void aProposalWithOtherContentOrThatIsNotOpenCannotBeApproved() throws Exception {
    expectRejection(Kind.CONFLICT, "not been declared", new Operation.Approve("c-p7", null));
    String proposal = proposed();

    expectRejection(Kind.UNKNOWN, "'c-p99' is not open", new Operation.Approve("c-p99", null));
    expectRejection(Kind.CONFLICT, "review it again", new Operation.Approve(proposal, "00"));

    driver.operate(new Operation.Reject(proposal));
    expectRejection(Kind.CONFLICT, "settled by ada: reject", new Operation.Approve(proposal, null));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.operate(new Operation.Reject(proposal)).changed()).isFalse();
  }

  @Test
  void anExpiredProposalCannotBeApproved() {
    String proposal = proposed();
    look(1499);
    assertThat(driver.controller().proposal()).isNotNull();
    look(1500);

    expectRejection(Kind.UNKNOWN, "expired", new Operation.Approve(proposal, null));
  }

  @Test
  void nothingIsApprovedWhileTheMirrorIsDegraded() {
    String proposal = proposed();
    driver.send(new JobStarted("ghost", driver.at(1001)));

    expectRejection(Kind.UNKNOWN, "not open", new Operation.Approve(proposal, null));
    expectRejection(Kind.CONFLICT, "degraded", new Operation.RollBack());
  }

  // --- modes

  @Test
  void aModeHoldsAcrossARestartUntilAnotherIsSet() throws Exception {
    driver.crowd();
    driver.operate(new Operation.SetMode(Mode.OBSERVE));
    driver.restart();
    look(1000);
    assertThat(driver.decisions().get(0).reason()).isEqualTo(DecisionReason.OBSERVING);

    driver.operate(new Operation.SetMode(Mode.RECOMMEND));
    look(2000);
    assertThat(driver.decisions().get(1).outcome()).isEqualTo(DecisionOutcome.RECOMMENDED);

    driver.operate(new Operation.SetMode(null));
    assertThat(driver.controller().controls().mode()).isEqualTo(Mode.APPROVE);
    look(3000);
    assertThat(driver.decisions().get(2).outcome()).isEqualTo(DecisionOutcome.AWAITING_APPROVAL);
    assertThat(driver.commands()).isEmpty();
    assertThat(driver.operations()).hasSize(3);
  }

  @Test
  void settingTheCurrentModeChangesNothing() throws Exception {
    driver.crowd();
    OperationResult first = driver.operate(new Operation.SetMode(Mode.APPLY));
    OperationResult again = driver.operate(new Operation.SetMode(Mode.APPLY));

    assertThat(again).isEqualTo(new OperationResult(first.record(), false));
    assertThat(driver.operations()).hasSize(1);
  }

  @Test
  void leavingTheModeApproveDropsTheProposal() throws Exception {
    String proposal = proposed();
    driver.operate(new Operation.SetMode(Mode.APPLY));

    assertThat(driver.controller().proposal()).isNull();
    expectRejection(Kind.UNKNOWN, "not open", new Operation.Approve(proposal, null));
  }

  // --- freezes

  @Test
  void aFreezePreventsChangesEvenAfterARestartAndIsRecorded() throws Exception {
    driver = new ControllerTestDriver(Mode.APPLY, 2);
    driver.crowd();
    driver.operate(new Operation.BeginFreeze(EventData.NONE, driver.at(1500)));
    driver.restart();
    look(1000);

    assertThat(driver.decisions().get(0).reason()).isEqualTo(DecisionReason.FROZEN);
    assertThat(driver.commands()).isEmpty();

    look(2000);
    assertThat(driver.commands()).hasSize(1);
  }

  @Test
  void aProposalWaitsForTheEndOfAFreeze() throws Exception {
    String proposal = proposed();
    OperatorRecorded freeze =
        driver.operate(new Operation.BeginFreeze(EventData.NONE, EventData.NONE)).record();
    expectRejection(Kind.CONFLICT, "frozen", new Operation.Approve(proposal, null));

    driver.operate(new Operation.LiftFreeze(freeze.freeze()));
    driver.operate(new Operation.Approve(proposal, null));

    assertThat(driver.commands()).hasSize(1);
  }

  @Test
  void aFreezeIsCreatedOnceAndLiftedOnce() throws Exception {
    driver.crowd();
    Operation.BeginFreeze week = new Operation.BeginFreeze(driver.at(5000), driver.at(9000));
    OperatorRecorded first = driver.operate(week).record();
    assertThat(driver.operate(week)).isEqualTo(new OperationResult(first, false));
    driver.operate(new Operation.BeginFreeze(EventData.NONE, EventData.NONE));
    assertThat(driver.operate(new Operation.BeginFreeze(-1, -1)).changed()).isFalse();
    assertThat(driver.controller().controls().freezes()).hasSize(2);

    expectRejection(Kind.UNKNOWN, "unknown freeze 'x'", new Operation.LiftFreeze("x"));
    driver.operate(new Operation.LiftFreeze(first.freeze()));
    assertThat(driver.operate(new Operation.LiftFreeze(first.freeze())).changed()).isFalse();
    driver.operate(new Operation.LiftFreeze(null));
    assertThat(driver.operate(new Operation.LiftFreeze(null)).changed()).isFalse();

    assertThat(driver.controller().controls().freezes()).isEmpty();
    assertThat(driver.operations()).hasSize(4);
    expectRejection(
        Kind.INVALID, "empty or over", new Operation.BeginFreeze(driver.at(8), driver.at(8)));
    expectRejection(Kind.INVALID, "empty or over", new Operation.BeginFreeze(-1, driver.at(3)));
  }

  @Test
  void aChangeThatMadeThingsWorseIsRolledBackAfterTheFreeze() throws Exception {
    driver = new ControllerTestDriver(Mode.APPLY, 2);
    driver.crowd();
    look(1000);
    driver.applyLastCommand(1001).thirdRunsShort();
    driver.operate(new Operation.BeginFreeze(EventData.NONE, driver.at(2500)));
    look(2000);
    assertThat(driver.decisions().get(1).reason()).isEqualTo(DecisionReason.FROZEN);
    assertThat(driver.decisions().get(1).reviews()).isEmpty();

    look(3000);

    assertThat(driver.decisions().get(2).outcome()).isEqualTo(DecisionOutcome.ROLLED_BACK);
    assertThat(driver.decisions().get(2).reviews()).hasSize(1);
  }

  // --- rolling back

  @Test
  void anOperatorRollsBackTheLastChangeAfterItsReview() throws Exception {
    String proposal = proposed();
    expectRejection(Kind.CONFLICT, "no change to roll back", new Operation.RollBack());
    driver.operate(new Operation.Approve(proposal, null));
    expectRejection(Kind.CONFLICT, "is pending", new Operation.RollBack());
    acknowledge(driver.commands().get(0), 1001);
    assertThat(driver.tracked().configuration().policy()).isEqualTo(BEST);
    driver.operate(new Operation.SetMode(Mode.OBSERVE));
    look(2000);
    driver.restart();

    OperationResult first = driver.operate(new Operation.RollBack());
    OperationResult again = driver.operate(new Operation.RollBack());

    ConfigRequested back = driver.commands().get(1);
    assertThat(driver.commands()).hasSize(2);
    assertThat(again).isEqualTo(new OperationResult(first.record(), false));
    assertThat(back.mode()).isEqualTo(CommandMode.ROLLBACK);
    assertThat(back.expectedVersion()).isEqualTo(2);
    assertThat(back.configuration().policy()).isEqualTo("multi-queue(partitions=1)");
    assertThat(back.reason()).isEqualTo("ada: because I say so");
    acknowledge(back, 2001);
    assertThat(driver.controller().state()).isEqualTo(ControllerState.ROLLED_BACK);
    expectRejection(Kind.CONFLICT, "no change to roll back", new Operation.RollBack());
  }

  @Test
  void aChangeMadeElsewhereIsNotRolledBack() throws Exception {
    driver.operate(new Operation.Approve(proposed(), null));
    acknowledge(driver.commands().get(0), 1001);
    assertThat(driver.controller().lastChange()).isNotNull();

    driver.send(new ConfigApplied(driver.at(1002), new Configuration("easy", 9), null, null));

    expectRejection(Kind.CONFLICT, "no change to roll back", new Operation.RollBack());
  }

  @Test
  void aChangeThatADeclarationReplacesIsNotRolledBack() throws Exception {
    driver.operate(new Operation.Approve(proposed(), null));
    acknowledge(driver.commands().get(0), 1001);
    look(2000);
    Configuration other = new Configuration("multi-queue(partitions=1)", 9);

    driver.redeclare(2000, other);

    assertThat(driver.controller().lastChange()).isNull();
    expectRejection(Kind.CONFLICT, "no change to roll back", new Operation.RollBack());
  }

  @Test
  void aProposalForAnotherVersionLapses() throws Exception {
    String proposal = proposed();

    driver.redeclare(1000, new Configuration("multi-queue(partitions=1)", 9));

    expectRejection(Kind.UNKNOWN, "is not open", new Operation.Approve(proposal, null));
  }

  // --- requests

  @Test
  void anIdIdentifiesOneRequest() throws Exception {
    driver.crowd();
    driver.operate(new OperatorRequest("k-1", "ada", "quiet", new Operation.SetMode(Mode.OBSERVE)));

    for (OperatorRequest other :
        new OperatorRequest[] {
          new OperatorRequest("k-1", "ada", "quiet", new Operation.SetMode(Mode.APPLY)),
          new OperatorRequest("k-1", "eve", "quiet", new Operation.SetMode(Mode.OBSERVE)),
          new OperatorRequest("k-1", "ada", "else", new Operation.SetMode(Mode.OBSERVE)),
          new OperatorRequest("k-1", "ada", "quiet", new Operation.RollBack())
        }) {
      OperationRejectedException rejection =
          catchThrowableOfType(OperationRejectedException.class, () -> driver.operate(other));
      assertThat(rejection.kind()).isEqualTo(Kind.INVALID);
      assertThat(rejection).hasMessageContaining("'k-1' was made before");
    }
    assertThat(driver.operations()).hasSize(1);
  }
}
