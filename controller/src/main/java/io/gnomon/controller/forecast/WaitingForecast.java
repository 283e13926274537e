package io.gnomon.controller.forecast;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.study.StudyPriority;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.forecast.StartForecast;
import io.gnomon.sim.tune.Tuner;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A forecast of the starts of the waiting jobs of a cluster, as simulated.
 *
 * @param at the epoch second of the forecast
 * @param origin the epoch second of second 0 of the starts
 * @param horizonSeconds the simulated time in seconds
 * @param simulations the number of simulations
 * @param names the ids of the jobs, in arrival order
 * @param starts the starts of the same jobs
 */
public record WaitingForecast(
    long at,
    long origin,
    int horizonSeconds,
    int simulations,
    List<String> names,
    List<StartForecast.Start> starts) {
  /** The number of simulations per forecast. */
  static final int SAMPLES = 40;

  private static final int LEAST_HORIZON_SECONDS = 14 * 86_400;

  /** Copies the lists. */
  public WaitingForecast {
    names = List.copyOf(names);
    starts = List.copyOf(starts);
  }

  /**
   * The horizon of forecasts: two weeks, or that of studies if it is longer. Studies may look only
   * a day ahead, and jobs wait longer. A simulation ends when the last job of the forecast has
   * started.
   */
  static int horizonSeconds(Tuner tuner) {
    return Math.max(LEAST_HORIZON_SECONDS, tuner.settings().horizonSeconds());
  }

  /**
   * Forecasts the current state of a cluster.
   *
   * @param cluster its id
   * @param maxJobs the most jobs to forecast; the first ones to have arrived
   */
  public static Future<WaitingForecast> of(
      String cluster, TrackedCluster tracked, int maxJobs, StudyPool pool, StudyPriority priority) {
    Mirror mirror = tracked.mirror();
    ClusterState state = mirror.state();
    int horizon = horizonSeconds(tracked.tuner());
    StartForecast forecast =
        new StartForecast(
            state,
            tracked.policy(),
            tracked.tuner().history(),
            tracked.tuner().forecastScenarios(state, SAMPLES),
            horizon,
            maxJobs);
    Map<Integer, String> names = new HashMap<>();
    for (int slot : StartForecast.startable(state, maxJobs)) {
      names.put(state.job(slot), mirror.name(slot));
    }
    long at = mirror.now();
    long origin = mirror.origin();
    return pool.run(new StudyPool.Work<>(forecast::run, forecast.control()), priority, cluster)
        .map(
            starts ->
                new WaitingForecast(
                    at,
                    origin,
                    horizon,
                    SAMPLES,
                    starts.stream().map(start -> names.getOrDefault(start.job(), "?")).toList(),
                    starts));
  }
}
