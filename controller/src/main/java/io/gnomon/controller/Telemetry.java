package io.gnomon.controller;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.health.Heartbeats;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.http.HttpApi;
import io.gnomon.controller.kafka.input.LagProbe;
import io.gnomon.controller.listener.ContainedListeners;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.metrics.ControllerMetrics;
import io.gnomon.controller.node.NodeFigures;
import io.gnomon.controller.node.NodeUse;
import io.gnomon.controller.notification.Notifier;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.trace.Traces;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The controller's metrics, traces and notifications. All methods run on its context. */
final class Telemetry {
  private static final long SLICE_NANOS = 5_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(Telemetry.class);

  private final Vertx vertx;
  private final NodeFigures figures;
  private final ControllerMetrics metrics;
  private final Notifier notifier;
  private final List<Traces> traces = new ArrayList<>();
  private final LagProbe lag;
  private final Supplier<List<Problem>> problems;
  private OwnerListener listener;
  private @Nullable Future<Buffer> scrape;

  Telemetry(
      Vertx vertx,
      ControllerConfig config,
      Supplier<List<Problem>> problems,
      LagProbe lag,
      Heartbeats heartbeats) {
    this.vertx = vertx;
    figures = new NodeFigures(vertx);
    this.lag = lag;
    this.problems = problems;
    metrics =
        new ControllerMetrics(
            () -> Problem.onlyWarnings(problems.get()),
            config.work().studyLimit(),
            heartbeats,
            config.clusters().accountsInMetrics());
    notifier = new Notifier(vertx, config.alerts());
    notifier.queues().forEach(metrics::register);
    listener = new ContainedListeners(metrics, OwnerListener.ofNotifications(notifier::send));
    URI collector = config.traces();
    if (collector != null) {
      Traces tracing = Traces.to(collector);
      traces.add(tracing);
      listener = new ContainedListeners(listener, tracing);
    }
  }

  /** The listener of all partition owners. */
  OwnerListener listener() {
    return listener;
  }

  /** Adds the metrics of the pool that runs studies. */
  void observe(StudyPool pool) {
    metrics.register(pool);
  }

  /** Adds the metrics of the HTTP server. */
  void observe(HttpApi http) {
    metrics.register(http.counters());
  }

  /**
   * Returns the metrics in Prometheus's text format. The clusters are read in slices between other
   * work of the event loop, and a worker renders the text. Requests meanwhile get the same answer.
   */
  Future<Buffer> scrape(List<ClusterController> clusters) {
    Future<Buffer> current = scrape;
    if (current == null || current.isComplete()) {
      current =
          sample(clusters, 0)
              .compose(done -> vertx.executeBlocking(() -> Buffer.buffer(metrics.render()), false));
      scrape = current;
    }
    return current;
  }

  private Future<Void> sample(List<ClusterController> clusters, int from) {
    long began = System.nanoTime();
    int next = from;
    while (next < clusters.size() && System.nanoTime() - began < SLICE_NANOS) {
      ClusterController cluster = clusters.get(next);
      next++;
      TrackedCluster tracked = cluster.tracked();
      if (tracked != null && tracked.mirror().state().hasNodes()) {
        int rest = next;
        return figures
            .of(cluster, tracked.mirror().state())
            .otherwise(failure -> unknown(cluster, failure))
            .compose(
                use -> {
                  metrics.sample(cluster, use);
                  return sample(clusters, rest);
                });
      }
      metrics.sample(cluster);
    }
    if (next < clusters.size()) {
      int rest = next;
      Promise<Void> promise = Promise.promise();
      vertx.runOnContext(
          now -> {
            try {
              sample(clusters, rest).onComplete(promise);
            } catch (
                RuntimeException failure) { // the answer of this scrape; the next one tries again
              promise.fail(failure);
            }
          });
      return promise.future();
    }
    metrics.complete(
        clusters.stream().map(ClusterController::cluster).collect(Collectors.toSet()),
        lag.records(),
        problems.get());
    return Future.succeededFuture();
  }

  /** The other metrics do without the use of the nodes. */
  private static @Nullable NodeUse unknown(ClusterController cluster, Throwable failure) {
    LOG.error("the use of the nodes of {} failed", cluster.cluster(), failure);
    return null;
  }

  Future<Void> close() {
    lag.stop();
    metrics.close();
    // closing sends the last spans, which blocks
    Future<Void> traced =
        vertx.executeBlocking(
            () -> {
              traces.forEach(Traces::close);
              return null;
            });
    return Future.join(notifier.close(), traced).mapEmpty();
  }
}
