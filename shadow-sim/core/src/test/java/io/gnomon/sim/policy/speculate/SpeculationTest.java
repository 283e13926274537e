package io.gnomon.sim.policy.speculate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Saved;
import org.junit.jupiter.api.Test;

class SpeculationTest {
  private final ClusterState state = new ClusterState(10);
  private final SpeculativeRuns attempts = new SpeculativeRuns();
  private final int slot = state.submit(0, 0, 4, 1600);

  @Test
  void theNextAttemptNeedsTheMeanOfTheLastAndTheEstimate() {
    Speculation half = new Speculation(0.5, 0);
    assertThat(half.tryFor(attempts, state, slot, 1600, 799)).isZero();
    assertThat(half.tryFor(attempts, state, slot, 1600, 998)).as("fills the hole").isEqualTo(998);
    state.start(slot, 4, 998);
    assertThat(attempts.nextDeadline()).isEqualTo(998);
    state.advanceTo(998);
    half.giveUp(attempts, state, slot, 1600);
    state.requeue(slot);

    // (998 + 1600) / 2 = 1299
    assertThat(attempts.count()).isZero();
    assertThat(half.tryFor(attempts, state, slot, 1600, 1298)).isZero();
    assertThat(half.tryFor(attempts, state, slot, 1600, 1299)).isEqualTo(1299);
  }

  @Test
  void aTestRunIsForJobsOfMoreThanThreeHoursAndHappensOnce() {
    Speculation tests = new Speculation(0.5, 300);
    assertThat(tests.tryFor(attempts, state, slot, 10_800, 400)).as("three hours").isZero();
    assertThat(tests.tryFor(attempts, state, slot, 10_801, 299)).as("a short hole").isZero();
    assertThat(tests.tryFor(attempts, state, slot, 10_801, 400)).isEqualTo(400);
    attempts.end(slot);
    assertThat(tests.tryFor(attempts, state, slot, 10_801, 2000)).as("a second time").isZero();
  }

  @Test
  void attemptsAreRestoredInTheirOrder() {
    int second = state.submit(1, 0, 2, 5000);
    Speculation tests = new Speculation(0.5, 300);
    tests.tryFor(attempts, state, second, 20_000, 500);
    tests.tryFor(attempts, state, slot, 1600, 900);

    SpeculativeRuns restored = new SpeculativeRuns();
    saved(restored, state).restore(saved(attempts, state).snapshot());

    assertThat(restored.count()).isEqualTo(2);
    assertThat(restored.slot(0)).isEqualTo(second);
    assertThat(restored.deadline(slot)).isEqualTo(900);
    assertThat(restored.isTested(second)).isTrue();
    assertThat(saved(restored, state).snapshot()).isEqualTo(saved(attempts, state).snapshot());
  }

  private static Saved saved(SpeculativeRuns attempts, ClusterState state) {
    return fields -> attempts.fields(fields, state);
  }
}
