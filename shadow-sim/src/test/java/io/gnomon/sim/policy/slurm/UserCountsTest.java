package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UserCountsTest {
  @Test
  void countsLikeAMapAfterGrowthAndClearing() {
    UserCounts counts = new UserCounts();
    Random random = new Random(7);
    for (int round = 0; round < 3; round++) {
      Map<Integer, Integer> plain = new HashMap<>();
      for (int i = 0; i < 10_000; i++) {
        int user = random.nextInt(900) * 1_048_576;
        assertThat(counts.add(user)).isEqualTo(plain.merge(user, 1, Integer::sum));
      }
      counts.clear();
    }
  }
}
