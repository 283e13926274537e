package io.gnomon.sim.policy;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SpeedUpTest {
  @Test
  void atConstantEfficiencyHalfTheProcessorsTakeTwiceTheTime() {
    assertThat(SpeedUp.CONSTANT_EFFICIENCY.seconds(100, 8, 4)).isEqualTo(200);
    assertThat(SpeedUp.CONSTANT_EFFICIENCY.seconds(100, 8, 16)).isEqualTo(50);
    assertThat(SpeedUp.CONSTANT_EFFICIENCY.seconds(1, 8, 16)).isEqualTo(1);
  }

  @Test
  void amdahlsSerialPartDoesNotShrink() {
    // a tenth is serial: 0.1 + 0.9/4 = 0.325 on 4, 0.1 + 0.9/8 = 0.2125 on 8, 0.1 + 0.9/16 on 16
    SpeedUp amdahl = SpeedUp.parse("amdahl:0.1");
    assertThat(amdahl.seconds(2125, 8, 4)).isEqualTo(3250);
    assertThat(amdahl.seconds(21250, 8, 16)).isEqualTo(15625);
  }

  @Test
  void downeysSpeedEndsAtTheAverageParallelism() {
    // A = 8, sigma = 1: S(8) = 64 / 11.5, S(4) = 32 / 9.5, S(16) = S(15) = 8
    SpeedUp downey = SpeedUp.parse("downey:1");
    assertThat(downey.seconds(1000, 8, 4))
        .isEqualTo((int) Math.ceil(1000 * (64 / 11.5) / (32 / 9.5)));
    assertThat(downey.seconds(1000, 8, 16)).isEqualTo((int) Math.ceil(1000 * (64 / 11.5) / 8));
    assertThat(downey.seconds(1000, 8, 64)).isEqualTo(downey.seconds(1000, 8, 15));
  }

  @Property
  void moreProcessorsNeverTakeLonger(
      @ForAll @IntRange(min = 1, max = 1 << 20) int seconds,
      @ForAll @IntRange(min = 1, max = 256) int width,
      @ForAll @IntRange(min = 1, max = 512) int processors,
      @ForAll @DoubleRange(max = 1) double serial,
      @ForAll @DoubleRange(max = 3) double sigma) {
    for (SpeedUp model :
        new SpeedUp[] {
          SpeedUp.CONSTANT_EFFICIENCY, SpeedUp.amdahl(serial), SpeedUp.downey(sigma)
        }) {
      assertThat(model.seconds(seconds, width, width)).isEqualTo(seconds);
      assertThat(model.seconds(seconds, width, processors + 1))
          .isBetween(1, model.seconds(seconds, width, processors) + 1);
    }
  }
}
