package io.gnomon.controller.forecast;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.study.StudyPriority;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.forecast.JobForecast;
import io.gnomon.sim.forecast.JobForecast.NewJob;
import io.gnomon.sim.forecast.JobForecast.Request;
import io.gnomon.sim.forecast.StartCalibration;
import io.gnomon.sim.forecast.StartForecast;
import io.gnomon.sim.tune.Tuner;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts of the starts of single jobs. A forecast is reused until the next event of the cluster
 * and for at least 30 seconds of the cluster's clock, unless the job's request or the configuration
 * has changed, so that pages that refresh themselves do not start simulations without limit. Keeps
 * at most 256 forecasts. Confined to one event loop context; simulations run in the pool.
 */
public final class JobForecasts {
  private static final int KEPT = 256;
  private static final int FRESH_SECONDS = 30;

  private final StudyPool pool;
  private final ForecastCalibrations calibrations;
  private final Map<Key, Made> made =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Made> eldest) {
          return size() > KEPT;
        }
      };

  /** No forecasts yet. */
  public JobForecasts(StudyPool pool, ForecastCalibrations calibrations) {
    this.pool = pool;
    this.calibrations = calibrations;
  }

  /** A job that is active, in {@code slot}, or would be submitted now, if it is NONE. */
  private record Subject(int slot, NewJob job, Request request) {}

  private record Key(
      String cluster, int job, boolean held, NewJob as, Request request, long version) {}

  private record Made(long events, long at, Future<StartOutlook> outlook) {}

  /** A forecast that exists or is being made, or can be made. */
  public final class Pending {
    private final ClusterController cluster;
    private final TrackedCluster tracked;
    private final Subject subject;
    private final Key key;

    private Pending(ClusterController cluster, TrackedCluster tracked, Subject subject) {
      this.cluster = cluster;
      this.tracked = tracked;
      this.subject = subject;
      ClusterState state = tracked.mirror().state();
      boolean active = subject.slot() != ClusterState.NONE;
      key =
          new Key(
              cluster.cluster(),
              active ? state.job(subject.slot()) : ClusterState.NONE,
              active && state.phase(subject.slot()) == JobPhase.HELD,
              subject.job(),
              subject.request(),
              tracked.configuration().version());
    }

    /** The forecast that exists or is being made; null if there is none that is recent enough. */
    public @Nullable Future<StartOutlook> existing() {
      Made last = made.get(key);
      if (last == null || last.outlook().failed()) {
        return null;
      }
      boolean fresh =
          last.events() == cluster.counters().eventCount()
              || tracked.mirror().now() - last.at() < FRESH_SECONDS
              || !last.outlook().isComplete();
      return fresh ? last.outlook() : null;
    }

    /** Starts a new forecast. */
    public Future<StartOutlook> start(StudyPriority priority) {
      Future<StartOutlook> outlook =
          make(cluster.cluster(), tracked, subject, calibrations.of(cluster.cluster()), priority);
      made.put(key, new Made(cluster.counters().eventCount(), tracked.mirror().now(), outlook));
      return outlook;
    }
  }

  /** The forecast for a waiting or held job. */
  public Pending ofActive(ClusterController cluster, TrackedCluster tracked, int slot) {
    ClusterState state = tracked.mirror().state();
    Request request = new Request(state.width(slot), state.estimate(slot));
    return new Pending(
        cluster, tracked, new Subject(slot, new NewJob(state.user(slot), null, null), request));
  }

  /** The forecast for a job that would be submitted now. */
  public Pending ofNew(
      ClusterController cluster, TrackedCluster tracked, NewJob job, Request request) {
    return new Pending(cluster, tracked, new Subject(ClusterState.NONE, job, request));
  }

  private Future<StartOutlook> make(
      String cluster,
      TrackedCluster tracked,
      Subject subject,
      StartCalibration calibration,
      StudyPriority priority) {
    Mirror mirror = tracked.mirror();
    ClusterState state = mirror.state();
    Tuner tuner = tracked.tuner();
    int horizon = WaitingForecast.horizonSeconds(tuner);
    List<RequestAlternative> alternatives =
        RequestAlternative.to(
            subject.request(), subject.job().user(), tuner.sampledRuntimes(state));
    if (state.hasNodes()) {
      alternatives =
          OtherRequests.of(mirror, subject.slot(), subject.job(), subject.request(), alternatives);
    }
    List<RequestAlternative> others = alternatives;
    List<Request> requests =
        Stream.concat(
                Stream.of(subject.request()), others.stream().map(RequestAlternative::request))
            .toList();
    JobForecast.Start from =
        new JobForecast.Start(
            state,
            tracked.policy(),
            tuner.history(),
            tuner.forecastScenarios(state, WaitingForecast.SAMPLES),
            horizon);
    JobForecast forecast =
        subject.slot() == ClusterState.NONE
            ? JobForecast.ofNew(from, subject.job(), requests)
            : JobForecast.ofActive(from, subject.slot(), requests);
    Map<Integer, StartOutlook.Ahead> waiting = waiting(mirror);
    long at = mirror.now();
    long origin = mirror.origin();
    int now = state.now();
    return pool.run(new StudyPool.Work<>(forecast::run, forecast.controls()), priority, cluster)
        .map(
            result -> {
              List<JobForecast.Outcome> outcomes =
                  result.outcomes().stream()
                      .map(outcome -> outcome.calibrated(calibration, now))
                      .toList();
              return new StartOutlook(
                  at,
                  origin,
                  horizon,
                  WaitingForecast.SAMPLES,
                  outcomes.get(0),
                  named(result.ahead(), waiting),
                  others,
                  outcomes.subList(1, outcomes.size()));
            });
  }

  /** The waiting jobs of the forecast by number, still without a start. */
  private static Map<Integer, StartOutlook.Ahead> waiting(Mirror mirror) {
    ClusterState state = mirror.state();
    Map<Integer, StartOutlook.Ahead> waiting = new HashMap<>();
    for (int slot : StartForecast.startable(state, JobForecast.MAX_OTHERS)) {
      waiting.put(state.job(slot), new StartOutlook.Ahead(mirror.name(slot), state.width(slot), 0));
    }
    return waiting;
  }

  private static List<StartOutlook.Ahead> named(
      List<JobForecast.Ahead> ahead, Map<Integer, StartOutlook.Ahead> waiting) {
    List<StartOutlook.Ahead> named = new ArrayList<>();
    for (JobForecast.Ahead one : ahead) {
      StartOutlook.Ahead job = Objects.requireNonNull(waiting.get(one.job()));
      named.add(new StartOutlook.Ahead(job.job(), job.processors(), one.start()));
    }
    return named;
  }
}
