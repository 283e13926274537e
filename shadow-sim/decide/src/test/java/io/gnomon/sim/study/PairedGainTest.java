package io.gnomon.sim.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PairedGainTest {
  private static CostSums sums(double... slowdowns) {
    int[] counts = new int[slowdowns.length];
    for (int batch = 0; batch < counts.length; batch++) {
      counts[batch] = slowdowns[batch] > 0 ? 2 : 0;
    }
    return new CostSums(1, slowdowns, slowdowns, counts);
  }

  @Test
  void comparesBatchByBatch() {
    // Differences 4, 2, 6: sum 12 of 60, mean 4, variance 4, standard error of the sum
    // sqrt(3 * 4) = 3.464; t(0.9, 2) = 1.886, so half the interval is 6.533 / 60 = 0.1089.
    PairedGain gain = PairedGain.between(sums(16, 8, 24), sums(20, 10, 30));
    assertThat(gain.gain()).isCloseTo(0.2, within(1e-12));
    assertThat(gain.low()).isCloseTo(0.2 - 0.1089, within(1e-4));
    assertThat(gain.high()).isCloseTo(0.2 + 0.1089, within(1e-4));
    assertThat(gain.standardErrors()).isCloseTo(3.464, within(1e-3));
    assertThat(gain.significant()).isTrue();
  }

  @Test
  void attributesToChanceWhatOneBatchAloneSaves() {
    // Differences 12, 0, 0: sum 12, variance 48, standard error 12: one standard error.
    PairedGain gain = PairedGain.between(sums(8, 10, 30), sums(20, 10, 30));
    assertThat(gain.standardErrors()).isCloseTo(1, within(1e-12));
    assertThat(gain.significant()).isFalse();
    assertThat(gain.low()).isNegative();
  }

  @Test
  void reportsALossThatIsNotChance() {
    PairedGain gain = PairedGain.between(sums(20, 10, 30), sums(16, 8, 24));
    assertThat(gain.gain()).isCloseTo(-0.25, within(1e-12));
    assertThat(gain.significant()).isTrue();
  }

  @Test
  void knowsNothingFromOneBatch() {
    PairedGain gain = PairedGain.between(sums(10, 0), sums(20, 0));
    assertThat(gain.gain()).isEqualTo(0.5);
    assertThat(gain.low()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(gain.significant()).isFalse();
  }

  @Test
  void isNothingForTheSamePolicy() {
    PairedGain gain = PairedGain.between(sums(10, 20), sums(10, 20));
    assertThat(gain.gain()).isZero();
    assertThat(gain.standardErrors()).isZero();
    assertThat(gain.significant()).isFalse();
  }
}
