package io.gnomon.sim.assess.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GainTestTest {
  private static List<Sums> blocks(int count, long wait, double slowdown) {
    return Collections.nCopies(count, new Sums(10, 10 * wait, 10 * slowdown));
  }

  @Test
  void computesGainsFromTheSumsOfAllBlocks() {
    // mean wait 100 s to 81 s, mean slowdown 10 to 6.4: 1 - sqrt(0.81 x 0.64) = 0.28
    Gain gain = new GainTest(blocks(12, 100, 10), 1).gains(List.of(blocks(12, 81, 6.4)), 1).get(0);

    assertThat(gain.waitGain()).isCloseTo(0.19, within(1e-9));
    assertThat(gain.slowdownGain()).isCloseTo(0.36, within(1e-9));
    assertThat(gain.combined()).isCloseTo(0.28, within(1e-9));
    assertThat(gain.isSignificant()).isTrue();
  }

  @Test
  void findsNoGainWhereNothingChanges() {
    Gain gain = new GainTest(blocks(12, 100, 10), 1).gains(List.of(blocks(12, 100, 10)), 1).get(0);

    assertThat(gain).isEqualTo(Gain.NONE);
    assertThat(gain.isSignificant()).isFalse();
  }

  @Test
  void takesTheGainOfASingleBlockForChance() {
    List<Sums> before = new ArrayList<>(blocks(12, 100, 10));
    before.set(3, new Sums(10, 50_000, 5_000));

    Gain gain = new GainTest(before, 1).gains(List.of(blocks(12, 100, 10)), 1).get(0);

    assertThat(gain.combined()).isGreaterThan(0.5);
    assertThat(gain.isSignificant()).isFalse();
  }

  @Test
  void holdsForAllConfigurationsTogetherInNineteenOfTwentyLogs() {
    int wrong = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<Sums> before = noise(random);
      List<List<Sums>> after = IntStream.range(0, 15).mapToObj(i -> noise(random)).toList();
      wrong +=
          new GainTest(before, seed).gains(after, 1).stream().anyMatch(Gain::isSignificant) ? 1 : 0;
    }
    assertThat(wrong).isLessThanOrEqualTo(8);
  }

  private static List<Sums> noise(Random random) {
    return IntStream.range(0, 24)
        .mapToObj(
            block -> {
              double wait = 100 * Math.exp(random.nextGaussian());
              return new Sums(10, (long) (10 * wait), 10 * (1 + wait / 20));
            })
        .toList();
  }

  @Test
  void widensIntervalsIfTheErrorIsShared() {
    List<Sums> before = noise(new Random(1));
    List<Sums> after = noise(new Random(2));
    GainTest test = new GainTest(before, 1);

    Gain alone = test.gains(List.of(after), 1).get(0);
    Gain shared = test.gains(List.of(after), 5).get(0);

    assertThat(shared.combined()).isEqualTo(alone.combined());
    assertThat(shared.low()).isLessThan(alone.low());
  }
}
