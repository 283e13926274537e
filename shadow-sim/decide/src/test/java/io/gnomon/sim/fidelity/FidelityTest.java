package io.gnomon.sim.fidelity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FidelityTest {
  private static final int SPAN = 2000;

  private final ClusterState state = new ClusterState(10);
  private final JobHistory history = new JobHistory(100_000, 1000);
  private final SchedulingPolicy policy = Policies.create("fcfs", state);
  private final Map<Integer, String> partitions = new HashMap<>();
  private Fidelity fidelity = new Fidelity(new FidelitySettings(SPAN, 2, 0.5));

  FidelityTest() {
    policy.adopt(state);
  }

  private int submit(int second, int job, int width, int estimate, String partition) {
    state.advanceTo(second);
    int slot = state.submit(job, second, width, estimate);
    history.submitted(state, slot);
    policy.submitted(slot);
    partitions.put(slot, partition);
    return slot;
  }

  private void start(int second, int slot) {
    state.advanceTo(second);
    state.start(slot);
    policy.started(slot);
    fidelity.started(state, slot, partitions::get);
  }

  private void finish(int second, int slot) {
    state.advanceTo(second);
    history.finished(state.job(slot), state.ranSeconds(slot));
    policy.ended(slot, true);
    state.finish(slot);
  }

  private FidelityResult compareAt(int second) {
    state.advanceTo(second);
    fidelity.endIfDue(state, partitions::get);
    FidelityCheck check = requireNonNull(check());
    FidelityResult result = check.run(Runnable::run).join();
    fidelity.checked(result);
    return result;
  }

  private FidelityCheck check() {
    return fidelity.check(state, history, () -> RuntimeModel.ESTIMATES);
  }

  /**
   * Ten processors, all busy from 0 to 1000. Two jobs for all of them arrive at 110 and 120 and run
   * for 500 s. First come, first served would start them at 1000 and at 1500, so that they wait 890
   * and 1380 s, but the scheduler starts the second one first: they wait 1390 and 880 s.
   */
  private void overtaken() {
    int base = submit(0, 0, 10, 1000, "long");
    start(0, base);
    state.advanceTo(100);
    fidelity.begin(state, policy, 1);
    int first = submit(110, 1, 10, 500, "long");
    int second = submit(120, 2, 10, 600, "short");
    finish(1000, base);
    start(1000, second);
    finish(1500, second);
    start(1500, first);
    finish(2000, first);
  }

  @Test
  void comparesTheWaitsWithThoseOfASimulationOfTheConfigurationInForce() {
    overtaken();

    FidelityResult result = compareAt(2100);

    assertThat(result.since()).isEqualTo(100);
    assertThat(result.until()).isEqualTo(2100);
    assertThat(result.all()).isEqualTo(new FidelityTotals(2, 2270, 2270, 1000, 1, 1));
    assertThat(result.partitions())
        .containsOnly(
            Map.entry("long", new FidelityTotals(1, 1390, 890, 500, 0, 1)),
            Map.entry("short", new FidelityTotals(1, 880, 1380, 500, 1, 0)));
    assertThat(result.all().error()).isCloseTo(1000 / 2270.0, within(1e-9));
    assertThat(result.all().bias()).isZero();
    assertThat(result.all().meanWait()).isEqualTo(1135);
    assertThat(result.all().laterShare()).isEqualTo(0.5);
    assertThat(result.partitions().get("long").bias()).isCloseTo(-500 / 1390.0, within(1e-9));
  }

  @Test
  void isTrustedOnceEnoughJobsHaveBeenPredictedWell() {
    assertThat(fidelity.trusted()).isFalse();
    overtaken();
    compareAt(2100);
    assertThat(fidelity.trusted()).as("an error of 0.44 over 2 jobs").isTrue();

    fidelity = new Fidelity(new FidelitySettings(SPAN, 3, 0.5));
    fidelity.checked(resultOf(2, 0.4, 0));
    assertThat(fidelity.trusted()).as("2 of 3 jobs").isFalse();
    assertThat(fidelity.lost()).isFalse();
  }

  @Test
  void countsTheJobsThatHaveNotStartedWithTheirWaitSoFar() {
    state.advanceTo(100);
    fidelity.begin(state, policy, 0);
    submit(200, 0, 10, 500, "idle");

    FidelityResult result = compareAt(2100);

    assertThat(result.all())
        .as("it should have started at once, and still waits after 1900 s")
        .isEqualTo(new FidelityTotals(1, 1900, 0, 1900, 0, 1));
  }

  @Test
  void leavesOutJobsThatWereDisturbedAndThoseThatHardlyWaited() {
    int base = submit(0, 0, 10, 1000, "a");
    start(0, base);
    state.advanceTo(100);
    fidelity.begin(state, policy, 1);
    int held = submit(110, 1, 10, 500, "a");
    state.hold(held);
    fidelity.disturbed(state, held, partitions::get);
    int quick = submit(950, 2, 10, 100, "a");
    finish(1000, base);
    start(1005, quick);

    assertThat(compareAt(2100).all().jobs()).isZero();
  }

  @Test
  void endsASpanEarlyWhenTheConfigurationChanges() {
    overtaken();
    state.advanceTo(2050);
    assertThat(check()).as("the span has not ended").isNull();
    fidelity.end(state, partitions::get);

    FidelityResult result = compareAt(9000);

    assertThat(result.until()).isEqualTo(2050);
    assertThat(check()).as("compared once").isNull();
  }

  @Test
  void aReplacedStateIsNotCompared() {
    overtaken();
    fidelity.abandonSpan();
    state.advanceTo(9000);
    fidelity.endIfDue(state, partitions::get);
    assertThat(check()).isNull();
  }

  @Test
  void losesTrustAndGainsItAgainWithoutFlapping() {
    fidelity = new Fidelity(new FidelitySettings(SPAN, 100, 0.4));
    fidelity.checked(resultOf(100, 0.4, 0));
    assertThat(fidelity.trusted()).isTrue();
    fidelity.checked(resultOf(100, 0.49, 0));
    assertThat(fidelity.trusted()).as("within a quarter above the limit").isTrue();
    fidelity.checked(resultOf(100, 0.51, 0));
    assertThat(fidelity.trusted()).isFalse();
    assertThat(fidelity.lost()).isTrue();
    fidelity.checked(resultOf(100, 0.41, 0));
    assertThat(fidelity.trusted()).as("not at most the limit").isFalse();
    assertThat(fidelity.lost()).isTrue();
    fidelity.checked(resultOf(100, 0.4, -0.2));
    assertThat(fidelity.trusted()).isTrue();
    assertThat(fidelity.lost()).isFalse();
    fidelity.checked(resultOf(100, 0.3, -0.26));
    assertThat(fidelity.trusted()).as("the mean is off by more than half the limit").isFalse();
  }

  @Test
  void measuresWithoutJudgingAndJudgesOnlyWhatItMeasures() {
    fidelity = new Fidelity(new FidelitySettings(SPAN, 0, 0.4));
    fidelity.checked(resultOf(1000, 3, 3));
    assertThat(fidelity.trusted()).isTrue();

    fidelity = new Fidelity(FidelitySettings.NONE);
    fidelity.begin(state, policy, 0);
    state.advanceTo(9000);
    fidelity.endIfDue(state, partitions::get);
    assertThat(check()).isNull();
    assertThat(fidelity.trusted()).isTrue();
    assertThatThrownBy(() -> new FidelitySettings(0, 5, 0.4))
        .hasMessage("jobs is 5; it must be 0 if nothing is measured");
    assertThatThrownBy(() -> new FidelitySettings(3600, 5, 0))
        .hasMessage("mostError is 0.0; it must be above 0");
  }

  @Test
  void spansBecomeShorterWhenTheirSimulationsTakeTooLong() {
    fidelity = new Fidelity(new FidelitySettings(4 * 3600, 1, 0.4));
    fidelity.begin(state, policy, 0);
    fidelity.abandoned();
    state.advanceTo(4 * 3600 - 1);
    fidelity.endIfDue(state, partitions::get);
    assertThat(check()).as("it was not what took too long").isNull();
    state.advanceTo(4 * 3600);
    fidelity.endIfDue(state, partitions::get);
    assertThat(check()).isNotNull();
    fidelity.abandoned();
    fidelity.begin(state, policy, 0);
    state.advanceTo(6 * 3600);
    fidelity.endIfDue(state, partitions::get);
    assertThat(check()).isNotNull();
  }

  @Test
  void goesOnAfterARestartAsIfThereHadBeenNone() {
    fidelity = new Fidelity(new FidelitySettings(SPAN, 2, 0.5));
    fidelity.checked(resultOf(1, 0.3, 0.1));
    overtaken();
    Fidelity restored = new Fidelity(fidelity.settings());
    restored.restore(fidelity.snapshot());
    restored.restoreSpan(fidelity.spanSnapshot(), state);
    FidelityResult result = compareAt(2100);
    Fidelity original = fidelity;

    fidelity = restored;
    assertThat(compareAt(2100)).isEqualTo(result);
    assertThat(fidelity.snapshot()).isEqualTo(original.snapshot());
    assertThat(fidelity.trusted()).isTrue();

    Fidelity stricter = new Fidelity(new FidelitySettings(SPAN, 9, 0.5));
    stricter.restore(fidelity.snapshot());
    assertThat(stricter.trusted()).as("9 jobs are needed now").isFalse();
    assertThat(stricter.lost()).isFalse();
  }

  /** A result with jobs that waited 1000 s each. */
  static FidelityResult resultOf(int jobs, double error, double bias) {
    return new FidelityResult(
        0,
        SPAN,
        new FidelityTotals(
            jobs,
            1000L * jobs,
            Math.round(1000 * (1 + bias) * jobs),
            Math.round(1000 * error * jobs),
            0,
            0),
        new TreeMap<>());
  }
}
