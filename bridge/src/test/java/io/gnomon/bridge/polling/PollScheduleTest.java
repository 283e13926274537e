package io.gnomon.bridge.polling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PollScheduleTest {
  private static final long SECOND = 1_000_000_000L;

  private final PollSchedule pacing =
      new PollSchedule(Duration.ofSeconds(5), Duration.ofSeconds(60));

  @Test
  void asksAtOnceThenAtTheInterval() {
    assertThat(pacing.isDue(0, false)).isTrue();
    pacing.succeeded(0, SECOND / 20);
    assertThat(pacing.isDue(4 * SECOND, false)).isFalse();
    assertThat(pacing.isDue(6 * SECOND, false)).isTrue();
  }

  @Test
  void aSlowSlurmIsAskedATenthOfTheTime() {
    pacing.succeeded(0, 2 * SECOND);
    assertThat(pacing.interval()).isEqualTo(Duration.ofSeconds(18));
    assertThat(pacing.isDue(19 * SECOND, false)).isFalse();
    assertThat(pacing.isDue(20 * SECOND, false)).isTrue();
  }

  @Test
  void aHookBringsTheNextLookForwardButNotToAFloodOfThem() {
    pacing.succeeded(0, 0);
    assertThat(pacing.isDue(SECOND / 10, true)).isFalse();
    assertThat(pacing.isDue(SECOND, true)).isTrue();
    pacing.succeeded(SECOND, 2 * SECOND);
    assertThat(pacing.isDue(5 * SECOND, true)).isFalse();
    assertThat(pacing.isDue(6 * SECOND, true)).isTrue();
  }

  @Test
  void oneThatDoesNotAnswerIsAskedEverLessOften() {
    pacing.failed(0);
    assertThat(pacing.interval()).isEqualTo(Duration.ofSeconds(10));
    pacing.failed(0);
    assertThat(pacing.interval()).isEqualTo(Duration.ofSeconds(20));
    for (int i = 0; i < 100; i++) {
      pacing.failed(0);
    }
    assertThat(pacing.interval()).isEqualTo(Duration.ofSeconds(60));
    assertThat(pacing.isDue(10 * SECOND, true)).as("no hook hurries it").isFalse();
    pacing.succeeded(0, 0);
    assertThat(pacing.interval()).isEqualTo(Duration.ofSeconds(5));
  }
}
