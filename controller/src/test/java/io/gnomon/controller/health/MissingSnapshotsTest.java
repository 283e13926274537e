package io.gnomon.controller.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterSnapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissingSnapshotsTest {
  private final ControllerTestDriver driver =
      new ControllerTestDriver(Mode.OBSERVE, 100).withoutTimeForStudies();

  private List<Problem> problems() {
    return MissingSnapshots.problems(List.of(driver.controller()));
  }

  @Test
  void warnsAfterThreeRequestsUntilTheAnswer() {
    driver.crowd().sendNumbered(99, new ClockAdvanced(driver.at(20)));
    for (int second = 100; second < 2000; second += 100) {
      driver.send(new ClockAdvanced(driver.at(second)));
      int requests = driver.snapshotRequests().size();
      assertThat(problems()).hasSize(requests < 3 ? 0 : 1);
    }
    assertThat(driver.snapshotRequests()).hasSize(3);
    assertThat(problems().get(0).kind()).isEqualTo(ProblemKind.SNAPSHOT_MISSING);
    assertThat(problems().get(0).detail())
        .isEqualTo("no snapshot has arrived from c after 3 requests");
    assertThat(Problem.onlyWarnings(problems())).isTrue();
    driver.restart();
    assertThat(problems()).hasSize(1);

    driver.send(new ClusterSnapshot(driver.at(2000), 10, -1, null, List.of()));
    assertThat(problems()).isEmpty();
  }
}
