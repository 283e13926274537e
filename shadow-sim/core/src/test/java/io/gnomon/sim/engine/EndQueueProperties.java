package io.gnomon.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class EndQueueProperties {

  @Property(tries = 100)
  void returnsEndsInOrderOfTimeAndSlot(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int most) {
    Random random = new Random(seed);
    EndQueue queue = new EndQueue();
    PriorityQueue<Long> plain = new PriorityQueue<>();
    for (int i = 0; i < 4 * most; i++) {
      boolean takes = plain.size() > random.nextInt(most);
      if (takes) {
        plain.remove();
        queue.removeNext();
      } else {
        int time = random.nextInt(1000);
        plain.add((long) time << 32 | i);
        queue.add(time, i);
      }
      if (i == 2 * most) {
        queue = queue.copy();
      }
      if (plain.isEmpty()) {
        assertThat(queue.nextTime()).isEqualTo(Simulation.NEVER);
      } else {
        assertThat((long) queue.nextTime() << 32 | queue.nextSlot()).isEqualTo(plain.element());
      }
    }
    queue.clear();
    assertThat(queue.nextTime()).isEqualTo(Simulation.NEVER);
  }
}
