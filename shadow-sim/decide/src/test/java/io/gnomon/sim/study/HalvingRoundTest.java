package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HalvingRoundTest {
  private static final double[] COSTS = {9, 4, 8, 4, 7, 1, 6, 5, 3, 2};

  @Test
  void theWorseHalfDropsOutEachTimeTheScenariosDouble() {
    HalvingRound first = HalvingRound.first(10, 4, true);
    assertThat(first.to()).isEqualTo(1);

    // Without 0, which stays, the costs of the nine others are 1 to 8, and 4 twice.
    HalvingRound second = first.next(4, index -> COSTS[index], index -> index == 0);
    assertThat(second.racing()).containsExactly(0, 1, 3, 5, 8, 9);
    assertThat(second.from()).isEqualTo(1);
    assertThat(second.to()).isEqualTo(2);

    HalvingRound third = second.next(4, index -> COSTS[index], index -> index == 0);
    assertThat(third.racing()).containsExactly(0, 5, 8, 9);
    assertThat(third.from()).isEqualTo(2);
    assertThat(third.to()).isEqualTo(4);
    assertThat(third.last(4)).isTrue();
  }

  @Test
  void withoutARaceThereIsOneRound() {
    HalvingRound only = HalvingRound.first(3, 4, false);

    assertThat(only.racing()).containsExactly(0, 1, 2);
    assertThat(only.last(4)).isTrue();
  }
}
