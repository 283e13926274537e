package io.gnomon.sim.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gnomon.sim.safety.SafetyRatio.Check;
import io.gnomon.sim.safety.SafetyRatio.Figure;
import io.gnomon.sim.safety.SafetyWorkloads.Kind;
import io.gnomon.sim.safety.SafetyWorkloads.Shape;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.assertj.core.util.DoubleComparator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The safety checks of the library search with its default settings, on small logs. */
class SafetyChecksTest {
  private static final ExecutorService POOL = Executors.newFixedThreadPool(4);

  @AfterAll
  static void stop() {
    POOL.shutdownNow();
  }

  /**
   * One processor, on which job 0 runs until 7200. The model does not know job 2. At 3600 the loop
   * sees jobs 1 and 3 wait, and adopts a policy that runs the short job 3 first.
   *
   * <pre>
   * job  submit  runtime   start under EASY, slowdown     start under the loop, slowdown
   *   0       0     7200        0   1                           0   1
   *   1      10     7200     7200   1 +  7190/7200           7260   1 +  7250/7200
   *   2      15     7200    14400   1 + 14385/7200          14460   1 + 14445/7200
   *   3      20       60    21600   1 + 21580/60             7200   1 +  7180/60
   * </pre>
   */
  @Test
  void comparesALoopWithAWrongModelAndEasyJobByJob() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 7200, 7200, 1)
            .job(2, 10, 7200, 7200, 1)
            .job(3, 15, 7200, 7200, 1)
            .job(4, 20, 60, 60, 1)
            .build();

    List<SafetyRatio> ratios =
        checks(1).wrongModel("by hand", 1, List.of(log), new ProgressCounter(1, done -> {}));

    double slowdown = 4 + (7250 + 14_445) / 7200.0 + 7180 / 60.0;
    double underEasy = 4 + (7190 + 14_385) / 7200.0 + 21_580 / 60.0;
    double wait = 7250 + 14_445 + 7180;
    double waitUnderEasy = 7190 + 14_385 + 21_580;
    // the worst-off category: the long jobs under the loop, the short job under EASY
    double worst = (7250 + 14_445) / 3.0;
    double worstUnderEasy = 21_580;
    assertThat(ratios)
        .extracting(SafetyRatio::figure, SafetyRatio::mean, SafetyRatio::holds)
        .usingRecursiveFieldByFieldElementComparator(
            RecursiveComparisonConfiguration.builder()
                .withComparatorForType(new DoubleComparator(1e-12), Double.class)
                .build())
        .containsExactly(
            tuple(Figure.SLOWDOWN, slowdown / underEasy, true),
            tuple(Figure.WAIT, wait / waitUnderEasy, true),
            tuple(Figure.WORST_CATEGORY, worst / worstUnderEasy, true));
  }

  /** With the short job first, the best order is in force and nothing is left to gain. */
  @Test
  void doesNotChangeTheBestPolicy() {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 7200, 7200, 1)
            .job(2, 10, 7200, 7200, 1)
            .job(3, 20, 60, 60, 1)
            .build();

    SafetyRatio best =
        checks(1).bestIncumbent("by hand", 1, List.of(log), new ProgressCounter(1, done -> {}));

    assertThat(best.baseline()).isNotIn("easy", "fcfs");
    assertThat(best.ratios()).containsExactly(1);
  }

  @ParameterizedTest
  @EnumSource(Check.class)
  void progressEndsWhenEveryLoopIsDone(Check check) {
    List<Double> progress = new ArrayList<>();

    checks(1).make(check, 50, progress::add);

    assertThat(progress).isSorted().startsWith(0.0).endsWith(1.0);
  }

  @Test
  void costsAtMostTwoPercentIfTheOrderOfArrivalIsBest() {
    SafetyRatio alike = checks(3).bestIncumbent(new Kind(Shape.ALIKE, 500, 64, 0.95));

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

    assertThat(best.holds()).as(best.toString()).isTrue();
  }

  @Test
  void recoversByTheThirdDayAfterAChangeOfWorkload() {
    List<SafetyRatio> recovered =
        checks(3)
            .changedCharacter(
                new Kind(Shape.SMALL, 300, 64, 0.15), new Kind(Shape.LARGE, 300, 64, 0.7));

    assertThat(recovered).hasSize(2).allMatch(SafetyRatio::holds);
  }

  @Test
  void aWrongModelDoesNoHarm() {
    List<SafetyRatio> wrong = checks(3).wrongModel(new Kind(Shape.MODEL, 800, 64, 0.6));

    assertThat(wrong).extracting(SafetyRatio::figure).containsExactly(Figure.values());
    assertThat(wrong).allMatch(SafetyRatio::holds);
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
