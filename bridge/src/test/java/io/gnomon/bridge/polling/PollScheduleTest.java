package io.gnomon.bridge.polling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PollScheduleTest {
  private static final long SECOND = 1_000_000_000L;

  private final PollSchedule schedule =
      new PollSchedule(Duration.ofSeconds(5), Duration.ofSeconds(60));

  @Test
  void pollsAtOnceThenAtTheInterval() {
    assertThat(schedule.isDue(0, false)).isTrue();
    schedule.succeeded(0, SECOND / 20);
    assertThat(schedule.isDue(4 * SECOND, false)).isFalse();
    assertThat(schedule.isDue(6 * SECOND, false)).isTrue();
  }

  @Test
  void aSlowSchedulerIsPolledATenthOfTheTime() {
    schedule.succeeded(0, 2 * SECOND);
    assertThat(schedule.interval()).isEqualTo(Duration.ofSeconds(18));
    assertThat(schedule.isDue(19 * SECOND, false)).isFalse();
    assertThat(schedule.isDue(20 * SECOND, false)).isTrue();
  }

  @Test
  void aNotificationBringsTheNextPollForwardButPollsKeepADistance() {
    schedule.succeeded(0, 0);
    assertThat(schedule.isDue(SECOND / 10, true)).isFalse();
    assertThat(schedule.isDue(SECOND, true)).isTrue();
    schedule.succeeded(SECOND, 2 * SECOND);
    assertThat(schedule.isDue(5 * SECOND, true)).isFalse();
    assertThat(schedule.isDue(6 * SECOND, true)).isTrue();
  }

  @Test
  void theIntervalGrowsWhileTheSchedulerDoesNotAnswer() {
    schedule.failed(0);
    assertThat(schedule.interval()).isEqualTo(Duration.ofSeconds(10));
    schedule.failed(0);
    assertThat(schedule.interval()).isEqualTo(Duration.ofSeconds(20));
    for (int i = 0; i < 100; i++) {
      schedule.failed(0);
    }
    assertThat(schedule.interval()).isEqualTo(Duration.ofSeconds(60));
    assertThat(schedule.isDue(10 * SECOND, true)).as("no hook hurries it").isFalse();
    schedule.succeeded(0, 0);
    assertThat(schedule.interval()).isEqualTo(Duration.ofSeconds(5));
  }
}
