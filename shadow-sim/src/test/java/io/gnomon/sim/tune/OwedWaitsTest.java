package io.gnomon.sim.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Twenty jobs of nine hours on 40 processors of 64, each of which has waited for two hours. */
class OwedWaitsTest {
  private static final int HOUR = 3600;
  private static final int VERY_LONG = 9 * HOUR;
  private static final String SHORTEST = "easy(head=order, order=shortest, weight=1e-9)";
  private static final PolicySpec EASY = PolicySpec.of("easy");
  private static final PolicySpec FIRST =
      PolicySpec.parse(SHORTEST).with("wide", 33).with("patience", "365d");

  private final ClusterState state = new ClusterState(64);
  private final Tuner tuner =
      new Tuner(
          new TuneSettings(
              1,
              HOUR,
              24 * HOUR,
              SearchSpace.of(List.of(PolicySpec.parse(SHORTEST), PolicySpec.of("easy")))
                  .startingWide(SearchSpace.WHERE_OWED),
              GuardRails.NONE,
              StudyDesign.OF_THE_QUEUE));

  OwedWaitsTest() {
    for (int job = 0; job < 20; job++) {
      int slot = state.submit(job, state.now(), 40, 10 * HOUR);
      tuner.submitted(state, slot);
      state.advanceTo(state.now() + 2 * HOUR);
      state.start(slot);
      state.advanceTo(state.now() + VERY_LONG);
      tuner.finished(state, slot);
      state.finish(slot);
    }
  }

  /** A trial in which the very wide and very long, the last of sixteen, waited so long. */
  private void easyWouldHaveLetThemWait(double hours) {
    double[] waits = new double[16];
    waits[15] = hours * HOUR;
    tuner.owed().tried(state.now(), waits);
  }

  private boolean owed() {
    return tuner.owed().toVeryWide(state);
  }

  @Test
  void nothingIsOwedBeforeItIsKnownWhatEasyWouldHaveDone() {
    assertThat(owed()).isFalse();
  }

  @Test
  void whoHasWaitedForLongerThanEasysWorstServedIsOwedSomething() {
    easyWouldHaveLetThemWait(1.9);

    assertThat(tuner.owed().easysWorst()).isEqualTo(1.9 * HOUR);
    assertThat(owed()).isTrue();
  }

  @Test
  void whoHasWaitedForLessIsOwedNothingUntilThoseWhoStillWaitHaveWaitedForTooLong() {
    // 20 jobs may have waited for a tenth of an hour longer each: two hours are left
    easyWouldHaveLetThemWait(2.1);
    assertThat(owed()).isFalse();

    int slot = state.submit(20, state.now(), 40, 10 * HOUR);
    state.submit(21, state.now(), 40, 7 * HOUR); // not very long
    state.submit(22, state.now(), 32, 10 * HOUR); // not very wide
    state.submit(23, state.now(), 65, 10 * HOUR); // wider than the machine
    state.advanceTo(state.now() + 4 * HOUR);
    assertThat(owed()).isFalse();
    state.advanceTo(state.now() + HOUR / 5);
    assertThat(owed()).isTrue();
    state.start(slot);
    state.advanceTo(state.now() + HOUR);
    assertThat(owed()).as("while it runs, too").isTrue();
  }

  @Test
  void aTrialCountsForTheJobsSinceTheOneBeforeAndWhatIsOldFades() {
    easyWouldHaveLetThemWait(1.5);
    easyWouldHaveLetThemWait(9);
    assertThat(tuner.owed().easysWorst()).as("nobody came since").isEqualTo(1.5 * HOUR);

    state.advanceTo(state.now() + 365 * 24 * HOUR);
    easyWouldHaveLetThemWait(9);
    assertThat(tuner.owed().easysWorst()).as("7 of 20 jobs count: too few").isZero();
  }

  @Test
  void jobsOfWhichATrialKnowsNothingWaitForTheNext() {
    easyWouldHaveLetThemWait(0);
    assertThat(tuner.owed().easysWorst()).isZero();

    easyWouldHaveLetThemWait(1.5);
    assertThat(tuner.owed().easysWorst()).isEqualTo(1.5 * HOUR);
  }

  @Test
  void knowsAgainWhatACheckpointKept() {
    easyWouldHaveLetThemWait(1.9);
    OwedWaits again = new OwedWaits();

    again.recall(tuner.owed().memory());

    assertThat(again.memory()).isEqualTo(tuner.owed().memory());
    assertThat(again.toVeryWide(state)).isTrue();
  }

  @Test
  void policiesAreTriedInTheFormThatGivesWhatIsOwedAndTheIncumbentInItsOwn() {
    assertThat(tried(SHORTEST)).containsExactlyInAnyOrder(PolicySpec.parse(SHORTEST), EASY);

    easyWouldHaveLetThemWait(1.9);

    assertThat(tried(SHORTEST)).containsExactlyInAnyOrder(PolicySpec.parse(SHORTEST), FIRST, EASY);
    assertThat(tried("easy")).containsExactlyInAnyOrder(FIRST, EASY);
    assertThat(tried(FIRST.toString())).containsExactlyInAnyOrder(FIRST, EASY);
  }

  /** Three such jobs at once wait for 0, 9 and 18 hours under EASY. */
  @Test
  void aTrialTellsWhatEasyWouldHaveDone() {
    int[] asked = {10 * HOUR, 10 * HOUR, 10 * HOUR};
    int[] ran = {VERY_LONG, VERY_LONG, VERY_LONG};
    RecordedJobs jobs =
        new RecordedJobs(new int[3], new int[] {40, 40, 40}, asked, ran, new int[3]);
    SchedulingPolicy easy = Policies.create(EASY);
    ClusterState empty = new ClusterState(64);
    easy.adopt(empty);

    tuner.tried(
        new ShadowStudy(
                empty,
                easy,
                List.of(),
                List.of(
                    new Future.Fixed(
                        "past", (begin, end, first, size) -> jobs.shifted(0, first, size))),
                48 * HOUR,
                StudyDesign.ofEstimates(Judgement.SLOWDOWN.guarded(CategoryWaits.OF_TRIALS)))
            .run());

    assertThat(tuner.owed().easysWorst()).isEqualTo(VERY_LONG);
    assertThat(owed()).isFalse();
  }

  @Test
  void whatIsKnownOfAPolicyHoldsForTheFormThatWasNotTried() {
    tuner.standings().recall(Map.of(FIRST.toString(), 3.0, "easy", 4.0), 0, 0, 1);

    assertThat(tuner.standings().costASecond(PolicySpec.parse(SHORTEST))).isEqualTo(3);
    assertThat(tuner.standings().costASecond(PolicySpec.of("fcfs"))).isEqualTo(4);
    tuner.standings().recall(Map.of(FIRST.toString(), 3.0, SHORTEST, 2.0), 0, 0, 1);
    assertThat(tuner.standings().costASecond(PolicySpec.parse(SHORTEST))).isEqualTo(2);
    assertThat(tuner.standings().costASecond(FIRST)).isEqualTo(3);
  }

  private List<PolicySpec> tried(String incumbent) {
    return study(incumbent).alternatives().stream().map(AlternativeResult::spec).toList();
  }

  private StudyResult study(String policy) {
    SchedulingPolicy incumbent = Policies.create(policy);
    incumbent.adopt(state);
    return tuner
        .study(state, incumbent, List.of(tuner.replay(state.now(), HOUR)), spec -> true)
        .run();
  }
}
