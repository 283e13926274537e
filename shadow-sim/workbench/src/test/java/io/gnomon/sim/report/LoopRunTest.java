package io.gnomon.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.feedback.CheckedForecast;
import io.gnomon.sim.safety.ForecastCheck;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneLoopListener;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TunedRun;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopRunTest {
  private static final Spec SHORTEST = Spec.parse("easy(head=order, order=shortest)");

  @Test
  void timesAreMedianAndMaximum() {
    // studies of 3, 1, 10 and 2 s
    long[] readings = {0, 3, 5, 6, 10, 20, 30, 32};
    int[] next = {0};
    StudyTimes times = new StudyTimes(() -> readings[next[0]++] * 1_000_000_000L);
    assertThat(times.max()).isZero();

    TunedRun run = loop(WorkloadGenerator.generate(60, 64, 0.9, 1), times, 4);

    assertThat(run.studies()).isGreaterThanOrEqualTo(4);
    assertThat(times.median()).isEqualTo(2);
    assertThat(times.max()).isEqualTo(10);
  }

  @Test
  void calibrationCountsRealisedGainsWithinTheIntervals() {
    JobLog log = WorkloadGenerator.generate(1500, 64, 0.7, 4);
    ForecastCheck check = new ForecastCheck(log, settings(), Runnable::run);
    loop(log, check, Integer.MAX_VALUE);

    List<CheckedForecast> checked = check.checked();
    ForecastCoverage calibration = new ForecastCoverage(checked);

    long held = checked.stream().filter(CheckedForecast::held).count();
    assertThat(checked).hasSizeGreaterThan(10);
    assertThat(calibration.coverage()).isEqualTo((double) held / checked.size(), within(1e-12));
    assertThat(calibration.below()).isBetween(0.0, 1 - calibration.coverage());
    assertThat(calibration.toText())
        .startsWith("of " + checked.size() + " forecast gains ")
        .contains("within their 80 % intervals");
    assertThat(new ForecastCoverage(List.of()).toText())
        .isEqualTo("no changes and therefore no forecasts to check");
  }

  /** Runs a loop whose listener is notified of the first studies only. */
  private static TunedRun loop(JobLog log, TuneLoopListener listener, int studies) {
    int[] studied = {0};
    return new TuneLoop(log, 64, settings(), Runnable::run)
        .run(
            Spec.of("easy"),
            new TuneLoopListener() {
              @Override
              public void evaluated(int time) {
                listener.evaluated(time);
              }

              @Override
              public void studying() {
                if (studied[0] < studies) {
                  listener.studying();
                }
              }

              @Override
              public void studied(Simulation live, Decision decision) {
                if (studied[0]++ < studies) {
                  listener.studied(live, decision);
                }
              }
            });
  }

  private static TuneSettings settings() {
    return new TuneSettings(
        1,
        3600,
        86_400,
        SearchSpace.of(List.of(Spec.of("easy"), SHORTEST)),
        GuardRails.NONE,
        StudyDesign.sampled(2, StudyDesign.SAMPLED.criteria()).withArrivals(ArrivalModel.NONE));
  }
}
