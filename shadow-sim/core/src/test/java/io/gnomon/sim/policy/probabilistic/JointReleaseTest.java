package io.gnomon.sim.policy.probabilistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What has been released by two times, taken together: the exact probability of a delay. */
class JointReleaseTest {
  private static final double EXACT = 1e-12;

  @Test
  void matchesTwoJobsWorkedByHand() {
    // the head lacks 2 and a candidate takes 1 more: a delay at the later time needs less than 2
    // released before, and exactly 2 by then. Job a of 2 ends before with 1/2, by the later time
    // with 3/4; job b of 1 before with 1/4, by the later time with 1/2.
    //   exactly 2 by the later time: a and not b, 3/4 1/2; less than 2 before: a not yet.
    //     a in between and b not yet: 1/4 1/2 = 1/8
    JointRelease release = new JointRelease();
    release.clear(2, 3);
    release.add(2, 0.5, 0.75);
    release.add(1, 0.25, 0.5);

    assertThat(release.before(2)).isCloseTo(1 / 8.0, within(EXACT));
    // none by the later time, 1/4 1/2; b alone by then, a not: 1/2 1/4
    assertThat(release.before(0)).isCloseTo(1 / 8.0, within(EXACT));
    assertThat(release.before(1)).isCloseTo(1 / 8.0, within(EXACT));
  }

  @Property(tries = 100)
  void theExactProbabilityIsAtLeastThePapersBound(@ForAll long seed) {
    Random random = new Random(seed);
    int jobs = 1 + random.nextInt(7);
    int times = 1 + random.nextInt(3);
    int needed = 1 + random.nextInt(8);
    int both = needed + 1 + random.nextInt(8);
    int[] width = random.ints(jobs, 1, 9).toArray();
    double[][] by = new double[jobs][times + 1]; // by no time at all, and by each
    for (double[] job : by) {
      for (int time = 1; time <= times; time++) {
        job[time] = job[time - 1] + (1 - job[time - 1]) * random.nextDouble();
      }
    }

    double sum = 0;
    double bound = 0;
    for (int time = 1; time <= times; time++) {
      JointRelease joint = new JointRelease();
      ReleaseDistribution release = new ReleaseDistribution();
      joint.clear(needed, both);
      release.clear(both, 0);
      for (int job = 0; job < jobs; job++) {
        joint.add(width[job], by[job][time - 1], by[job][time]);
        release.add(width[job], by[job][time]);
      }
      for (int released = needed; released < both; released++) {
        sum += joint.before(released);
      }
      bound = Math.max(bound, release.atLeast(needed) - release.atLeast(both));
    }

    assertThat(sum).isCloseTo(delayed(width, by, needed, both), within(1e-9));
    assertThat(sum).isGreaterThanOrEqualTo(bound - 1e-9);
  }

  /** The probability by trying every combination of times at which the jobs end. */
  private static double delayed(int[] width, double[][] by, int needed, int both) {
    int jobs = width.length;
    int choices = by[0].length; // at each of the times, or after all of them
    int combinations = (int) Math.pow(choices, jobs);
    double sum = 0;
    for (int combination = 0; combination < combinations; combination++) {
      double probability = 1;
      int[] released = new int[choices + 1];
      int rest = combination;
      for (int job = 0; job < jobs; job++) {
        int end = rest % choices + 1;
        rest /= choices;
        probability *= (end < choices ? by[job][end] : 1) - by[job][end - 1];
        for (int time = end; time <= choices; time++) {
          released[time] += width[job];
        }
      }
      int time = 1;
      while (time < choices && released[time] < needed) {
        time++;
      }
      if (time < choices && released[time] < both) {
        sum += probability;
      }
    }
    return sum;
  }
}
