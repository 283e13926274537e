package io.gnomon.controller.metrics;

import io.gnomon.controller.cluster.ClusterController;
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
 * The figures of one controller, kept as long as it lives and read in Prometheus's text format.
 *
 * <p>A cluster's series begin when it is first seen here and end when it is owned elsewhere. What
 * is counted begins at 0 with each process. All methods on the controller's event loop context; a
 * scrape costs some hundred additions a cluster and one pass over the jobs that wait.
 */
public final class ControllerMetrics implements OwnerListener, AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Map<String, ClusterMeters> clusters = new HashMap<>();
  private final MultiGauge lag;
  private final Timer restores;

  /**
   * What a scrape looks at.
   *
   * @param clusters that are owned here
   * @param lag by partition that is owned here, in records
   */
  public record Moment(Collection<ClusterController> clusters, Map<Integer, Long> lag) {}

  /** Metrics of a controller that owns nothing yet. */
  public ControllerMetrics(BooleanSupplier ready, Duration studyLimit) {
    Gauge.builder("gnomon.ready", ready, one -> one.getAsBoolean() ? 1 : 0)
        .strongReference(true)
        .description("1 when every assigned partition is restored and can publish")
        .register(registry);
    Gauge.builder("gnomon.study.limit", () -> studyLimit.toMillis() / 1000.0)
        .description("Time that one study may take")
        .baseUnit("seconds")
        .register(registry);
    lag =
        MultiGauge.builder("gnomon.lag.records")
            .description("Records of a partition that have not been taken")
            .register(registry);
    restores =
        Timer.builder("gnomon.restore.duration")
            .description("Time that taking over a partition and its checkpoints took")
            .register(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  /** From now on it counts what a courier does, too. */
  public void watch(DeliveryQueue courier) {
    Tags tags = Tags.of("channel", courier.channel().wireName());
    sent(courier, tags.and("result", "delivered"), DeliveryQueue::delivered);
    sent(courier, tags.and("result", "refused"), DeliveryQueue::refused);
    sent(courier, tags.and("result", "dropped"), DeliveryQueue::dropped);
    FunctionCounter.builder("gnomon.notification.retries", courier, DeliveryQueue::repeats)
        .description("Attempts to deliver a notice after a failed one")
        .tags(tags)
        .register(registry);
    Gauge.builder("gnomon.notifications.waiting", courier, DeliveryQueue::waiting)
        .description("Notices that wait for their receiver")
        .tags(tags)
        .register(registry);
  }

  private void sent(DeliveryQueue courier, Tags tags, ToDoubleFunction<DeliveryQueue> count) {
    FunctionCounter.builder("gnomon.notifications", courier, count)
        .description("Notices, by receiver and by what became of them")
        .tags(tags)
        .register(registry);
  }

  /** The figures of a moment, in Prometheus's text format 0.0.4. */
  public String scrape(Moment moment) {
    Set<String> gone = new HashSet<>(clusters.keySet());
    for (ClusterController cluster : moment.clusters()) {
      gone.remove(cluster.cluster());
      follow(cluster);
    }
    gone.forEach(this::forget);
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    moment
        .lag()
        .forEach(
            (partition, records) ->
                rows.add(MultiGauge.Row.of(Tags.of("partition", partition.toString()), records)));
    lag.register(rows, true);
    moment.lag().keySet().forEach(this::undecodableIn);
    return registry.scrape();
  }

  private void follow(ClusterController cluster) {
    ClusterMeters known = clusters.get(cluster.cluster());
    if (known == null || !known.isOf(cluster)) {
      forget(cluster.cluster());
      known = new ClusterMeters(cluster, registry);
      clusters.put(cluster.cluster(), known);
    }
    known.refresh();
  }

  private void forget(String cluster) {
    if (clusters.remove(cluster) != null) {
      Search.in(registry).tag("cluster", cluster).meters().forEach(registry::remove);
    }
  }

  @Override
  public void restored(int partition, Duration took) {
    restores.record(took);
  }

  @Override
  public void undecodable(int partition) {
    undecodableIn(partition).increment();
  }

  private Counter undecodableIn(int partition) {
    return Counter.builder("gnomon.records.invalid")
        .description("Records that are not legal events")
        .tags("partition", Integer.toString(partition))
        .register(registry);
  }

  @Override
  public void studied(String cluster, StudyEnd end, Duration took) {
    ClusterMeters.studies(registry, cluster, end).record(took);
  }

  @Override
  public void told(Notification notice) {
    ClusterMeters.change(registry, notice.cluster(), notice.kind()).increment();
    if (notice.waitedSeconds() != EventData.NONE) {
      ClusterMeters.acknowledgements(registry, notice.cluster())
          .record(Duration.ofSeconds(notice.waitedSeconds()));
    }
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
