package io.gnomon.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ShuffledWeeksTest {
  private static final int WEEK = 7 * 24 * 3600;

  @Test
  void weeksComeInAnotherOrderAndTheLastStays() {
    JobLog log =
        JobLog.builder(1000)
            .job(1, 10, 5, 50, 1)
            .by(7, 8, 9)
            .job(2, 20, 6, 60, 2)
            .job(3, WEEK + 5, 7, 70, 3)
            .job(4, 2 * WEEK + 1, 8, 80, 4)
            .build();

    JobLog swapped = swapped(log);

    assertThat(swapped)
        .isEqualTo(
            JobLog.builder(1000)
                .job(3, 5, 7, 70, 3)
                .job(1, WEEK + 10, 5, 50, 1)
                .by(7, 8, 9)
                .job(2, WEEK + 20, 6, 60, 2)
                .job(4, 2 * WEEK + 1, 8, 80, 4)
                .build());
  }

  // of the two orders that two whole weeks have, some seed gives the other one
  private static JobLog swapped(JobLog log) {
    return IntStream.range(0, 20)
        .mapToObj(seed -> ShuffledWeeks.of(log, seed))
        .filter(shuffled -> !shuffled.equals(log))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aLogOfTwoWeeksHasOneOrder() {
    JobLog log = JobLog.builder().job(1, 10, 5, 50, 1).job(2, 2 * WEEK - 1, 6, 60, 2).build();

    assertThat(IntStream.range(0, 20).mapToObj(seed -> ShuffledWeeks.of(log, seed)))
        .allMatch(log::equals);
  }

  @Property(tries = 200)
  void weeksMoveAsAWholeAndTheLastStays(
      @ForAll @Size(min = 1, max = 60) int[] gaps, @ForAll @IntRange(max = 1000) int seed) {
    JobLogBuilder builder = JobLog.builder();
    int submit = 0;
    for (int job = 0; job < gaps.length; job++) {
      submit += Math.floorMod(gaps[job], 3 * WEEK);
      builder.job(job, submit, 1 + job, 2 + job, 3 + job);
    }
    JobLog log = builder.build();

    JobLog shuffled = ShuffledWeeks.of(log, seed);

    assertThat(shuffled).isEqualTo(ShuffledWeeks.of(log, seed));
    assertThat(shuffled.size()).isEqualTo(log.size());
    Map<Integer, Integer> moved = new HashMap<>();
    for (int row = 0; row < shuffled.size(); row++) {
      int job = (int) shuffled.jobId(row);
      assertThat(shuffled.submit(row) % WEEK).isEqualTo(log.submit(job) % WEEK);
      assertThat(shuffled.runtime(row)).isEqualTo(log.runtime(job));
      assertThat(shuffled.width(row)).isEqualTo(log.width(job));
      if (row > 0) {
        assertThat(shuffled.submit(row)).isGreaterThanOrEqualTo(shuffled.submit(row - 1));
      }
      int week = shuffled.submit(row) / WEEK;
      assertThat(moved.merge(log.submit(job) / WEEK, week, (first, other) -> first))
          .isEqualTo(week);
      if (row > 0 && shuffled.submit(row - 1) / WEEK == week) {
        assertThat(shuffled.jobId(row)).isEqualTo(shuffled.jobId(row - 1) + 1);
      }
    }
    assertThat(moved.values()).doesNotHaveDuplicates();
    assertThat(moved).containsEntry(submit / WEEK, submit / WEEK);
  }
}
