package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The source of a cluster's scenarios: one model of arrivals and runtimes for studies, start
 * forecasts and counterfactuals. Not thread-safe; the scenarios that it returns are independent of
 * it and thread-safe.
 */
public final class ScenarioSource {
  private static final int DAY = 86_400;

  private final ScenarioSettings settings;
  private final JobHistory history;
  private final RuntimePredictor predictor;

  /** A source that reads {@code history}; its predictor, if it has one, has learned nothing yet. */
  public ScenarioSource(ScenarioSettings settings, JobHistory history) {
    this.settings = settings;
    this.history = history;
    predictor =
        settings.predictsRuntimes()
            ? Predictors.create(settings.runtimes())
            : RuntimePredictor.NONE;
  }

  /** Updates the predictor with a completed job. */
  public void completed(Submission job, int runtime) {
    predictor.completed(job, runtime);
  }

  /** Forgets what the predictor has learned about some users. */
  public void forget(BitSet users) {
    predictor.forget(users);
  }

  /** The scenario in which the last {@code horizon} seconds repeat. */
  public Scenario replay(int now, int horizon) {
    return Scenario.replay(history.recent(now - horizon, now), horizon);
  }

  /**
   * The scenarios of a study. O(history).
   *
   * @param state the present state, only read
   * @param oldest second from which the history is complete
   * @param horizonSeconds of the study; {@link ArrivalModel#REPLAY} repeats as much of the past
   */
  public List<Scenario> scenarios(
      ClusterState state, int oldest, ArrivalModel arrivals, int horizonSeconds) {
    int now = state.now();
    RuntimeModel runtimes = runtimes(state);
    return switch (arrivals) {
      case NONE -> scenarios(runtimes, sample -> Scenario.none());
      case REPLAY -> {
        Scenario replay = replay(now, horizonSeconds);
        yield scenarios(runtimes, sample -> replay);
      }
      case BOOTSTRAP -> scenarios(runtimes, bootstrap(now, oldest, runtimes));
      case MIXED -> {
        IntFunction<Scenario> bootstrap = bootstrap(now, oldest, runtimes);
        yield scenarios(
            runtimes, sample -> sample % 2 == 0 ? bootstrap.apply(sample) : Scenario.none());
      }
    };
  }

  /**
   * The scenarios of a start forecast: arrivals are bootstrapped and runtimes sampled in each,
   * whatever the settings of studies are. O(history).
   *
   * @param state the present state, only read
   * @param oldest second from which the history is complete
   * @param samples number of scenarios, at least 1
   */
  public List<Scenario> forecastScenarios(ClusterState state, int oldest, int samples) {
    RuntimeModel runtimes = sampledRuntimes(state);
    RecordedJobs past = history.recent(oldest, state.now(), false);
    return IntStream.range(0, samples)
        .mapToObj(
            sample -> {
              RuntimeModel world = runtimes.inWorld(31L * settings.seed() + sample);
              Scenario arrivals =
                  state.now() - oldest < DAY
                      ? Scenario.again(past, oldest, world, settings.seed(), sample)
                      : Scenario.bootstrap(past, oldest, world, settings.seed(), sample);
              return Scenario.sampled(arrivals, world, settings.seed(), sample);
            })
        .toList();
  }

  private IntFunction<Scenario> bootstrap(int now, int oldest, RuntimeModel runtimes) {
    RecordedJobs past = history.recent(oldest, now, false);
    return sample -> Scenario.bootstrap(past, oldest, runtimes, settings.seed(), sample);
  }

  private List<Scenario> scenarios(RuntimeModel runtimes, IntFunction<Scenario> arrivals) {
    return settings.samplesRuntimes()
        ? samples(arrivals, runtimes, settings.samples())
        : List.of(arrivals.apply(0));
  }

  private List<Scenario> samples(
      IntFunction<Scenario> arrivals, RuntimeModel runtimes, int samples) {
    return IntStream.range(0, samples)
        .mapToObj(
            sample -> Scenario.sampled(arrivals.apply(sample), runtimes, settings.seed(), sample))
        .toList();
  }

  /** The runtimes that studies assume: sampled ones, or the estimates if studies sample none. */
  public RuntimeModel runtimes(ClusterState state) {
    return settings.samplesRuntimes() ? sampledRuntimes(state) : RuntimeModel.ESTIMATES;
  }

  /**
   * The distributions of the runtimes of jobs that have not completed in {@code state}. They come
   * from the predictor, or from the jobs that completed within the settings' {@code memorySeconds};
   * if that is 0, from the whole history. O(history).
   */
  public RuntimeModel sampledRuntimes(ClusterState state) {
    int now = state.now();
    int oldest = settings.samplesRuntimes() ? now - settings.memorySeconds() : 0;
    RuntimeModel past = history.runtimes(oldest, state);
    return settings.predictsRuntimes()
        ? new PredictedRuntimes(predictor, history, now, past)
        : past;
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
