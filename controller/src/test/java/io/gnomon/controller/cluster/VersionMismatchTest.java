package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that the scheduler rejects because another version of its configuration is in force. */
class VersionMismatchTest {
  private static final String POLICY = "multi-queue(partitions=1)";

  private final ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 2);

  /** A command that expects version 1. */
  @BeforeEach
  void command() {
    driver.crowd().send(new ClockAdvanced(driver.at(1000)));
  }

  private ConfigRequested lastCommand() {
    return driver.commands().get(driver.commands().size() - 1);
  }

  private void reject(int second, long inForce) {
    driver.send(
        new ConfigRejected(
            driver.at(second),
            lastCommand().command(),
            ConfigRejectReason.VERSION_MISMATCH,
            "another version is in force",
            inForce));
  }

  @ParameterizedTest
  @ValueSource(longs = {7, EventData.NONE})
  void noCommandFollowsUntilTheConfigurationInForceIsKnown(long inForce) {
    reject(1001, inForce);
    driver.send(new ClockAdvanced(driver.at(2000)));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.commands()).hasSize(1);
    assertThat(driver.snapshotRequests()).isNotEmpty();
    assertThat(driver.snapshotRequests().get(0).detail())
        .isEqualTo(
            "the rejection of command %s shows another version of the configuration than the reported one, 1"
                .formatted(driver.commands().get(0).command()));

    Configuration reported = new Configuration(POLICY, 7);
    driver.redeclare(2001, reported);
    driver.send(new ClusterSnapshot(driver.at(2001), 10, EventData.NONE, reported, List.of()));
    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    driver.crowdOfJobs(2100).send(new ClockAdvanced(driver.at(3100)));
    assertThat(driver.commands()).hasSize(2);
    assertThat(lastCommand().expectedVersion()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(longs = {2, EventData.NONE})
  void aVersionThatWasReportedAfterTheCommandIsNoContradiction(long inForce) {
    driver.send(new ConfigApplied(driver.at(1001), new Configuration(POLICY, 2), null, null));
    reject(1002, inForce);

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
    driver.send(new ClockAdvanced(driver.at(2000)));
    assertThat(lastCommand().expectedVersion()).isEqualTo(2);
  }

  @Test
  void aRejectionForAnotherReasonThatShowsTheReportedVersionIsNoContradiction() {
    driver.send(
        new ConfigRejected(
            driver.at(1001), lastCommand().command(), ConfigRejectReason.FAILED, null, 1));

    assertThat(driver.controller().state()).isEqualTo(ControllerState.WATCHING);
  }
}
