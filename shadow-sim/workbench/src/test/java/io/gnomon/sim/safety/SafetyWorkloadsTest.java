package io.gnomon.sim.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.safety.SafetyWorkloads.Kind;
import io.gnomon.sim.safety.SafetyWorkloads.Shape;
import io.gnomon.sim.workload.JobLog;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SafetyWorkloadsTest {
  private static final int DAY = 86_400;

  @ParameterizedTest
  @EnumSource
  void aLogHasTheJobsAndApproximatelyTheLoadOfItsKind(Shape shape) {
    JobLog log = new Kind(shape, 1000, 64, 0.5).log(3);

    assertThat(log.size()).isEqualTo(1000);
    assertThat(log).isEqualTo(new Kind(shape, 1000, 64, 0.5).log(3));
    double load = log.area() / (64.0 * log.submit(999));
    assertThat(load).isCloseTo(0.5, within(0.15));
  }

  @Test
  void smallJobsAreNarrowAndShortAndLargeJobsAreWideAndLong() {
    JobLog small = new Kind(Shape.SMALL, 300, 64, 0.3).log(1);
    JobLog large = new Kind(Shape.LARGE, 300, 64, 0.3).log(1);

    assertThat(IntStream.range(0, 300))
        .allMatch(job -> small.width(job) <= 8 && small.runtime(job) <= 4 * 3600)
        .isNotEmpty();
    assertThat(IntStream.range(0, 300))
        .allMatch(job -> large.width(job) >= 8 && large.runtime(job) >= 600);
  }

  @Test
  void theSecondLogStartsOnTheDayAfterTheFirst() {
    JobLog first = new Kind(Shape.SMALL, 50, 64, 0.3).log(1);
    JobLog second = new Kind(Shape.LARGE, 40, 64, 0.3).log(1);

    JobLog both = SafetyWorkloads.after(first, second);

    int change = SafetyWorkloads.startOfSecond(first);
    assertThat(change % DAY).isZero();
    assertThat(change - first.submit(49)).isBetween(1, DAY);
    assertThat(both.size()).isEqualTo(90);
    assertThat(both.submit(50)).isEqualTo(change + second.submit(0));
    assertThat(both.runtime(50)).isEqualTo(second.runtime(0));
    assertThat(both.user(89)).isEqualTo(second.user(39));
  }
}
