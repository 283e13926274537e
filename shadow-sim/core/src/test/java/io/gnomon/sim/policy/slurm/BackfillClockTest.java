package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.policy.slurm.pass.PassCost;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Snapshot;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BackfillClockTest {
  private static final int INTERVAL = 30;
  private static final int SECOND = 1_000_000;

  /** 713 passes of 1.18 s, each 120 s after the end of the last, are a day: golden med5k, day 2. */
  @Test
  void fractionsOfASecondAddUp() {
    BackfillClock clock =
        new BackfillClock(new PassCost(5_500, 120L * SECOND, 2 * SECOND, 1, true), 120);
    clock.reset(120);
    int now = 0;
    for (int pass = 0; pass < 713; pass++) {
      long due = clock.tick(now);
      now = BackfillClock.seconds(due);
      clock.begin(due, now, false);
      clock.advance(0, 214);
    }
    assertThat(now).isBetween(86_100, 86_500);
  }

  @Property
  void withACostAGreaterDepthNeverMakesAPassShorter(
      @ForAll @IntRange(min = 1, max = 5 * SECOND) int perJob,
      @ForAll @IntRange(min = 1, max = 100) int mostSeconds,
      @ForAll @IntRange(min = 1, max = 10 * SECOND) int untilPause,
      @ForAll @IntRange(min = 1, max = 10 * SECOND) int pause,
      @ForAll @IntRange(min = 0, max = 300) int jobs,
      @ForAll @IntRange(min = 0, max = 300) int more) {
    PassCost cost = new PassCost(perJob, (long) mostSeconds * SECOND, untilPause, pause, true);

    long few = next(cost, jobs);
    long many = next(cost, jobs + more);

    assertThat(many).isGreaterThanOrEqualTo(few);
    assertThat(few).isGreaterThanOrEqualTo((long) INTERVAL * SECOND);
    long most = ((long) INTERVAL + mostSeconds) * SECOND + perJob;
    assertThat(many).as("ends with the job in which the time is up").isLessThanOrEqualTo(most);
  }

  /** When the pass after one of that many jobs begins, if that one begins at 0. */
  private static long next(PassCost cost, int jobs) {
    BackfillClock clock = new BackfillClock(cost, INTERVAL);
    clock.reset(0);
    clock.begin(0, 0, false);
    clock.advance(0, jobs);
    while (clock.isPaused()) {
      clock.resume();
      clock.advance(0, jobs);
    }
    return clock.tick(0);
  }

  /** Five jobs of 3 s with a pause of 1 s after every second: 17 s, then the interval. */
  @Test
  void decidesAtOnceOnAnIdleClusterAndTakesAsLong() {
    PassCost cost = new PassCost(3 * SECOND, 100L * SECOND, 6 * SECOND, SECOND, true);
    BackfillClock clock = new BackfillClock(cost, INTERVAL);
    clock.reset(0);
    clock.begin(0, 0, true);
    assertThat(clock.portion().jobs()).isEqualTo(cost.mostJobs());
    clock.advance(0, 5);
    assertThat(clock.isPaused()).isFalse();
    assertThat(clock.tick(0)).isEqualTo(47L * SECOND).isEqualTo(next(cost, 5));
  }

  @Test
  void readsASnapshotThatHasOnlyTheLastPass() {
    PassCost free = new PassCost(0, SECOND, 1, 1, false);
    BackfillClock clock = new BackfillClock(free, INTERVAL);
    Fields.read(new Snapshot().put("lastBackfill", 70), clock::fields);

    assertThat(clock.tick(71)).isEqualTo(100L * SECOND);
  }
}
