package io.gnomon.controller.http;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.forecast.StartForecast;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts of the start times of waiting jobs, at most one running per cluster. A forecast is
 * reused until the next event of the cluster, so that its pages are consistent. Confined to one
 * event loop context.
 */
final class Forecasts {
  private static final int SAMPLES = 40;
  private static final int MOST_JOBS = 5_000;

  private final StudyPool pool;
  private final Map<String, Made> made = new HashMap<>();

  Forecasts(StudyPool pool) {
    this.pool = pool;
  }

  private record Made(long events, Future<Forecast> forecast) {}

  /**
   * A forecast.
   *
   * @param at the epoch second of the forecast
   * @param origin the epoch second of second 0 of the starts
   * @param horizonSeconds the simulated time in seconds
   * @param names the ids of the jobs, in arrival order
   * @param starts the starts of the same jobs
   */
  record Forecast(
      long at,
      long origin,
      int horizonSeconds,
      List<String> names,
      List<StartForecast.Start> starts) {

    /** Returns the page after a job, or null if the forecast does not contain the job. */
    @Nullable JsonObject page(@Nullable String after, int limit) {
      int from = after == null ? 0 : names.indexOf(after) + 1;
      if (after != null && from == 0) {
        return null;
      }
      int to = Math.min(names.size(), from + limit);
      JsonArray jobs = new JsonArray();
      for (int i = from; i < to; i++) {
        StartForecast.Start start = starts.get(i);
        JsonObject job = new JsonObject().put("job", names.get(i));
        put(job, "low", start.low());
        put(job, "median", start.median());
        put(job, "high", start.high());
        jobs.add(job);
      }
      JsonObject page =
          new JsonObject()
              .put("at", at)
              .put("horizonSeconds", horizonSeconds)
              .put("simulations", SAMPLES)
              .put("total", names.size())
              .put("jobs", jobs);
      return to == names.size() ? page : page.put("next", names.get(to - 1));
    }

    private void put(JsonObject job, String name, int second) {
      if (second != Simulation.NEVER) {
        job.put(name, origin + second);
      }
    }
  }

  /** Returns the forecast for the current state of a cluster, or the one that is running. */
  Future<Forecast> of(ClusterController cluster, TrackedCluster tracked) {
    Made last = made.get(cluster.cluster());
    long events = cluster.counters().eventCount();
    if (last != null && (last.events() == events || !last.forecast().isComplete())) {
      if (!last.forecast().failed()) {
        return last.forecast();
      }
    }
    Future<Forecast> next = make(tracked);
    made.put(cluster.cluster(), new Made(events, next));
    return next;
  }

  private Future<Forecast> make(TrackedCluster tracked) {
    Mirror mirror = tracked.mirror();
    ClusterState state = mirror.state();
    int horizon = tracked.tuner().settings().horizonSeconds();
    StartForecast forecast =
        new StartForecast(
            state,
            tracked.policy(),
            tracked.tuner().history(),
            tracked.tuner().forecastScenarios(state, SAMPLES),
            horizon,
            MOST_JOBS);
    Map<Integer, String> names = new HashMap<>();
    int slot = state.waiting().first();
    for (int left = MOST_JOBS; left > 0 && slot != ClusterState.NONE; left--) {
      names.put(state.job(slot), mirror.name(slot));
      slot = state.waiting().next(slot);
    }
    long at = mirror.now();
    long origin = mirror.origin();
    return pool.run(new StudyPool.Work<>(forecast::run, forecast::cancel))
        .map(
            starts ->
                new Forecast(
                    at,
                    origin,
                    horizon,
                    starts.stream().map(start -> names.getOrDefault(start.job(), "?")).toList(),
                    starts));
  }
}
