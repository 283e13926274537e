package io.gnomon.controller;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.http.HttpApi;
import io.gnomon.controller.kafka.input.LagProbe;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.metrics.ControllerMetrics;
import io.gnomon.controller.notification.Notifier;
import io.gnomon.controller.trace.Traces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The controller's metrics, traces and notifications. All methods run on its context. */
final class Telemetry {
  private final Vertx vertx;
  private final ControllerMetrics metrics;
  private final Notifier notifier;
  private final List<Traces> traces = new ArrayList<>();
  private final LagProbe lag;
  private OwnerListener listener;

  Telemetry(Vertx vertx, ControllerConfig config, BooleanSupplier ready, LagProbe lag) {
    this.vertx = vertx;
    this.lag = lag;
    metrics = new ControllerMetrics(ready, config.studyLimit());
    notifier = new Notifier(vertx, config.alerts());
    notifier.queues().forEach(metrics::register);
    listener = OwnerListener.both(metrics, OwnerListener.ofNotifications(notifier::send));
    URI collector = config.traces();
    if (collector != null) {
      Traces tracing = Traces.to(collector);
      traces.add(tracing);
      listener = OwnerListener.both(listener, tracing);
    }
  }

  /** The listener of all partition owners. */
  OwnerListener listener() {
    return listener;
  }

  /** Adds the metrics of the HTTP server. */
  void observe(HttpApi http) {
    metrics.register(http.counters());
  }

  /** Returns the metrics in Prometheus's text format. */
  String scrape(Collection<ClusterController> clusters) {
    return metrics.scrape(new ControllerMetrics.ScrapeInput(clusters, lag.records()));
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
