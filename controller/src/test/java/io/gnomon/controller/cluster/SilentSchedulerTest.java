package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.events.cluster.ClockAdvanced;
import org.junit.jupiter.api.Test;

/** A cluster whose bridge cannot reach the scheduler. */
class SilentSchedulerTest {
  private static final String PROBLEM = "'squeue --json' had not answered after 30 s";

  private final ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 2);

  @Test
  void isDegradedAndMakesNoDecisionsUntilTheSchedulerAnswers() {
    driver.crowd().send(new ClockAdvanced(driver.at(900), PROBLEM));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.controller().problem()).isEqualTo(PROBLEM);
    assertThat(driver.snapshotRequests()).as("the mirror is still valid").isEmpty();
    driver.restart();
    assertThat(driver.controller().state())
        .as("after a restart")
        .isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.controller().problem()).isEqualTo(PROBLEM);
    assertThatThrownBy(() -> driver.operate(new Operation.RollBack()))
        .isInstanceOf(OperationRejectedException.class);

    // the evaluation of 1000 is made after the missed events are known
    driver.send(new ClockAdvanced(driver.at(1001)));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    assertThat(driver.controller().problem()).isNull();
    assertThat(driver.decisions()).isEmpty();
    driver.send(new ClockAdvanced(driver.at(1002)));
    assertThat(driver.decisions()).hasSize(1);
  }
}
