package io.gnomon.controller.forecast;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.mirror.EndedJob;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.study.StudyPriority;
import io.gnomon.events.EventData;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.forecast.StartCalibration;
import io.gnomon.sim.forecast.StartForecast;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calibrates the intervals of start forecasts for each cluster: at first every minute of the
 * cluster's clock, then after a quarter of the time since the first forecast, and finally every 12
 * hours it forecasts the waiting jobs, at most 1000, and compares earlier forecasts with the starts
 * since. Forecasts of all clusters are at least one second apart, and take at most a tenth of the
 * time, so that they cost little while a backlog is processed or queues are long. It starts anew
 * after a restart. Confined to one event loop context; simulations run in the pool.
 */
public final class ForecastCalibrations implements OwnerListener {
  private static final Logger LOG = LoggerFactory.getLogger(ForecastCalibrations.class);
  private static final int LEAST_PERIOD_SECONDS = 60;
  private static final int PERIOD_SECONDS = 12 * 3600;
  private static final int PERIODS_OF_AGE = 4;
  private static final int MOST_JOBS = 1_000;
  private static final int MOST_PENDING = 10_000;
  private static final long PAUSE_NANOS = 1_000_000_000;
  private static final int PAUSES_PER_FORECAST = 9;
  private static final int UNKNOWN = -1;

  private final StudyPool pool;
  private final LongSupplier nanoTime;
  private final Map<String, Calibrated> clusters = new HashMap<>();
  private boolean running;
  private @Nullable Long pausedUntilNanos;

  /**
   * No calibration yet.
   *
   * @param pool runs the simulations
   * @param nanoTime a clock as {@link System#nanoTime}, for the time between forecasts
   */
  public ForecastCalibrations(StudyPool pool, LongSupplier nanoTime) {
    this.pool = pool;
    this.nanoTime = nanoTime;
  }

  /** A forecast whose job had not started when it was last checked. */
  private record Pending(String job, int at, StartForecast.Start forecast) {}

  private static final class Calibrated {
    private final StartCalibration calibration = new StartCalibration();
    private final List<Pending> pending = new ArrayList<>();
    private long first;
    private long next;

    /** Whether the next forecast is due; the clock may have been set back. */
    private boolean due(long now) {
      return now >= next || now < next - PERIOD_SECONDS;
    }

    private void begin(long now) {
      if (first == 0 || now < first) {
        first = now;
      }
      long pause = (now - first) / PERIODS_OF_AGE;
      next = now + Math.max(LEAST_PERIOD_SECONDS, Math.min(PERIOD_SECONDS, pause));
    }
  }

  /** The calibration of a cluster; without effect before enough jobs have started. */
  public StartCalibration of(String cluster) {
    return clusters.computeIfAbsent(cluster, name -> new Calibrated()).calibration;
  }

  @Override
  public void eventApplied(ClusterController controller) {
    TrackedCluster tracked = controller.tracked();
    if (tracked == null || controller.state() == ControllerState.DEGRADED) {
      return;
    }
    Calibrated cluster = clusters.computeIfAbsent(controller.cluster(), name -> new Calibrated());
    long now = tracked.mirror().now();
    if (!cluster.due(now) || running || tracked.mirror().state().waiting().isEmpty() || paused()) {
      return;
    }
    cluster.begin(now);
    learn(cluster, tracked.mirror());
    forecast(controller.cluster(), cluster, tracked);
  }

  @Override
  public void clusterLeft(ClusterController controller) {
    clusters.remove(controller.cluster());
  }

  private boolean paused() {
    return pausedUntilNanos != null && nanoTime.getAsLong() - pausedUntilNanos < 0;
  }

  private void forecast(String name, Calibrated cluster, TrackedCluster tracked) {
    running = true;
    long began = nanoTime.getAsLong();
    Future.succeededFuture()
        .compose(
            start -> WaitingForecast.of(name, tracked, MOST_JOBS, pool, StudyPriority.ANONYMOUS))
        .onComplete(
            done -> {
              running = false;
              long took = nanoTime.getAsLong() - began;
              pausedUntilNanos = began + Math.max(PAUSE_NANOS, (1 + PAUSES_PER_FORECAST) * took);
              if (done.failed()) {
                LOG.warn("{}: no forecast to calibrate with", name, done.cause());
                return;
              }
              WaitingForecast made = done.result();
              int at = (int) (made.at() - made.origin());
              for (int i = 0; i < made.names().size(); i++) {
                cluster.pending.add(new Pending(made.names().get(i), at, made.starts().get(i)));
              }
              int surplus = Math.max(0, cluster.pending.size() - MOST_PENDING);
              cluster.pending.subList(0, surplus).clear(); // the oldest
            });
  }

  private static void learn(Calibrated cluster, Mirror mirror) {
    List<Pending> still = new ArrayList<>();
    for (Pending pending : cluster.pending) {
      long start = startOf(mirror, pending.job());
      if (start != UNKNOWN) {
        cluster.calibration.started(
            pending.forecast(), pending.at(), (int) (start - mirror.origin()));
      } else if (mirror.slot(pending.job()) != ClusterState.NONE) {
        still.add(pending);
      }
    }
    cluster.pending.clear();
    cluster.pending.addAll(still);
  }

  /** The epoch second at which a job started, or UNKNOWN: it waits, or has been forgotten. */
  private static long startOf(Mirror mirror, String job) {
    int slot = mirror.slot(job);
    if (slot != ClusterState.NONE) {
      int start = mirror.state().startTime(slot);
      return start == ClusterState.NONE ? UNKNOWN : mirror.origin() + start;
    }
    EndedJob ended = mirror.ended(job);
    return ended == null || ended.startedAt() == EventData.NONE ? UNKNOWN : ended.startedAt();
  }
}
