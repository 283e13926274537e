package io.gnomon.sim.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.feedback.CheckedForecast;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class ForecastCheckTest {
  private static final Spec SHORTEST = Spec.parse("easy(head=order, order=shortest)");

  @Test
  void gainsAreCheckedAgainstTheTrueArrivals() {
    // One processor. At 50 the first job runs until 100, 1000 s and 10 s wait; at 60 another job
    // of 10 s arrives, which the study does not see.
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 100, 1)
            .job(2, 0, 1000, 1000, 1)
            .job(3, 0, 10, 10, 1)
            .job(4, 60, 10, 10, 1)
            .build();
    TuneSettings settings =
        new TuneSettings(
            1,
            50,
            5000,
            SearchSpace.of(List.of(SHORTEST)),
            GuardRails.NONE,
            StudyDesign.ofEstimates(StudyCriteria.SLOWDOWN).withArrivals(ArrivalModel.NONE));
    ForecastCheck check = new ForecastCheck(log, settings, Runnable::run);

    new TuneLoop(log, 1, settings, Runnable::run).run(Spec.of("easy"), check);

    assertThat(check.checked()).hasSize(1);
    CheckedForecast checked = check.checked().get(0);
    assertThat(checked.forecast().time()).isEqualTo(50);
    assertThat(checked.forecast().from()).isEqualTo(Spec.of("easy"));
    assertThat(checked.forecast().to()).isEqualTo(SHORTEST);
    // arrival order: 1 + 1.1 + 111; shortest first: 1 + 1.11 + 11
    assertThat(checked.forecast().gain()).isEqualTo(1 - 13.11 / 113.1, within(1e-9));
    // with the fourth job: 1 + 1.1 + 111 + 106, and 1 + 1.12 + 11 + 6
    assertThat(checked.realised()).isEqualTo(1 - 19.12 / 219.1, within(1e-9));
    assertThat(checked.heldByScenarios()).as("one scenario, no spread").isFalse();
  }

  @Test
  void aClairvoyantForecastIsRealisedExactly() {
    JobLog log = WorkloadGenerator.generate(500, 64, 0.8, 3);
    TuneSettings settings = hourly();
    ForecastCheck check = new ForecastCheck(log, settings, Runnable::run);

    TunedRun run =
        new TuneLoop(log, 64, settings, Runnable::run).withOracle(true).run(Spec.of("easy"), check);

    long rolledBack = run.decisions().stream().filter(Decision::rollsBack).count();
    assertThat(check.checked()).isNotEmpty();
    assertThat(check.checked().size() + rolledBack)
        .as("rollbacks are not forecast")
        .isEqualTo(run.changes());
    assertThat(check.checked())
        .allSatisfy(
            one -> {
              assertThat(one.realised()).isEqualTo(one.forecast().gain(), within(1e-9));
              assertThat(one.held()).isTrue();
            });
  }

  @Test
  void forecastsAndRealisedGainsDoNotDependOnTheNumberOfThreads() {
    JobLog log = WorkloadGenerator.generate(300, 64, 0.7, 5);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      ForecastCheck many = new ForecastCheck(log, hourly(), pool);
      ForecastCheck one = new ForecastCheck(log, hourly(), Runnable::run);
      new TuneLoop(log, 64, hourly(), pool).run(Spec.of("easy"), many);
      new TuneLoop(log, 64, hourly(), Runnable::run).run(Spec.of("easy"), one);

      assertThat(many.checked()).isNotEmpty();
      assertThat(many.checked()).usingRecursiveComparison().isEqualTo(one.checked());
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void theIntervalsOfAnHourlyLoopHoldFourOfFiveRealisedGains() {
    JobLog log = WorkloadGenerator.generate(1200, 64, 0.6, 1);
    ForecastCheck check = new ForecastCheck(log, hourly(), Runnable::run);

    new TuneLoop(log, 64, hourly(), Runnable::run).run(Spec.of("easy"), check);

    List<CheckedForecast> checked = check.checked();
    assertThat(checked).hasSizeGreaterThan(50);
    double held = checked.stream().filter(CheckedForecast::held).count();
    assertThat(held / checked.size()).isBetween(0.7, 0.9);
  }

  private static TuneSettings hourly() {
    return new TuneSettings(
        1,
        3600,
        86_400,
        SearchSpace.quick(PolicyLibrary.none()),
        GuardRails.NONE,
        StudyDesign.sampled(4, StudyDesign.SAMPLED.criteria())
            .withArrivals(ArrivalModel.BOOTSTRAP));
  }
}
