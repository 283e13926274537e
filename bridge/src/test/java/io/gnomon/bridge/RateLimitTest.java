package io.gnomon.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private long now = -5;
  private final RateLimit limit = new RateLimit(2, () -> now);

  private int permitted(int actions) {
    int permitted = 0;
    for (int i = 0; i < actions; i++) {
      permitted += limit.permits() ? 1 : 0;
    }
    return permitted;
  }

  @Test
  void permitsSoManyInEachMinuteAndCountsTheOthers() {
    assertThat(permitted(5)).isEqualTo(2);
    now += Duration.ofSeconds(59).toNanos();
    assertThat(permitted(1)).isZero();
    now += Duration.ofSeconds(1).toNanos();
    assertThat(permitted(1)).isEqualTo(1);
    assertThat(limit.remark()).isEqualTo(" (4 more since the last message)");
    assertThat(limit.remark()).isEmpty();
    assertThat(permitted(3)).isEqualTo(1);
    assertThat(limit.remark()).isEqualTo(" (2 more since the last message)");
  }
}
