package io.gnomon.sim.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ObservedRuntimesTest {
  private static final int DRAWS = 10_000;

  private final ObservedRuntimes past = new ObservedRuntimes();

  private double share(int user, int width, int estimate, int elapsed, int runtime) {
    int found = 0;
    for (int i = 0; i < DRAWS; i++) {
      double chance = (i + 0.5) / DRAWS;
      found += past.sample(user, width, estimate, elapsed, chance) == runtime ? 1 : 0;
    }
    return (double) found / DRAWS;
  }

  @Test
  void withoutObservationsAJobRunsForItsEstimate() {
    assertThat(past.sample(1, 4, 600, 0, 0.5)).isEqualTo(600);
    assertThat(past.sample(1, 4, 600, 700, 0.5)).as("past its estimate").isEqualTo(701);
  }

  @Test
  void weighsAJobAgainstOtherObservations() {
    past.ended(1, 4, 600, 10);

    // of the same width it weighs 3, and what comes after it 4, at each step of three
    double after = 4.0 / 7;
    assertThat(share(1, 4, 600, 0, 10)).isCloseTo(1 - after * after * after, within(1e-3));
    assertThat(share(1, 4, 600, 0, 600)).isCloseTo(after * after * after, within(1e-3));
    // of another width 1
    assertThat(share(1, 8, 600, 0, 600)).isCloseTo(Math.pow(4.0 / 5, 3), within(1e-3));
    // to another user just the last step says something
    assertThat(share(2, 4, 600, 0, 600)).isCloseTo(after, within(1e-3));
  }

  @Test
  void theLastJobsCountMost() {
    for (int job = 0; job < 100; job++) {
      past.ended(1, 4, 600, job < 96 ? 10 : 300);
    }

    // the last 4 weigh 3.5 of 11.3, where all alike would be 4 of 32; what comes after them 4
    assertThat(share(1, 8, 600, 0, 300)).isBetween(0.26, 0.32);
  }

  @Test
  void excludesRuntimesBelowTheElapsedTime() {
    for (int runtime : new int[] {10, 20, 300, 400}) {
      past.ended(1, 4, 600, runtime);
    }

    assertThat(share(1, 4, 600, 20, 10)).isZero();
    assertThat(share(1, 4, 600, 20, 20)).isZero();
    assertThat(share(1, 4, 600, 20, 300)).isGreaterThan(0.3);
    assertThat(share(1, 4, 600, 400, 600)).as("outrun all").isEqualTo(1);
  }

  @Test
  void samplesAnotherEstimateOfTheSameUserFromItsFractions() {
    for (int i = 0; i < 40; i++) {
      past.ended(1, 4, 100, 25);
    }

    assertThat(share(1, 4, 1000, 0, 250)).isGreaterThan(0.8);
    assertThat(share(1, 4, 1000, 0, 1000)).as("else the estimate").isGreaterThan(0.1);
    assertThat(share(9, 4, 1000, 0, 250)).as("estimates are ten times as long").isZero();
    assertThat(share(9, 4, 120, 0, 30)).as("of a user not seen before").isGreaterThan(0.9);
  }

  @Test
  void samplingARunningJobGivesALongerRuntime() {
    past.ended(1, 4, 1000, 100);
    past.runs(1, 4, 1000, 400);
    past.ended(1, 4, 1000, 700);

    // to another user with another width each weighs 1, and the estimate 4; in the seventh that
    // falls to the running job, 700 weighs 1 and the estimate 4
    double one = 1 / 7.0;
    assertThat(share(2, 8, 1000, 0, 100)).isCloseTo(one, within(1e-3));
    assertThat(share(2, 8, 1000, 0, 700)).isCloseTo(one + one / 5, within(1e-3));
    assertThat(share(2, 8, 1000, 0, 1000)).isCloseTo(4 * one + one * 4 / 5, within(1e-3));
    // of one that has itself run for 500 the running job says nothing
    assertThat(share(2, 8, 1000, 500, 700)).isCloseTo(1 / 5.0, within(1e-3));
  }

  @Test
  void theFirstEndsOfABatchDoNotBiasTheRest() {
    for (int job = 0; job < 20; job++) {
      if (job % 5 == 0) {
        past.ended(1, 4, 7200, 10);
      } else {
        past.runs(1, 4, 7200, 3000);
      }
    }

    assertThat(share(1, 4, 7200, 0, 10)).isLessThan(0.25);
    assertThat(share(1, 4, 7200, 0, 7200)).as("which is all that is known").isGreaterThan(0.7);
  }

  @Test
  void ignoresARunningJobPastTheEstimate() {
    past.ended(1, 4, 600, 10);
    past.runs(1, 4, 600, 600);
    past.runs(1, 4, 600, 900);

    // the one that ended is the last but two, and weighs 3 / 2^(2/8); in the last step 3
    double weight = 3 * Math.pow(0.5, 0.25);
    double after = Math.pow(4 / (4 + weight), 2) * 4 / 7;
    assertThat(share(1, 4, 600, 0, 10)).isCloseTo(1 - after, within(1e-3));
    assertThat(share(1, 4, 600, 0, 600)).isCloseTo(after, within(1e-3));
  }

  @Test
  void keepsTheLatestOfManyUsers() {
    for (int job = 0; job < 100; job++) {
      for (int user = -1; user < 200; user++) {
        past.ended(user, 1, 5000, 1 + job);
      }
    }

    for (int user = -1; user < 200; user++) {
      assertThat(past.sample(user, 1, 5000, 0, 0.0)).isEqualTo(100);
      assertThat(past.sample(user, 1, 5000, 0, 0.7)).isBetween(68, 100);
    }
  }

  @Test
  void theExpectedRuntimeIsTheMiddleOfTheObservations() {
    assertThat(past.expected(1, 4, 512)).as("nothing").isEqualTo(512);
    past.ended(1, 4, 512, 8);

    // of the same width it weighs 3, and what comes after it 4, at each step of three: from the
    // ninth power of two it comes down by (1 - (4/7)^3) x 6, to 4.1, a tenth of the way from 16 to
    // 32; for another user by 3/7 x 6, to 6.4, from 64 to 128
    assertThat(past.expected(1, 4, 512)).isBetween(17, 18);
    assertThat(past.expected(2, 4, 512)).as("to another user").isBetween(91, 92);
    past.runs(1, 4, 512, 300);
    assertThat(past.expected(1, 4, 512)).as("a running job makes it older").isBetween(18, 21);
    for (int job = 0; job < 200; job++) {
      past.ended(1, 4, 512, 100);
    }
    assertThat(past.expected(1, 4, 512)).isBetween(100, 104);
  }

  @Test
  void aCopyLearnsIndependently() {
    past.ended(1, 4, 600, 10);
    int before = past.expected(1, 4, 600);

    ObservedRuntimes copy = past.copy();
    for (int job = 0; job < 50; job++) {
      copy.ended(1, 4, 600, 300);
      copy.ended(2, 4, 600, 300);
    }

    assertThat(past.expected(1, 4, 600)).isEqualTo(before);
    assertThat(copy.expected(1, 4, 600)).isGreaterThan(250);
  }

  @Property
  void anExpectedRuntimeIsPossible(
      @ForAll @IntRange(min = 1, max = 5) int users,
      @ForAll @IntRange(min = 1, max = 200) int jobs,
      @ForAll @IntRange(min = 1, max = 100_000) int estimate) {
    for (int job = 0; job < jobs; job++) {
      int asked = 60 << (job % 6);
      past.ended(job % users, 1 + job % 7, asked, 1 + job * 37 % asked);
    }

    assertThat(past.expected(1, 3, estimate)).isBetween(1, estimate);
  }

  @Property
  void aSampleIsPossible(
      @ForAll @IntRange(min = 1, max = 5) int users,
      @ForAll @IntRange(min = 1, max = 400) int jobs,
      @ForAll @IntRange(min = 0, max = 9000) int elapsed,
      @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double chance) {
    for (int job = 0; job < jobs; job++) {
      int runtime = 1 + job * 37 % 7200;
      if (job % 3 == 0) {
        past.runs(job % users, 1 + job % 7, 60 << (job % 6), runtime);
      } else {
        past.ended(job % users, 1 + job % 7, 60 << (job % 6), runtime);
      }
    }

    for (int estimate : new int[] {1, 60, 500, 3600}) {
      int sampled = past.sample(1, 3, estimate, elapsed, chance);
      assertThat(sampled)
          .isGreaterThan(elapsed)
          .isLessThanOrEqualTo(Math.max(estimate, elapsed + 1));
      assertThat(past.sample(1, 3, estimate, elapsed, chance)).isEqualTo(sampled);
    }
  }
}
