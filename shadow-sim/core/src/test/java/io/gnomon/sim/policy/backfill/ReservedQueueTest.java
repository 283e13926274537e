package io.gnomon.sim.policy.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who has a chance by what opens, worked by hand. */
class ReservedQueueTest {
  private final Reservations reservations = new Reservations();
  private final ReservedQueue queue = new ReservedQueue();

  @Test
  void aJobBenefitsFromAHoleThatHoldsItOrEndsAtItsStart() {
    reserve(0, 500, 4, 100); // fits into 200 to 300
    reserve(1, 300, 4, 900); // slides into it
    reserve(2, 500, 4, 101); // is too long
    reserve(3, 500, 2, 100); // had enough before
    reserve(4, 500, 7, 100); // is too wide
    reserve(5, 200, 4, 100); // starts before the step

    queue.open(250, 2, 6, 200, 300, 260);

    assertThat(chances()).containsExactly(0, 1);
    assertThat(queue.chance(0)).as("where the hole begins").isEqualTo(200);
    assertThat(queue.last()).as("where what has opened ends").isEqualTo(260);
  }

  @Test
  void ignoresOpeningsThatMatchNoWidth() {
    reserve(0, 500, 4, 100);
    reserve(1, 500, 300, 100);

    assertThat(queue.isRelevant(4, 200)).isFalse();
    assertThat(queue.isRelevant(3, 4)).isTrue();
    assertThat(queue.isRelevant(250, 1000)).isTrue();
  }

  @Test
  void jobsKeepTheirPlacesAndChancesWhenGapsAreClosed() {
    for (int slot = 0; slot < 100; slot++) {
      reserve(slot, 1000 + slot, 4, 100);
    }
    queue.open(990, 2, 6, 980, 1070, 1000); // the first 71 slide
    for (int i = 0; i < 60; i++) {
      queue.leave(i);
    }

    queue.settled(1060);

    assertThat(queue.size()).isEqualTo(40);
    assertThat(queue.firstStart()).isEqualTo(1060);
    assertThat(chances()).containsExactly(IntStream.rangeClosed(60, 70).toArray());
  }

  private void reserve(int slot, int start, int processors, int seconds) {
    reservations.set(slot, start, processors, seconds);
    queue.add(slot);
    queue.reserved(queue.size() - 1, reservations);
  }

  /** The slots of the jobs that have a chance. */
  private int[] chances() {
    return IntStream.range(0, queue.size())
        .filter(i -> queue.chance(i) != SchedulingPolicy.NEVER)
        .map(queue::slot)
        .toArray();
  }
}
