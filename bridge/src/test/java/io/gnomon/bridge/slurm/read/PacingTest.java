package io.gnomon.bridge.slurm.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacingTest {
  private static final long SECOND = 1_000_000_000L;

  private final Pacing pacing = new Pacing(Duration.ofSeconds(5), Duration.ofSeconds(60));

  @Test
  void asksAtOnceThenAtTheInterval() {
    assertThat(pacing.due(0, false)).isTrue();
    pacing.answered(0, SECOND / 20);
    assertThat(pacing.due(4 * SECOND, false)).isFalse();
    assertThat(pacing.due(6 * SECOND, false)).isTrue();
  }

  @Test
  void aSlowSlurmIsAskedATenthOfTheTime() {
    pacing.answered(0, 2 * SECOND);
    assertThat(pacing.interval()).isEqualTo(Duration.ofSeconds(18));
    assertThat(pacing.due(19 * SECOND, false)).isFalse();
    assertThat(pacing.due(20 * SECOND, false)).isTrue();
  }

  @Test
  void aHookBringsTheNextLookForwardButNotToAFloodOfThem() {
    pacing.answered(0, 0);
    assertThat(pacing.due(SECOND / 10, true)).isFalse();
    assertThat(pacing.due(SECOND, true)).isTrue();
    pacing.answered(SECOND, 2 * SECOND);
    assertThat(pacing.due(5 * SECOND, true)).isFalse();
    assertThat(pacing.due(6 * SECOND, true)).isTrue();
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
    assertThat(pacing.due(10 * SECOND, true)).as("no hook hurries it").isFalse();
    pacing.answered(0, 0);
    assertThat(pacing.interval()).isEqualTo(Duration.ofSeconds(5));
  }
}
