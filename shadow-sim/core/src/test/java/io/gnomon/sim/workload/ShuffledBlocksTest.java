package io.gnomon.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ShuffledBlocksTest {
  private static JobLog log(int jobs, int gap) {
    JobLogBuilder builder = JobLog.builder();
    IntStream.range(0, jobs).forEach(job -> builder.job(job + 1, 5 + job * gap, 10, 20, 1));
    return builder.build();
  }

  @Test
  void movesWholeBlocksAndKeepsTheLast() {
    JobLog log = log(6, 50); // 5, 55 | 105, 155 | 205, 255

    ShuffledBlocks shuffled =
        IntStream.range(0, 50)
            .mapToObj(seed -> ShuffledBlocks.of(log, 100, seed))
            .filter(one -> one.source()[0] == 2)
            .findFirst()
            .orElseThrow();

    assertThat(shuffled.source()).containsExactly(2, 3, 0, 1, 4, 5);
    assertThat(IntStream.range(0, 6).map(shuffled.log()::submit))
        .containsExactly(5, 55, 105, 155, 205, 255);
    assertThat(shuffled.log().jobId(0)).isEqualTo(3);
  }

  @Property(tries = 100)
  void hasEachJobOnceAtItsSecondOfTheBlock(
      @ForAll @IntRange(min = 1, max = 60) int jobs,
      @ForAll @IntRange(min = 1, max = 90) int gap,
      @ForAll long seed) {
    JobLog log = log(jobs, gap);

    ShuffledBlocks shuffled = ShuffledBlocks.of(log, 100, seed);

    assertThat(Arrays.stream(shuffled.source()).sorted())
        .containsExactlyElementsOf(IntStream.range(0, jobs).boxed().toList());
    for (int row = 0; row < jobs; row++) {
      assertThat(shuffled.log().submit(row) % 100)
          .isEqualTo(log.submit(shuffled.source()[row]) % 100);
    }
  }
}
