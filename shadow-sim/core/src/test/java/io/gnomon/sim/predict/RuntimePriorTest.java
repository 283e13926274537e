package io.gnomon.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RuntimePriorTest {
  private static final int LIMIT = 100_000;
  private static final int WORLDS = 20_000;

  /** In all worlds together, jobs run like those of the other sites: the median is 17 %. */
  @Test
  void halfOfAllJobsRunForASixthOfTheirLimitOrLess() {
    int[] runtimes = runtimesOfOneJobInEachWorld(0);
    assertThat(runtimes[WORLDS / 10]).isBetween(500, 800);
    assertThat(runtimes[WORLDS / 2]).isBetween(16_300, 18_300);
    assertThat(runtimes[WORLDS * 95 / 100]).isEqualTo(LIMIT);
  }

  /** Of the jobs that ran for 55 % of their limit, 30 in 100, half ran for more than 93 %. */
  @Test
  void whatHasRunLongRunsLong() {
    assertThat(runtimesOfOneJobInEachWorld(55_030)[0]).isGreaterThan(55_030);
    assertThat(runtimesOfOneJobInEachWorld(55_030)[WORLDS / 2]).isGreaterThan(85_000);
  }

  private static int[] runtimesOfOneJobInEachWorld(int elapsed) {
    int[] runtimes = new int[WORLDS];
    for (int world = 0; world < WORLDS; world++) {
      double chance = (world * 0.6180339887) % 1;
      runtimes[world] = new RuntimePrior(world).sample(1, 1, LIMIT, elapsed, chance);
    }
    Arrays.sort(runtimes);
    return runtimes;
  }

  /** The sum of the runtimes of many jobs is not certain, since the jobs share a site. */
  @Test
  void theErrorsOfManyJobsDoNotCancel() {
    double[] means = new double[200];
    for (int world = 0; world < means.length; world++) {
      RuntimePrior prior = new RuntimePrior(world);
      for (int job = 0; job < 1_000; job++) {
        means[world] += prior.sample(job % 6, 1, LIMIT, 0, (job + 0.5) / 1_000) / 1e3 / LIMIT;
      }
    }
    Arrays.sort(means);
    assertThat(means[20]).isLessThan(0.2);
    assertThat(means[180]).isGreaterThan(0.45);
  }

  @Property
  void aRuntimeIsLongerThanTheElapsedTimeAndAtMostTheLimit(
      @ForAll long world,
      @ForAll @IntRange(min = -1, max = 9) int user,
      @ForAll @IntRange(min = 1, max = 1_000_000) int limit,
      @ForAll @IntRange(min = 0, max = 1_100_000) int elapsed,
      @ForAll @DoubleRange(min = 0, max = 0.99) double chance) {
    int runtime = new RuntimePrior(world).sample(user, 1, limit, elapsed, chance);
    assertThat(runtime).isGreaterThan(elapsed).isLessThanOrEqualTo(Math.max(limit, elapsed + 1));
    assertThat(new RuntimePrior(world).sample(user, 1, limit, elapsed, chance)).isEqualTo(runtime);
  }
}
