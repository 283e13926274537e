package io.gnomon.sim.workload.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LublinModelTest {
  private static final int DRAWS = 200_000;

  private final SplittableRandom random = new SplittableRandom(20_030_101);

  @Test
  void drawsSerialAndPowerOfTwoWidthsAsOftenAsPublished() {
    LublinModel model = new LublinModel(128);
    int serial = 0;
    int powers = 0;
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
      int width = model.width(random);
      serial += width == 1 ? 1 : 0;
      powers += Integer.bitCount(width) == 1 ? 1 : 0;
      sum += width;
    }

    assertThat(serial / (double) DRAWS).isCloseTo(0.2927, within(0.004));
    // 0.2927 + 0.6686, and the few of the others that round to a power of two
    assertThat(powers / (double) DRAWS).isBetween(0.957, 0.985);
    // Rounded exponents 1..6 and 7 have probabilities .0691, .2303 (2, 3, 4), .1464, .0625, .0313,
    // so powers of two average 19.27; others (.875 (2^5 - 2^1.2) / 3.8 + .125 (2^7 - 2^5) / 2) /
    // ln 2 = 18.52; together .2927 + .6686 * 19.27 + .0387 * 18.52 = 13.89.
    assertThat(sum / DRAWS).isCloseTo(13.89, within(0.15));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 100, 1152})
  void staysWithinTheMachine(int processors) {
    LublinModel model = new LublinModel(processors);
    for (int i = 0; i < 20_000; i++) {
      assertThat(model.width(random)).isBetween(1, processors);
    }
  }

  @Test
  void drawsRuntimesWhoseLogarithmAveragesAsPublished() {
    LublinModel model = new LublinModel(128);

    // p = 0.6986 - 0.003 n; ln r averages p * 6.57 * 0.823 + (1 - p) * 639.1 * 0.0156
    assertThat(meanLogRuntime(model, 1)).isCloseTo(6.78, within(0.05)); // 6.80 less the cut at 12
    assertThat(meanLogRuntime(model, 100)).isCloseTo(8.14, within(0.05)); // p = 0.3986: 8.15
  }

  private double meanLogRuntime(LublinModel model, int width) {
    double sum = 0;
    for (int i = 0; i < 50_000; i++) {
      int runtime = model.runtime(width, random);
      assertThat(runtime).isBetween(1, LublinModel.LONGEST_RUN_SECONDS);
      sum += Math.log(runtime + 0.5);
    }
    return sum / 50_000;
  }

  @Test
  void drawsGammaNumbersOfTheRightMeanAndVariance() {
    Gamma gamma = new Gamma(6.57, 0.823);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < DRAWS; i++) {
      double x = gamma.sample(random);
      sum += x;
      squares += x * x;
    }
    double mean = sum / DRAWS;

    assertThat(mean).isCloseTo(6.57 * 0.823, within(0.02));
    assertThat(squares / DRAWS - mean * mean).isCloseTo(6.57 * 0.823 * 0.823, within(0.06));
    assertThatThrownBy(() -> new Gamma(0.5, 1)).hasMessageContaining("gamma(0.5, 1.0)");
  }

  @Test
  void isBusiestAfterNoonAndQuietBeforeDawn() {
    DailyCycle day = new LublinModel(128).dailyCycle();
    double sum = 0;
    int busiest = 0;
    int quietest = 0;
    for (int bucket = 0; bucket < DailyCycle.BUCKETS; bucket++) {
      sum += day.weight(bucket);
      busiest = day.weight(bucket) > day.weight(busiest) ? bucket : busiest;
      quietest = day.weight(bucket) < day.weight(quietest) ? bucket : quietest;
    }

    assertThat(sum).isCloseTo(48, within(1e-9));
    assertThat(busiest).isEqualTo(26); // the mode (6.1271 - 1) * 5.2740 = 27.04: 13:00 to 13:30
    assertThat(quietest).isBetween(8, 12); // 4:00 to 6:30
  }

  @Test
  void keepsTwoClocksThatAgree() {
    DailyCycle day = new LublinModel(128).dailyCycle();

    assertThat(day.clock(0)).isZero();
    assertThat(day.clock(86_400)).isCloseTo(86_400, within(1e-6));
    for (double clock = 0; clock < 3 * 86_400; clock += 1234.5) {
      assertThat(day.clock(day.weighted(clock))).isCloseTo(clock, within(1e-6));
    }
  }
}
