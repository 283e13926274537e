package io.gnomon.controller.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.job.JobSubmitted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {
  private static final Instant BEGIN = Instant.parse("2026-11-26T00:00:00Z");

  private final Heartbeats heartbeats = new Heartbeats(Duration.ofSeconds(60));
  private final ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 10).declare(8);
  private int second;
  private int reported;

  private ClusterController cluster() {
    return driver.controller();
  }

  private void observe(boolean processed) {
    List<ClusterController> one = List.of(cluster());
    heartbeats.observe(
        processed ? one : List.of(),
        processed ? List.of() : one,
        Duration.ofSeconds(second).toNanos(),
        BEGIN.plusSeconds(second));
  }

  private void silent(int seconds) {
    for (int i = 0; i < seconds; i++) {
      second++;
      observe(true);
    }
  }

  private void clock() {
    reported += 60;
    driver.send(new ClockAdvanced(ControllerTestDriver.ORIGIN + reported));
  }

  /** Reports the clock every {@code period} seconds. */
  private void beats(int times, int period) {
    observe(true);
    for (int i = 0; i < times; i++) {
      silent(period - 1);
      clock();
      silent(1);
    }
  }

  private boolean late() {
    return heartbeats.problem(cluster()) != null;
  }

  @Test
  void aProducerThatReportedItsClockIsLateAfterTheLimit() {
    beats(3, 5);
    silent(59);
    assertThat(late()).isFalse();
    assertThat(heartbeats.problems()).isEmpty();
    silent(1);

    assertThat(heartbeats.problem(cluster()))
        .isEqualTo(
            new Problem(
                ProblemKind.PRODUCER_SILENT, "no event has arrived since 2026-11-26T00:00:15Z"));
    assertThat(heartbeats.problems())
        .containsExactly(
            new Problem(
                ProblemKind.PRODUCER_SILENT,
                "no event has arrived from "
                    + ControllerTestDriver.CLUSTER
                    + " since 2026-11-26T00:00:15Z"));
    assertThat(Problem.onlyWarnings(heartbeats.problems())).isTrue();
    assertThat(heartbeats.lastEvent(cluster())).isEqualTo(BEGIN.getEpochSecond() + 15.0);

    clock();
    silent(1);
    assertThat(late()).as("it reports again").isFalse();
  }

  /** A heartbeat of 100 s: late after 300 s, and one long pause does not change that. */
  @Test
  void aRareHeartbeatHasThreeTimesItsInterval() {
    beats(5, 100);
    beats(1, 5_000);
    beats(1, 100);
    silent(299);
    assertThat(late()).isFalse();
    silent(1);
    assertThat(late()).isTrue();
  }

  @Test
  void aProducerThatNeverReportsItsClockIsNotLate() {
    observe(true);
    driver.send(new JobSubmitted("a", ControllerTestDriver.ORIGIN + 1, 8, 100));
    silent(100_000);
    assertThat(late()).isFalse();
    assertThat(heartbeats.lastEvent(cluster())).isEqualTo(BEGIN.getEpochSecond() + 1.0);
  }

  @Test
  void delaysAndPausesOfThisProcessAreNotSilence() {
    beats(3, 5);
    for (int i = 0; i < 1_000; i++) {
      second++;
      observe(false);
    }
    assertThat(late()).as("events wait for a study").isFalse();
    second += 86_400;
    observe(true);
    assertThat(late()).as("the process was suspended for a day").isFalse();
    silent(50);
    assertThat(late()).isTrue();
  }

  @Test
  void twoProducersAreAProblemUntilOneHasStoppedForTheLimit() {
    observe(true);
    clock();
    silent(1);
    driver.sendNumbered(1, new ClockAdvanced(ControllerTestDriver.ORIGIN + reported));
    silent(1);
    Problem problem =
        new Problem(
            ProblemKind.SECOND_PRODUCER,
            "two producers have numbered the events of the cluster since 2026-11-26T00:00:02Z");
    assertThat(heartbeats.problem(cluster())).isEqualTo(problem);

    for (int i = 0; i < 59; i++) {
      clock();
      silent(1);
    }
    assertThat(heartbeats.problem(cluster())).isEqualTo(problem);
    assertThat(heartbeats.silent(cluster())).isFalse();
    assertThat(heartbeats.problems())
        .containsExactly(
            new Problem(
                ProblemKind.SECOND_PRODUCER,
                "two producers have numbered the events of "
                    + ControllerTestDriver.CLUSTER
                    + " since 2026-11-26T00:00:02Z"));
    assertThat(Problem.onlyWarnings(heartbeats.problems())).isTrue();

    clock();
    silent(1);
    assertThat(heartbeats.problem(cluster())).isNull();
    assertThat(heartbeats.problems()).isEmpty();
  }

  @Test
  void namesFiveSilentProducersAndCountsTheOthers() {
    driver.send(new ClockAdvanced(ControllerTestDriver.ORIGIN + 60));
    List<ClusterController> clusters = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      ClusterController one = new ClusterController("c" + i, driver.settings());
      one.counters().restore(cluster().counters().snapshot());
      clusters.add(one);
    }
    for (int i = 0; i <= 70; i++) {
      heartbeats.observe(
          clusters, List.of(), Duration.ofSeconds(i).toNanos(), BEGIN.plusSeconds(i));
    }
    assertThat(heartbeats.problems())
        .singleElement()
        .asString()
        .startsWith("no event has arrived from c0 since 2026-11-26T00:00:00Z, c1 since")
        .contains("c4 since 2026-11-26T00:00:00Z and 2 more clusters. Check that the bridge runs");
  }
}
