package io.gnomon.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import org.junit.jupiter.api.Test;

class SlowdownWindowTest {
  private static final int WEEK = 168 * 3600;

  private final SlowdownWindow window = new SlowdownWindow(WEEK, 3600);
  private final ClusterState state = new ClusterState(4);

  @Test
  void averagesJobsCompletedInThePastWeekAndWaitingJobs() {
    // job 0 waits 30 s and runs 60 s: 1 + 30/60 = 1.5
    int ran = state.submit(0, 0, 4, 100);
    state.advanceTo(30);
    state.start(ran);
    state.advanceTo(90);
    window.finished(state, ran);
    state.finish(ran);
    // job 1 waits since 90 and has an estimate of 5 s: at 100 its slowdown is 1 + 10/10 = 2
    state.submit(1, 90, 4, 5);
    state.advanceTo(100);

    assertThat(window.completions(100)).isEqualTo(1);
    assertThat(window.aggregate(state)).isEqualTo((1.5 + 2) / 2);
  }

  @Test
  void dropsCompletionsOlderThanAWeek() {
    window.completed(0, 10);
    window.completed(5 * 3600, 20);
    state.advanceTo(WEEK);
    assertThat(window.aggregate(state)).isEqualTo(15);

    state.advanceTo(WEEK + 3600);
    assertThat(window.aggregate(state)).isEqualTo(20);

    state.advanceTo(3 * WEEK);
    assertThat(window.aggregate(state)).isZero();
  }

  @Test
  void aSnapshotRestoresTheWindow() {
    window.completed(7200, 3);
    SlowdownWindow other = new SlowdownWindow(WEEK, 3600);

    other.restore(window.snapshot());

    state.advanceTo(8000);
    assertThat(other.aggregate(state)).isEqualTo(3);
  }

  /** Buckets of an hour become buckets of two: the jobs of the hours 4 and 5 share one. */
  @Test
  void aWindowOfAnotherPeriodTakesOverTheJobs() {
    window.completed(4 * 3600 + 10, 3);
    window.completed(5 * 3600 + 10, 5);
    window.completed(100 * 3600, 10);
    SlowdownWindow longer = new SlowdownWindow(2 * WEEK, 7200);

    longer.restore(window.snapshot());

    state.advanceTo(101 * 3600);
    assertThat(longer.aggregate(state)).isEqualTo(6);
    assertThat(longer.completions(2 * WEEK + 4 * 3600)).isEqualTo(3);
    assertThat(longer.completions(2 * WEEK + 6 * 3600 + 1)).isEqualTo(1);
  }

  /** A window of six hours at the hour 102 starts with the hour 96. */
  @Test
  void aShorterWindowKeepsTheJobsOfItsPeriod() {
    window.completed(95 * 3600, 3);
    window.completed(96 * 3600, 5);
    window.completed(101 * 3600, 10);
    SlowdownWindow shorter = new SlowdownWindow(6 * 3600, 3600);

    shorter.restore(window.snapshot());

    assertThat(shorter.completions(102 * 3600)).isEqualTo(2);
    state.advanceTo(102 * 3600);
    assertThat(shorter.aggregate(state)).isEqualTo(7.5);
  }

  /** The only bucket of the former window began a week ago, outside an hour's window. */
  @Test
  void aWindowOfAnHourDropsTheJobsOfAWeek() {
    SlowdownWindow week = new SlowdownWindow(WEEK, WEEK);
    week.completed(WEEK + 3 * 86_400, 3);
    SlowdownWindow hour = new SlowdownWindow(3600, 3600);

    hour.restore(week.snapshot());
    hour.completed(WEEK + 3 * 86_400 + 60, 8);

    state.advanceTo(WEEK + 3 * 86_400 + 120);
    assertThat(hour.aggregate(state)).isEqualTo(8);
  }
}
