package io.gnomon.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NumberRunsTest {
  private final NumberRuns runs = new NumberRuns();

  private void add(long... numbers) {
    LongStream.of(numbers).forEach(runs::add);
  }

  @Test
  void theNumberingGoesOnWhereTheLongestRunEnds() {
    assertThat(runs.last()).isZero();
    add(7);
    assertThat(runs.last()).isEqualTo(7);
    add(8, 1_000_000, 9, 9, 1_000_001, 10, 3);
    assertThat(runs.last()).isEqualTo(10);
  }

  @Test
  void numbersThatNoBridgeReachesDoNotCount() {
    add((1L << 53) - 2, (1L << 53) - 1, 0, -1);
    assertThat(runs.last()).isZero();
    add(1);
    assertThat(runs.last()).isEqualTo(1);
  }

  @Test
  void manyOtherNumbersDoNotDisplaceTheLongestRun() {
    add(41, 42);
    for (int i = 1; i <= 10_000; i++) {
      add(1000L * i);
    }
    assertThat(runs.last()).isEqualTo(42);
  }
}
