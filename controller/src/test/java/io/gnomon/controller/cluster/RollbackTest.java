package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A rollback undoes the change in force. The cluster changes from A to B at 1001, to C at 2001 and
 * back to B at 3001, each time one second after the decision.
 */
class RollbackTest {
  private static final Spec A = Spec.parse("multi-queue(partitions=1)");
  private static final Spec B = Spec.parse("multi-queue(boundaries=50000/100000, partitions=2)");
  private static final Spec C = Spec.parse("multi-queue(boundaries=60000/100000, partitions=2)");

  private final ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 1.05);
  private final ForcedStudies studies = new ForcedStudies(B);

  private void changeThreeTimes() {
    driver.withEvaluations(studies).crowd();
    evaluate(1000, B);
    driver.applyLastCommand(1001);
    evaluate(2000, C);
    driver.applyLastCommand(2001);
    evaluate(3000, B);
    driver.applyLastCommand(3001);
  }

  private void evaluate(int second, Spec target) {
    studies.target = target;
    driver.send(new ClockAdvanced(driver.at(second)));
  }

  private DecisionRecorded lastDecision() {
    return driver.decisions().get(driver.decisions().size() - 1);
  }

  /** Its review finds twice the cost. */
  private static ReviewResult mistaken(Change change) {
    return new ReviewResult(change, 4000, 1, 2);
  }

  @Test
  void aReviewOfAnEarlierChangeRollsNothingBack() {
    changeThreeTimes();
    studies.reviews = List.of(mistaken(Change.made(1000, 1001, A, B)));

    evaluate(4000, A);

    ConfigRequested command = driver.commands().get(3);
    assertThat(lastDecision().outcome()).isEqualTo(DecisionOutcome.COMMANDED);
    assertThat(lastDecision().reason()).isEqualTo(DecisionReason.LOWER_COST);
    assertThat(lastDecision().chosen()).isEqualTo(A.toString());
    assertThat(command.mode()).isEqualTo(CommandMode.APPLY);
    assertThat(command.configuration().policy()).isEqualTo(A.toString());
  }

  @Test
  void theReviewOfTheChangeInForceRollsItBackWhateverTheStudyFinds() {
    changeThreeTimes();
    driver.restart();
    studies.reviews =
        List.of(mistaken(Change.made(1000, 1001, A, B)), mistaken(Change.made(3000, 3001, C, B)));

    evaluate(4000, A);

    ConfigRequested command = driver.commands().get(3);
    assertThat(lastDecision().outcome()).isEqualTo(DecisionOutcome.ROLLED_BACK);
    assertThat(lastDecision().chosen()).isEqualTo(C.toString());
    assertThat(command.mode()).isEqualTo(CommandMode.ROLLBACK);
    assertThat(command.configuration().policy()).isEqualTo(C.toString());
    assertThat(command.reason()).contains(B + " costs 100.0 % more than " + C + " would have");
  }

  @Test
  void afterARollbackTheChangeBeforeIsNotInForceAgain() {
    changeThreeTimes();
    studies.reviews = List.of(mistaken(Change.made(3000, 3001, C, B)));
    evaluate(4000, B);
    driver.applyLastCommand(4001);
    studies.reviews = List.of(mistaken(Change.made(2000, 2001, B, C)));

    evaluate(5000, C);

    assertThat(lastDecision().outcome()).isEqualTo(DecisionOutcome.KEPT);
    assertThat(driver.commands()).hasSize(4);
  }

  /** Gnomon simulates a policy that it does not know as EASY, and restores the scheduler's. */
  @Test
  void aPolicyThatCannotBeSimulatedIsRestoredByTheNameThatTheSchedulerGaveIt() {
    String unknown = "vendor(level=3)";
    driver.withEvaluations(studies).declare(10, driver.capabilities(), unknown);
    driver.crowdOfJobs(0);
    evaluate(1000, B);
    driver.applyLastCommand(1001);
    studies.reviews = List.of(mistaken(Change.made(1000, 1001, Spec.of("easy"), B)));

    evaluate(2000, B);

    assertThat(driver.commands().get(1).mode()).isEqualTo(CommandMode.ROLLBACK);
    assertThat(driver.commands().get(1).configuration().policy()).isEqualTo(unknown);
    assertThat(lastDecision().chosen()).isEqualTo(unknown);
  }
}
