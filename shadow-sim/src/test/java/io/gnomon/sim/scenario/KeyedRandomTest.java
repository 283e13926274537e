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
  void theFirstDrawsOfAThingLieInEqualPartsOneInEach(
      @ForAll int seed, @ForAll int thing, @ForAll @IntRange(max = 4) int halvings) {
    KeyedRandom draws = new KeyedRandom(seed);
    int parts = 1 << halvings;

    int[] met =
        IntStream.range(0, parts).map(draw -> (int) (draws.spread(thing, draw) * parts)).toArray();

    assertThat(met).containsExactlyInAnyOrder(IntStream.range(0, parts).toArray());
  }

  @Test
  void oneDrawOfManyThingsIsEven() {
    for (int draw = 0; draw < 20; draw++) {
      int chosen = draw;
      double mean =
          IntStream.range(0, 10_000)
              .mapToDouble(thing -> KeyedRandom.FIRST.spread(thing, chosen))
              .average()
              .orElseThrow();
      assertThat(mean).as("draw %d", draw).isCloseTo(0.5, within(0.02));
    }
  }

  @Test
  void anotherSeedIsOtherLuck() {
    KeyedRandom other = new KeyedRandom(1);
    long alike =
        IntStream.range(0, 1000)
            .filter(
                thing -> KeyedRandom.FIRST.spread(thing, 0) < 0.5 == other.spread(thing, 0) < 0.5)
            .count();

    // by chance half of them lie in the same half
    assertThat(alike).isBetween(400L, 600L);
  }

  @Test
  void theHalfOfADrawIsNotThatOfWhetherSomebodyComes() {
    // somebody comes in every other draw: both kinds meet both halves
    for (int thing = 0; thing < 100; thing++) {
      assertThat(KeyedRandom.FIRST.spread(thing, 0) < 0.5)
          .isEqualTo(KeyedRandom.FIRST.spread(thing, 3) < 0.5);
      assertThat(KeyedRandom.FIRST.spread(thing, 1) < 0.5)
          .isEqualTo(KeyedRandom.FIRST.spread(thing, 2) < 0.5);
    }
  }
}
