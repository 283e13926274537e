package io.gnomon.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.forecast.ShadowSchedule.Run;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShadowScheduleTest {
  private final ClusterState live = new ClusterState(4);
  private final SchedulingPolicy fcfs = Policies.create("fcfs");
  private final JobHistory history = new JobHistory(1000, 10);

  /** Job 0 holds three of four processors for 100 s; 1 wants all for 50 s, 2 one for 60 s. */
  private void queue() {
    live.advanceTo(10);
    live.start(live.submit(0, 10, 3, 100));
    live.advanceTo(20);
    live.submit(1, 20, 4, 50);
    live.submit(2, 20, 1, 60);
    fcfs.adopt(live);
  }

  private List<Run> schedule(Spec other, int horizon, int most) {
    return new ShadowSchedule(live, fcfs, history, other, horizon, most).run(Runnable::run).join();
  }

  @Test
  void listsTheRunsUnderThePolicyInForce() {
    queue();
    assertThat(schedule(null, 1000, 9))
        .containsExactly(new Run(0, 10, 110, 3), new Run(1, 110, 160, 4), new Run(2, 160, 220, 1));
  }

  @Test
  void anotherPolicyTakesOverAtOnceWithoutChangingTheLiveState() {
    queue();
    long hash = live.hash();
    assertThat(schedule(Spec.parse("easy"), 1000, 9))
        .containsExactly(new Run(0, 10, 110, 3), new Run(2, 20, 80, 1), new Run(1, 110, 160, 4));
    assertThat(live.hash()).isEqualTo(hash);
  }

  @Test
  void aPolicyMayUseExpectedRuntimes() {
    queue();
    live.submit(3, 20, 1, 80);
    Spec shortest = Spec.parse("easy(length=expected, order=shortest)");

    assertThat(schedule(shortest, 1000, 3)).contains(new Run(2, 20, 80, 1));

    // job 3 has a longer estimate than job 2, but such a job ran for five seconds; both end before
    // job 1
    history.submitted(-1, 0, 1, 80, -1);
    history.finished(-1, 5);

    assertThat(schedule(shortest, 1000, 3))
        .contains(new Run(3, 20, 100, 1))
        .doesNotContain(new Run(2, 20, 80, 1));
  }

  @Test
  void endsAtTheHorizonAndAtTheMaximumNumberOfRuns() {
    queue();
    assertThat(schedule(null, 120, 9))
        .containsExactly(new Run(0, 10, 110, 3), new Run(1, 110, 140, 4));
    assertThat(schedule(null, 1000, 2)).hasSize(2);
  }

  @Test
  void anEmptyClusterHasAnEmptySchedule() {
    fcfs.adopt(live);
    assertThat(schedule(null, 1000, 9)).isEmpty();
  }

  @Test
  void rejectsAnEmptyHorizon() {
    queue();
    assertThatThrownBy(() -> schedule(null, 0, 9)).hasMessageContaining("0 s");
  }
}
