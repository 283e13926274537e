package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    SlowdownWindow shorter = new SlowdownWindow(7200, 3600);
    assertThatThrownBy(() -> shorter.restore(window.snapshot()))
        .hasMessageContaining("field 'sums' of the snapshot has 168 values; 2 are required");
  }
}
