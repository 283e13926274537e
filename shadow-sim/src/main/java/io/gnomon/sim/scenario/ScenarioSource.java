package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.predict.PredictorSettings;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.TuneSettings;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What a tuner takes to come, as its settings design it: who is submitted, and for how long live
 * jobs run. Not thread-safe; the futures that it gives are independent of it.
 */
public final class ScenarioSource {
  private final TuneSettings settings;
  private final JobHistory history;
  private final RuntimePredictor predictor;

  /** What is to be expected after this history, which is only read. */
  public ScenarioSource(TuneSettings settings, JobHistory history) {
    this.settings = settings;
    this.history = history;
    predictor =
        settings.runtimes().equals(TuneSettings.PAST)
            ? RuntimePredictor.NONE
            : Predictors.create(settings.runtimes(), PredictorSettings.DEFAULT);
  }

  /** A job has completed. */
  public void completed(Submission job, int runtime) {
    predictor.completed(job, runtime);
  }

  /** The recorded past, replayed over a horizon. */
  public Scenario replay(int now, int horizon) {
    return Scenario.replay(history.recent(now - horizon, now), horizon);
  }

  /**
   * The futures of a study.
   *
   * @param state as it is now, only read
   * @param oldest the second from which on the past is known
   */
  public List<Scenario> futures(ClusterState state, int oldest, ArrivalModel arrivals) {
    int now = state.now();
    RuntimeModel runtimes = runtimes(state);
    return switch (arrivals) {
      case NONE -> futures(runtimes, draw -> Scenario.none());
      case REPLAY -> {
        Scenario again = replay(now, settings.horizonSeconds());
        yield futures(runtimes, draw -> again);
      }
      case BOOTSTRAP -> futures(runtimes, bootstrap(now, oldest, runtimes));
      case MIXED -> {
        IntFunction<Scenario> somebody = bootstrap(now, oldest, runtimes);
        yield futures(runtimes, draw -> draw % 2 == 0 ? somebody.apply(draw) : Scenario.none());
      }
    };
  }

  private IntFunction<Scenario> bootstrap(int now, int oldest, RuntimeModel runtimes) {
    RecordedJobs past = history.recent(oldest, now, false);
    int seed = settings.design().seed();
    return draw -> Scenario.bootstrap(past, oldest, runtimes, seed, draw);
  }

  private List<Scenario> futures(RuntimeModel runtimes, IntFunction<Scenario> arrivals) {
    StudyDesign design = settings.design();
    return design.drawsRuntimes()
        ? IntStream.range(0, design.futures())
            .mapToObj(draw -> Scenario.drawn(arrivals.apply(draw), runtimes, design.seed(), draw))
            .toList()
        : List.of(arrivals.apply(0));
  }

  /** For how long live jobs run that have not ended, as far as it can be known in a state. */
  public RuntimeModel runtimes(ClusterState state) {
    StudyDesign design = settings.design();
    if (!design.drawsRuntimes()) {
      return RuntimeModel.ESTIMATES;
    }
    int now = state.now();
    RuntimeModel past = history.runtimes(now - design.memorySeconds(), state);
    return settings.runtimes().equals(TuneSettings.PAST)
        ? past
        : new PredictedRuntimes(predictor, history, now, past);
  }

  /** Returns what the predictor has learned. */
  public Snapshot snapshot() {
    return predictor.snapshot();
  }

  /** Restores a snapshot of the same predictor. */
  public void restore(Snapshot snapshot) {
    predictor.restore(snapshot);
  }
}
