package io.gnomon.sim.policy.slurm.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CountsTest {
  @Test
  void countsLikeAMapAfterGrowthAndClearing() {
    Counts counts = new Counts();
    Random random = new Random(7);
    for (int round = 0; round < 3; round++) {
      Map<Long, Integer> plain = new HashMap<>();
      for (int i = 0; i < 10_000; i++) {
        long key = random.nextInt(900) * 1_048_576L;
        assertThat(counts.add(key)).isEqualTo(plain.merge(key, 1, Integer::sum));
      }
      counts.clear();
    }
  }
}
