package io.gnomon.sim.policy.slack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten processors; an average wait of 100 s. */
class SlackBasedTest {
  // Job 0 holds 6 processors until 100. Job 1 (10 wide, 50 s) is scheduled at 100, to wait 99 s:
  // its
  // scheduler priority is 99/200, its priority a third of that, 0.165. Its slack with factor 3 is
  // (1 - 0.165) x 3 x 100 = 250 s.
  // Job 2 (4 wide, 130 s, at 2) fits beside job 0 but runs until 132, beyond 100. Its wait behind
  // job
  // 1 would be 148 s, at the price of 148 x 4 = 592. Started now it costs nothing itself, and
  // delays
  // job 1 by 32 s: 10 x 32 x (0.165 / (0.5/3)) x (250/250) = 316.8. Cheaper: job 1 waits until 132.
  private static JobLog three(int secondsOfTheLast) {
    return JobLog.builder()
        .job(1, 0, 100, 100, 6)
        .job(2, 1, 50, 50, 10)
        .job(3, 2, secondsOfTheLast, secondsOfTheLast, 4)
        .build();
  }

  @Test
  void aJobIsDelayedIfThatIsCheaper() {
    assertThat(Workloads.starts(three(130), 10, "conservative")).containsExactly(0, 100, 150);
    assertThat(Workloads.starts(three(130), 10, "slack(average-wait=100s)"))
        .containsExactly(0, 132, 2);
  }

  @Test
  void aDelayMoreExpensiveThanTheWaitIsNotMade() {
    // 200 s long, job 2 would delay job 1 by 102 s, for 10 x 102 x 0.99 = 1009.8: more than 592
    assertThat(Workloads.starts(three(200), 10, "slack(average-wait=100s)"))
        .containsExactly(0, 100, 150);
  }

  @Test
  void withoutSlackNoJobIsDelayed() {
    assertThat(Workloads.starts(three(130), 10, "slack(average-wait=100s, factor=0)"))
        .containsExactly(0, 100, 150);
    // factor 0.3: a slack of 25 s, less than the 32 that it would take
    assertThat(Workloads.starts(three(130), 10, "slack(average-wait=100s, factor=0.3)"))
        .containsExactly(0, 100, 150);
  }

  @Test
  void adaptsWhenCapacityIsLostAndRestored() {
    // jobs 0 (6 wide, until 100) and 1 (10 wide, scheduled at 100); with 8 processors left job 1
    // cannot run, at 120 it can again
    JobLog log = JobLog.builder().job(1, 0, 100, 100, 6).job(2, 1, 50, 50, 10).build();
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation = Workloads.simulation(log, 10, Policies.create("slack"), listener);
    simulation.runUntil(50);
    simulation.state().advanceTo(50);
    simulation.state().setProcessors(8);
    simulation.pass();
    simulation.runUntil(120);
    simulation.state().advanceTo(120);
    simulation.state().setProcessors(10);
    simulation.pass();
    simulation.run();

    assertThat(listener.schedule().start(1)).isEqualTo(120);
    assertThat(listener.schedule().end(1)).isEqualTo(170);
  }

  @Test
  void theWeightsArePowersOfThePrice() {
    SlackTerms plain = SlackTerms.of(Spec.of("slack"));
    assertThat(plain.delayPrice(32, 10, 0.5, 2)).isEqualTo(32 * 10 * 0.5 * 2);
    assertThat(plain.delayPrice(-32, 10, 0.5, 2)).isEqualTo(-32 * 10 * 0.5 * 2);
    SlackTerms weighted =
        SlackTerms.of(
            Spec.parse(
                "slack(time-weight=2, utilisation-weight=0.5, priority-weight=0,"
                    + " fairness-weight=3)"));
    assertThat(weighted.delayPrice(32, 16, 0.5, 2)).isCloseTo(32 * 32 * 4.0 * 8, within(1e-9));
  }

  @Test
  void aUserOverQuotaHasSlackWithoutEnd() {
    SlackTerms terms = SlackTerms.of(Spec.parse("slack(over-quota=4+17)"));
    ClusterState state = new ClusterState(10);
    int within = state.submit(0, 0, 1, 10);
    state.describe(within, 3, -1, -1);
    int over = state.submit(1, 0, 1, 10);
    state.describe(over, 17, -1, -1);

    assertThat(terms.slack(state, within, 0.25)).isEqualTo((int) (0.75 * 3 * 2400));
    assertThat(terms.slack(state, over, 0.25)).isEqualTo(SlackTerms.INFINITE);
  }

  @Test
  void aPriorityOfTheSchedulerIsUserAndPoliticalPriorityAlike() {
    SlackTerms terms = SlackTerms.of(Spec.of("slack"));
    ClusterState state = new ClusterState(10);
    int slot = state.submit(0, 0, 1, 10);
    state.describe(slot, -1, -1, 50);

    assertThat(terms.firstPriority(state, slot)).isCloseTo(1.5 / 3, within(1e-9));
    assertThat(terms.priorityAfter(state, slot, 9999)).isCloseTo(2.0 / 3, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "'slack(heuristic=best)', 'one of ast, aat, du, dc, dp'",
    "'slack(factor=-1)', 'a number from 0 to 1000'",
    "'slack(time-weight=-0.5)', 'a number from 0 to 10'",
    "'slack(average-wait=0s)', 'a duration'",
    "'slack(over-quota=bob)', 'user numbers joined by +'",
  })
  void rejectsValuesOutOfRange(String spec, String allowed) {
    assertThatThrownBy(() -> Policies.create(spec))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(allowed);
  }
}
