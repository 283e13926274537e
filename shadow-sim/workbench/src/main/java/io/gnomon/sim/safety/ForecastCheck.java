package io.gnomon.sim.safety;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.feedback.CheckedForecast;
import io.gnomon.sim.feedback.GainCalibration;
import io.gnomon.sim.feedback.GainForecast;
import io.gnomon.sim.feedback.GainInterval;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.PastEvidence;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.Decision;
import io.gnomon.sim.tune.TuneLoopListener;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Compares the forecast gains of a closed loop with the realised gains. It needs the whole log.
 *
 * <p>For each change, the incumbent and the chosen policy are simulated from the state of the
 * study, over the study's horizon, with the true arrivals and runtimes and without further changes.
 * The realised gain is the fraction of the incumbent's cost that the chosen policy saves, by the
 * study's objective and over the same jobs that a study counts. The interval of a forecast is
 * calibrated only with earlier forecasts whose horizon has passed.
 *
 * <p>Use one instance per loop. Not thread-safe.
 */
public final class ForecastCheck implements TuneLoopListener {
  private final Scenario truth;
  private final TuneSettings settings;
  private final Executor executor;
  private final GainCalibration calibration = new GainCalibration();
  private final Deque<Pending> pending = new ArrayDeque<>();
  private final List<CheckedForecast> checked = new ArrayList<>();

  private record Pending(
      GainForecast forecast, GainInterval interval, CompletableFuture<StudyResult> realised) {}

  /**
   * A check of one loop.
   *
   * @param log that the loop runs
   * @param settings of the loop
   * @param executor that runs the two simulations of each check
   */
  public ForecastCheck(JobLog log, TuneSettings settings, Executor executor) {
    truth = Scenario.clairvoyant(log);
    this.settings = settings;
    this.executor = executor;
  }

  @Override
  public void evaluated(int time) {}

  @Override
  public void studied(Simulation live, Decision decision) {
    ClusterState state = live.state();
    checkUntil(state.now() - settings.horizonSeconds());
    StudyResult study = decision.study();
    // rollbacks are not forecast, and the gain of a backtest is not one over the horizon
    if (settings.cadence() == Cadence.HOURLY
        && study != null
        && decision.changes()
        && !decision.rollsBack()) {
      Spec chosen = Objects.requireNonNull(decision.chosen());
      ShadowStudy realised =
          new ShadowStudy(
              state,
              live.policy(),
              List.of(chosen),
              List.of(truth),
              settings.horizonSeconds(),
              settings.design().withPenaltyFactor(study.penaltyFactor()),
              PastEvidence.ofExpectedRuntimes(live::runtimeModel));
      GainForecast forecast = GainForecast.of(study, chosen);
      pending.add(new Pending(forecast, calibration.interval(forecast), realised.run(executor)));
    }
  }

  /**
   * All checked forecasts, in the order of the changes. Call it after the loop has ended; it waits
   * for the simulations that still run.
   */
  public List<CheckedForecast> checked() {
    checkUntil(Integer.MAX_VALUE);
    return List.copyOf(checked);
  }

  private void checkUntil(int latest) {
    while (!pending.isEmpty() && pending.element().forecast().time() <= latest) {
      Pending next = pending.remove();
      StudyResult result = next.realised().join();
      // without jobs the gain is 0
      double gain =
          Arrays.stream(result.alternatives().get(1).logGainsOver(result.incumbent())).sum();
      calibration.realised(next.forecast(), next.interval(), gain);
      checked.add(
          new CheckedForecast(next.forecast(), next.interval(), GainForecast.fraction(gain)));
    }
  }
}
