package io.gnomon.controller.metrics;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.http.AccessCounters;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.notification.DeliveryQueue;
import io.gnomon.controller.notification.Notification;
import io.gnomon.events.EventData;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one controller, in Prometheus's text format.
 *
 * <p>A cluster's series start at the first scrape after this controller owns it and end when
 * another controller owns it. Counters start at 0 with each process. All methods run on the
 * controller's event loop context. A scrape costs a few hundred additions per cluster and one pass
 * over the waiting jobs.
 */
public final class ControllerMetrics implements OwnerListener, AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Map<String, ClusterMeters> clusters = new HashMap<>();
  private final MultiGauge lag;
  private final Timer restores;

  /**
   * The input of a scrape.
   *
   * @param clusters the clusters that this controller owns
   * @param lag by owned partition, the records that have not been processed
   */
  public record ScrapeInput(Collection<ClusterController> clusters, Map<Integer, Long> lag) {}

  /** Metrics of a controller that owns nothing yet. */
  public ControllerMetrics(BooleanSupplier ready, Duration studyTimeLimit) {
    Gauge.builder("gnomon.ready", ready, one -> one.getAsBoolean() ? 1 : 0)
        .strongReference(true)
        .description("1 if every assigned partition is restored and can publish")
        .register(registry);
    Gauge.builder("gnomon.study.time.limit", () -> studyTimeLimit.toMillis() / 1000.0)
        .description("Time limit of one study")
        .baseUnit("seconds")
        .register(registry);
    lag =
        MultiGauge.builder("gnomon.lag.records")
            .description("Records of the partition that have not been processed")
            .register(registry);
    restores =
        Timer.builder("gnomon.restore.duration")
            .description("Time to take over a partition and restore its checkpoints")
            .register(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  /** Registers the metrics of a delivery queue. */
  public void register(DeliveryQueue queue) {
    Tags tags = Tags.of("channel", queue.channel().wireName());
    deliveries(queue, tags.and("result", "delivered"), DeliveryQueue::delivered);
    deliveries(queue, tags.and("result", "rejected"), DeliveryQueue::rejected);
    deliveries(queue, tags.and("result", "dropped"), DeliveryQueue::dropped);
    FunctionCounter.builder("gnomon.notification.retries", queue, DeliveryQueue::retries)
        .description("Retries of notification deliveries")
        .tags(tags)
        .register(registry);
    Gauge.builder("gnomon.notifications.waiting", queue, DeliveryQueue::waiting)
        .description("Notifications waiting for delivery")
        .tags(tags)
        .register(registry);
  }

  /** Registers the metrics of the HTTP server. */
  public void register(AccessCounters access) {
    for (AccessCounters.Refusal refusal : AccessCounters.Refusal.values()) {
      FunctionCounter.builder("gnomon.http.refused", access, one -> one.count(refusal))
          .description("HTTP requests refused, by reason")
          .tags("reason", refusal.label())
          .register(registry);
    }
    Gauge.builder("gnomon.http.reload.failed", access, one -> one.isReloadFailed() ? 1 : 0)
        .description("1 if the operators file or the certificate has changed and cannot be used")
        .register(registry);
  }

  private void deliveries(DeliveryQueue queue, Tags tags, ToDoubleFunction<DeliveryQueue> count) {
    FunctionCounter.builder("gnomon.notifications", queue, count)
        .description("Notifications by channel and delivery result")
        .tags(tags)
        .register(registry);
  }

  /** Returns all metrics in Prometheus's text format 0.0.4. */
  public String scrape(ScrapeInput input) {
    Set<String> gone = new HashSet<>(clusters.keySet());
    for (ClusterController cluster : input.clusters()) {
      gone.remove(cluster.cluster());
      update(cluster);
    }
    gone.forEach(this::remove);
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    input
        .lag()
        .forEach(
            (partition, records) ->
                rows.add(MultiGauge.Row.of(Tags.of("partition", partition.toString()), records)));
    lag.register(rows, true);
    input.lag().keySet().forEach(this::invalidRecordsOf);
    return registry.scrape();
  }

  private void update(ClusterController cluster) {
    ClusterMeters known = clusters.get(cluster.cluster());
    if (known == null || !known.isOf(cluster)) {
      remove(cluster.cluster());
      known = new ClusterMeters(cluster, registry);
      clusters.put(cluster.cluster(), known);
    }
    known.refresh();
  }

  private void remove(String cluster) {
    if (clusters.remove(cluster) != null) {
      Search.in(registry).tag("cluster", cluster).meters().forEach(registry::remove);
    }
  }

  @Override
  public void partitionRestored(int partition, Duration took) {
    restores.record(took);
  }

  @Override
  public void recordInvalid(int partition) {
    invalidRecordsOf(partition).increment();
  }

  private Counter invalidRecordsOf(int partition) {
    return Counter.builder("gnomon.records.invalid")
        .description("Records that are not valid events")
        .tags("partition", Integer.toString(partition))
        .register(registry);
  }

  @Override
  public void studyEnded(String cluster, StudyEnd end, Duration took) {
    ClusterMeters.studies(registry, cluster, end).record(took);
  }

  @Override
  public void notificationPublished(Notification notification) {
    ClusterMeters.change(registry, notification.cluster(), notification.kind()).increment();
    if (notification.waitedSeconds() != EventData.NONE) {
      ClusterMeters.acknowledgements(registry, notification.cluster())
          .record(Duration.ofSeconds(notification.waitedSeconds()));
    }
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
