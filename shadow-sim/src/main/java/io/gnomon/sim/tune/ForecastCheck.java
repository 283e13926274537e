package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.feedback.CheckedForecast;
import io.gnomon.sim.feedback.GainCalibration;
import io.gnomon.sim.feedback.GainForecast;
import io.gnomon.sim.feedback.GainInterval;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.study.PastEvidence;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
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
 * Checks each forecast of a closed loop that led to a change, where the whole log is known.
 *
 * <p>What is realised: from the state in which the study was made, the incumbent and the chosen
 * policy are simulated over the study's horizon with the jobs that really came and for as long as
 * they really ran, neither being changed again; the realised gain is the fraction of the
 * incumbent's cost that the other saves, by the study's objective over the same jobs that a study
 * counts. A forecast's interval is made with the errors of those alone whose horizon has passed.
 *
 * <p>To be used for one loop.
 */
public final class ForecastCheck implements TuneLoopListener {
  private final Scenario truth;
  private final TuneSettings settings;
  private final Executor executor;
  private final GainCalibration calibration = new GainCalibration();
  private final Deque<Awaited> awaited = new ArrayDeque<>();
  private final List<CheckedForecast> checked = new ArrayList<>();

  private record Awaited(
      GainForecast forecast, GainInterval interval, CompletableFuture<StudyResult> realised) {}

  /**
   * A check of a loop.
   *
   * @param log that the loop runs
   * @param settings of the loop
   * @param executor that runs the two simulations of a check
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
    takeUntil(state.now() - settings.horizonSeconds());
    StudyResult study = decision.study();
    // what is taken back was not forecast
    if (study != null && decision.changes() && !decision.rollsBack()) {
      PolicySpec chosen = Objects.requireNonNull(decision.chosen());
      ShadowStudy realised =
          new ShadowStudy(
              state,
              live.policy(),
              List.of(chosen),
              List.of(truth),
              settings.horizonSeconds(),
              settings.design().withPenaltyFactor(study.penaltyFactor()),
              PastEvidence.knowing(live::runtimeModel));
      GainForecast forecast = GainForecast.of(study, chosen);
      awaited.add(new Awaited(forecast, calibration.interval(forecast), realised.run(executor)));
    }
  }

  /** Every forecast of a loop that has ended, in their order. */
  public List<CheckedForecast> checked() {
    takeUntil(Integer.MAX_VALUE);
    return List.copyOf(checked);
  }

  private void takeUntil(int latest) {
    while (!awaited.isEmpty() && awaited.element().forecast().time() <= latest) {
      Awaited next = awaited.remove();
      StudyResult result = next.realised().join();
      // where there was no job at all, there was nothing to gain
      double gain =
          Arrays.stream(result.alternatives().get(1).logGainsOver(result.incumbent())).sum();
      calibration.realised(next.forecast(), next.interval(), gain);
      checked.add(
          new CheckedForecast(next.forecast(), next.interval(), GainForecast.fraction(gain)));
    }
  }
}
