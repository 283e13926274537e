package io.gnomon.controller.http.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.difference.SiteValues;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OutcomesTest {
  /** Of the driver's seconds 1600 to 2799. */
  private static final MaintenanceWindows TUESDAY_NIGHT =
      MaintenanceWindows.parse("Tue 22:40-23:00 UTC");

  private static Outcomes outcomes(ControllerTestDriver driver) {
    return new Outcomes(
        driver.decisions(),
        driver.operations(),
        driver.controller().lifecycle(),
        SiteValues.UNKNOWN);
  }

  @Test
  void saysWhetherAProposalIsOpenApprovedRejectedOrLapsed() throws Exception {
    ControllerTestDriver driver = new ControllerTestDriver(Mode.APPROVE, 2);
    driver.crowd().send(new ClockAdvanced(driver.at(1000)));
    DecisionRecorded first = driver.decisions().get(0);
    String proposal = String.valueOf(first.proposal());
    assertThat(outcomes(driver).json(first, true).getString("proposalState")).isEqualTo("open");

    ControllerTestDriver approved = new ControllerTestDriver(Mode.APPROVE, 2);
    approved.crowd().send(new ClockAdvanced(approved.at(1000)));
    approved.operate(new Operation.Approve(proposal, null));
    assertThat(outcomes(approved).json(first, true).getString("proposalState"))
        .isEqualTo("approved");

    // its command expires after 500 s; the cause survives a restart without a decision between
    driver.send(new ClockAdvanced(driver.at(1500))).restart();
    JsonObject lapsed = outcomes(driver).json(first, true);
    assertThat(lapsed.getString("proposalState")).isEqualTo("lapsed");
    assertThat(lapsed.getString("lapseCause")).isEqualTo("expired");

    driver.send(new ClockAdvanced(driver.at(2000)));
    DecisionRecorded second = driver.decisions().get(1);
    assertThat(second.lapsed()).isEqualTo(new LapsedProposal(proposal, LapseCause.EXPIRED));
    assertThat(outcomes(driver).json(second, true).getJsonObject("lapsed").getString("proposal"))
        .isEqualTo(proposal);
    assertThat(outcomes(driver).json(first, true).getString("lapseCause")).isEqualTo("expired");
    driver.operate(new Operation.Reject(String.valueOf(second.proposal())));
    assertThat(outcomes(driver).json(second, true).getString("proposalState"))
        .isEqualTo("rejected");
    driver.send(new ClockAdvanced(driver.at(3000)));
    assertThat(driver.decisions().get(2).lapsed()).isNull();
  }

  @Test
  void anApprovedProposalIsAChangeOnlyWhenItsCommandIsSent() throws Exception {
    ControllerTestDriver driver = new ControllerTestDriver(Mode.APPROVE, 2).within(TUESDAY_NIGHT);
    driver.crowd().send(new ClockAdvanced(driver.at(1000)));
    DecisionRecorded proposed = driver.decisions().get(0);
    driver.operate(new Operation.Approve(String.valueOf(proposed.proposal()), null));

    assertThat(outcomes(driver).json(proposed, true).getString("proposalState"))
        .isEqualTo("approved");
    assertThat(outcomes(driver).json(proposed, true).getString("command")).isNull();
    assertThat(outcomes(driver).changes()).as("while it waits").isEmpty();

    driver.send(new ClockAdvanced(driver.at(1600)));
    assertThat(outcomes(driver).json(proposed, true).getString("command"))
        .isEqualTo(driver.commands().get(0).command());
    assertThat(outcomes(driver).changes().getJsonObject(0).getString("policy"))
        .isEqualTo(proposed.chosen());
  }

  @Test
  void anApprovedProposalThatHasLapsedIsNoChange() throws Exception {
    ControllerTestDriver driver = new ControllerTestDriver(Mode.APPROVE, 2).within(TUESDAY_NIGHT);
    driver.crowd().send(new ClockAdvanced(driver.at(1000)));
    DecisionRecorded proposed = driver.decisions().get(0);
    driver.operate(new Operation.Approve(String.valueOf(proposed.proposal()), null));
    driver.operate(new Operation.BeginFreeze(EventData.NONE, EventData.NONE));

    driver.send(new ClockAdvanced(driver.at(1600))).send(new ClockAdvanced(driver.at(2100)));
    assertThat(outcomes(driver).json(proposed, true).getString("proposalState"))
        .isEqualTo("lapsed");
    assertThat(outcomes(driver).changes()).as("before the next decision").isEmpty();

    driver.send(new ClockAdvanced(driver.at(3000)));
    assertThat(driver.decisions()).extracting(DecisionRecorded::lapsed).anyMatch(Objects::nonNull);
    assertThat(outcomes(driver).json(proposed, true).getString("lapseCause")).isEqualTo("expired");
    assertThat(outcomes(driver).json(proposed, true).getString("command")).isNull();
    assertThat(outcomes(driver).changes()).isEmpty();
  }

  @Test
  void hasThePredictedGainAndTheOneThatTheReviewFound() {
    ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 2);
    driver.crowd().send(new ClockAdvanced(driver.at(1000)));
    ConfigRequested command = driver.commands().get(0);
    driver.applyLastCommand(1001).thirdRunsShort().send(new ClockAdvanced(driver.at(2000)));
    DecisionRecorded change = driver.decisions().get(0);

    JsonObject told = outcomes(driver).json(change, true);

    double without = command.predicted().incumbentSlowdown();
    assertThat(told.getDouble("predictedGain"))
        .isCloseTo(1 - command.predicted().chosenSlowdown() / without, within(1e-9));
    assertThat(told.getDouble("reviewedGain")).isCloseTo(-0.8406, within(1e-4));
    assertThat(outcomes(driver).changes().getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("at", change.at())
                .put("command", command.command())
                .put("by", "the controller")
                .put("policy", change.chosen())
                .put("policyInWords", Policies.describe(change.chosen())));
  }
}
