package io.gnomon.controller.http.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomesTest {
  @Test
  void tellsWhatAChangeWasToGainAndWhatItDid() {
    ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 2);
    driver
        .declare(10)
        .send(new JobSubmitted("base", driver.at(0), 6, 2200))
        .send(new JobStarted("base", driver.at(0)))
        .send(new JobSubmitted("first", driver.at(10), 6, 700))
        .send(new JobSubmitted("whole", driver.at(11), 10, 80_000))
        .send(new JobSubmitted("narrow", driver.at(12), 3, 70_000))
        .send(new JobSubmitted("short", driver.at(13), 3, 100))
        .send(new ClockAdvanced(driver.at(1000)));
    ConfigRequested command = driver.commands().get(0);
    driver
        .send(
            new ConfigApplied(
                driver.at(1001), command.configuration(), command.command(), command.contentHash()))
        .send(new ClockAdvanced(driver.at(2000)));
    DecisionRecorded change = driver.decisions().get(0);
    DecisionRecorded look = driver.decisions().get(1);

    JsonObject told = new Outcomes(driver.decisions(), List.of()).json(change);

    double without = command.predicted().incumbentSlowdown();
    assertThat(told.getDouble("predictedGain"))
        .isCloseTo(1 - command.predicted().chosenSlowdown() / without, within(1e-9));
    assertThat(told.getDouble("realisedSlowdown")).isEqualTo(look.slowdown());
    assertThat(told.getDouble("realisedGain"))
        .isCloseTo(1 - look.slowdown() / without, within(1e-9));
    assertThat(new Outcomes(driver.decisions(), List.of()).changes().getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("at", change.at())
                .put("command", command.command())
                .put("by", "the controller")
                .put("policy", change.chosen()));
  }
}
