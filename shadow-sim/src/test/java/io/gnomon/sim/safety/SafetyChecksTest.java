package io.gnomon.sim.safety;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.safety.SafetyRatio.Figure;
import io.gnomon.sim.safety.SafetyWorkloads.Kind;
import io.gnomon.sim.safety.SafetyWorkloads.Shape;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The safety checks of the library search with its default settings, on small logs. */
class SafetyChecksTest {
  private static final ExecutorService POOL = Executors.newFixedThreadPool(4);

  @AfterAll
  static void stop() {
    POOL.shutdownNow();
  }

  @Test
  void costsAtMostTwoPercentIfTheOrderOfArrivalIsBest() {
    SafetyRatio alike = checks(3).bestIncumbent(new Kind(Shape.ALIKE, 1000, 64, 0.95));

    assertThat(alike.max()).as(alike.toString()).isLessThanOrEqualTo(1.02);
  }

  @Test
  void doesNotChangeAClusterWithoutWaitingJobs() {
    SafetyRatio idle = checks(3).bestIncumbent(new Kind(Shape.SMALL, 400, 512, 0.02));

    assertThat(idle.ratios()).as(idle.toString()).containsOnly(1);
  }

  @Test
  void costsAtMostTwoPercentIfTheBestPolicyIsInForce() {
    SafetyRatio best = checks(8).bestIncumbent(new Kind(Shape.MODEL, 600, 64, 0.6));

    assertThat(best).satisfies(SafetyChecksTest::isNotExceeded);
  }

  @Test
  void recoversByTheThirdDayAfterAChangeOfWorkload() {
    List<SafetyRatio> recovered =
        checks(5)
            .changedCharacter(
                new Kind(Shape.SMALL, 300, 64, 0.15), new Kind(Shape.LARGE, 300, 64, 0.7));

    assertThat(recovered).hasSize(2).allSatisfy(SafetyChecksTest::isNotExceeded);
  }

  @Test
  void aWrongModelDoesNoHarm() {
    List<SafetyRatio> wrong = checks(6).wrongModel(new Kind(Shape.MODEL, 800, 64, 0.6));

    assertThat(wrong).extracting(SafetyRatio::figure).containsExactly(Figure.values());
    assertThat(wrong).allSatisfy(SafetyChecksTest::isNotExceeded);
  }

  /** Asserts that the mean exceeds its limit by at most two standard errors. */
  private static void isNotExceeded(SafetyRatio ratio) {
    assertThat(ratio.holds() || ratio.mayBeChance()).as(ratio.toString()).isTrue();
  }

  private static SafetyChecks checks(int seeds) {
    return new SafetyChecks(
        settings(), false, PolicyLibrary.quick(PolicyLibrary.none()), 1, seeds, POOL);
  }

  /** The settings of {@code tune --search library}. */
  private static TuneSettings settings() {
    return new TuneSettings(
        1,
        3600,
        86_400,
        SearchSpace.quick(PolicyLibrary.none()),
        new GuardRails(0, 0, 0, 0, 0, GuardRails.CHANGES_PER_DAY),
        StudyDesign.SAMPLED);
  }
}
