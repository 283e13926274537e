package io.gnomon.controller.http;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.forecast.ForecastCalibrations;
import io.gnomon.controller.forecast.WaitingForecast;
import io.gnomon.controller.http.view.JobView;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.study.StudyPriority;
import io.gnomon.sim.forecast.StartCalibration;
import io.gnomon.sim.forecast.StartForecast;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts of the start times of waiting jobs, at most one running per cluster. A forecast is
 * reused until the next event of the cluster, so that its pages are consistent. Confined to one
 * event loop context.
 */
final class Forecasts {
  private static final int MOST_JOBS = 5_000;

  private final StudyPool pool;
  private final ForecastCalibrations calibrations;
  private final Map<String, Made> made = new HashMap<>();

  Forecasts(StudyPool pool, ForecastCalibrations calibrations) {
    this.pool = pool;
    this.calibrations = calibrations;
  }

  private record Made(long events, Future<WaitingForecast> forecast) {}

  /**
   * Returns the page of a forecast after a job, with calibrated intervals, or null if the forecast
   * does not contain the job.
   *
   * @param shown which jobs are listed
   */
  @Nullable JsonObject page(
      String cluster,
      WaitingForecast forecast,
      Predicate<String> shown,
      @Nullable String after,
      int limit) {
    StartCalibration calibration = calibrations.of(cluster);
    List<String> names = forecast.names();
    int[] listed = IntStream.range(0, names.size()).filter(i -> shown.test(names.get(i))).toArray();
    int before = after == null ? -1 : names.indexOf(after);
    if (after != null && (before < 0 || !shown.test(after))) {
      return null;
    }
    int from = before < 0 ? 0 : Arrays.binarySearch(listed, before) + 1;
    int to = Math.min(listed.length, from + limit);
    JsonArray jobs = new JsonArray();
    for (int i : Arrays.copyOfRange(listed, from, to)) {
      StartForecast.Start start =
          calibration.calibrated(
              forecast.starts().get(i), (int) (forecast.at() - forecast.origin()));
      jobs.add(
          JobView.start(forecast.origin(), start.low(), start.median(), start.high())
              .put("job", names.get(i)));
    }
    JsonObject page =
        new JsonObject()
            .put("at", forecast.at())
            .put("horizonSeconds", forecast.horizonSeconds())
            .put("simulations", forecast.simulations())
            .put("total", listed.length)
            .put("jobs", jobs);
    return to == listed.length ? page : page.put("next", names.get(listed[to - 1]));
  }

  /** Returns the forecast for the current state of a cluster, or the one that is running. */
  Future<WaitingForecast> of(
      ClusterController cluster, TrackedCluster tracked, StudyPriority priority) {
    Made last = made.get(cluster.cluster());
    long events = cluster.counters().eventCount();
    if (last != null && (last.events() == events || !last.forecast().isComplete())) {
      if (!last.forecast().failed()) {
        return last.forecast();
      }
    }
    Future<WaitingForecast> next =
        WaitingForecast.of(cluster.cluster(), tracked, MOST_JOBS, pool, priority);
    made.put(cluster.cluster(), new Made(events, next));
    return next;
  }
}
