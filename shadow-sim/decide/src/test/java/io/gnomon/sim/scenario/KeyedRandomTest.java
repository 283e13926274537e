package io.gnomon.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KeyedRandomTest {
  @Property(tries = 200)
  void theFirstSamplesOfAKeyAreStratified(
      @ForAll int seed, @ForAll int key, @ForAll @IntRange(max = 4) int halvings) {
    KeyedRandom random = new KeyedRandom(seed);
    int parts = 1 << halvings;

    int[] strata =
        IntStream.range(0, parts)
            .map(sample -> (int) (random.spread(key, sample) * parts))
            .toArray();

    assertThat(strata).containsExactlyInAnyOrder(IntStream.range(0, parts).toArray());
  }

  @Test
  void oneSampleOfManyKeysIsEven() {
    for (int sample = 0; sample < 20; sample++) {
      int chosen = sample;
      double mean =
          IntStream.range(0, 10_000)
              .mapToDouble(key -> KeyedRandom.FIRST.spread(key, chosen))
              .average()
              .orElseThrow();
      assertThat(mean).as("sample %d", sample).isCloseTo(0.5, within(0.02));
    }
  }

  @Test
  void anotherSeedGivesOtherNumbers() {
    KeyedRandom other = new KeyedRandom(1);
    long alike =
        IntStream.range(0, 1000)
            .filter(key -> KeyedRandom.FIRST.spread(key, 0) < 0.5 == other.spread(key, 0) < 0.5)
            .count();

    // independent samples would lie in the same half half of the time
    assertThat(alike).isBetween(400L, 600L);
  }

  @Test
  void halvesAreIndependentOfTheParityOfTheSample() {
    // jobs arrive in every other sample: both kinds cover both halves
    for (int key = 0; key < 100; key++) {
      assertThat(KeyedRandom.FIRST.spread(key, 0) < 0.5)
          .isEqualTo(KeyedRandom.FIRST.spread(key, 3) < 0.5);
      assertThat(KeyedRandom.FIRST.spread(key, 1) < 0.5)
          .isEqualTo(KeyedRandom.FIRST.spread(key, 2) < 0.5);
    }
  }
}
