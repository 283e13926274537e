package io.gnomon.controller.http.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.policy.PolicyWords;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomesTest {
  @Test
  void hasThePredictedGainAndTheOneThatTheReviewFound() {
    ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 2);
    driver.crowd().send(new ClockAdvanced(driver.at(1000)));
    ConfigRequested command = driver.commands().get(0);
    driver.applyLastCommand(1001).thirdRunsShort().send(new ClockAdvanced(driver.at(2000)));
    DecisionRecorded change = driver.decisions().get(0);

    JsonObject told = new Outcomes(driver.decisions(), List.of()).json(change);

    double without = command.predicted().incumbentSlowdown();
    assertThat(told.getDouble("predictedGain"))
        .isCloseTo(1 - command.predicted().chosenSlowdown() / without, within(1e-9));
    assertThat(told.getDouble("reviewedGain")).isCloseTo(-0.8406, within(1e-4));
    assertThat(new Outcomes(driver.decisions(), List.of()).changes().getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("at", change.at())
                .put("command", command.command())
                .put("by", "the controller")
                .put("policy", change.chosen())
                .put("policyInWords", PolicyWords.of(change.chosen())));
  }
}
