package io.gnomon.controller.metrics;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.health.Heartbeats;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.controller.http.access.AccessCounters;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.node.NodeUse;
import io.gnomon.controller.notification.DeliveryQueue;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
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
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one controller, in Prometheus's text format.
 *
 * <p>A cluster's series start at the first scrape after this controller tracks it, and end when it
 * is evicted or another controller owns it. A sample of a cluster costs some eighty reads and one
 * pass over the waiting jobs. All methods but {@link #render} run on the controller's event loop
 * context.
 */
public final class ControllerMetrics implements OwnerListener, AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private static final Duration[] STUDY_BUCKETS =
      Stream.of(100, 300, 500, 1_000, 3_000, 10_000, 30_000, 60_000, 300_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final Heartbeats heartbeats;
  private final Map<String, ClusterMeters> clusters = new HashMap<>();
  private final Map<String, ReportedMeters> reported = new HashMap<>();
  private final WaitSeries waits = new WaitSeries();
  private final int accounts;
  private final MultiGauge lag;
  private final MultiGauge problems;
  private final Timer restores;
  private final Timer studies;
  private final Map<LogRange.Loss, Double> losses = new ConcurrentHashMap<>();

  /**
   * Metrics of a controller that owns nothing yet.
   *
   * @param accounts how many accounts of a cluster have histograms of their own
   */
  public ControllerMetrics(
      BooleanSupplier ready, Duration studyTimeLimit, Heartbeats heartbeats, int accounts) {
    this.heartbeats = heartbeats;
    this.accounts = accounts;
    registry.getPrometheusRegistry().register(waits);
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
    problems =
        MultiGauge.builder("gnomon.problem")
            .description("1 if the controller has this problem, 0 otherwise")
            .register(registry);
    restores =
        Timer.builder("gnomon.restore.duration")
            .description("Time to take over a partition and restore its checkpoints")
            .register(registry);
    studies =
        Timer.builder("gnomon.study.duration")
            .description("Duration of studies of all clusters")
            .serviceLevelObjectives(STUDY_BUCKETS)
            .register(registry);
    undeclared(RejectReason.NOT_DECLARED);
    undeclared(RejectReason.NOT_ADMITTED);
    for (LogRange.Loss cause : LogRange.Loss.values()) {
      Gauge.builder("gnomon.events.lost.timestamp", () -> losses.getOrDefault(cause, 0.0))
          .description("Time of the last loss of unprocessed events, by cause; 0 if there was none")
          .baseUnit("seconds")
          .tags("cause", cause.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
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

  /** Registers the metrics of the pool that runs studies. */
  public void register(StudyPool pool) {
    Gauge.builder("gnomon.studies.waiting", pool, StudyPool::waitingDecisions)
        .description("Studies of decisions that wait for threads, also between their turns")
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

  /** Reads the figures of a cluster without nodes. */
  public void sample(ClusterController cluster) {
    sample(cluster, null);
  }

  /**
   * Reads the figures of a cluster.
   *
   * @param use of its nodes, null for a pool of processors
   */
  public void sample(ClusterController cluster, @Nullable NodeUse use) {
    String id = cluster.cluster();
    ClusterMeters known = clusters.get(id);
    if (known == null || !known.isOf(cluster)) {
      if (known != null) {
        remove(id);
      }
      known = new ClusterMeters(cluster, registry, heartbeats);
      clusters.put(id, known);
    }
    reported(id);
    known.sample(use);
    TrackedCluster tracked = cluster.tracked();
    if (tracked != null) {
      tracked.effects().waits().keepAccounts(accounts);
      waits.sample(id, tracked.effects().waits());
    }
  }

  private ReportedMeters reported(String cluster) {
    return reported.computeIfAbsent(cluster, id -> new ReportedMeters(id, registry));
  }

  /**
   * Ends a sample of all clusters.
   *
   * @param tracked the ids of the clusters that this controller tracks
   * @param records by owned partition, the records that have not been processed
   * @param present the reasons why the controller is not ready
   */
  public void complete(Set<String> tracked, Map<Integer, Long> records, List<Problem> present) {
    Set<String> gone = new HashSet<>(reported.keySet());
    gone.removeAll(tracked);
    gone.forEach(this::remove);
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    records.forEach(
        (partition, waiting) ->
            rows.add(MultiGauge.Row.of(Tags.of("partition", partition.toString()), waiting)));
    lag.register(rows, true);
    register(present);
    records.keySet().forEach(this::invalidRecordsOf);
  }

  private void register(List<Problem> present) {
    List<MultiGauge.Row<?>> rows = new ArrayList<>();
    for (ProblemKind kind : ProblemKind.values()) {
      boolean there = present.stream().anyMatch(problem -> problem.kind() == kind);
      rows.add(MultiGauge.Row.of(Tags.of("reason", kind.word()), there ? 1 : 0));
    }
    problems.register(rows, true);
  }

  /** Returns the last sample in Prometheus's text format 0.0.4. Thread-safe, but slow. */
  public String render() {
    return registry.scrape();
  }

  @Override
  public void clusterLeft(ClusterController controller) {
    ClusterMeters known = clusters.get(controller.cluster());
    // after a quick return of the partition, the series are of the new owner's controller
    if (known == null || known.isOf(controller)) {
      remove(controller.cluster());
    }
  }

  private void remove(String cluster) {
    waits.remove(cluster);
    ClusterMeters sampled = clusters.remove(cluster);
    if (sampled != null) {
      sampled.remove();
    }
    ReportedMeters events = reported.remove(cluster);
    if (events != null) {
      events.remove();
    }
  }

  @Override
  public void undeclaredEvent(RejectReason reason) {
    undeclared(reason).increment();
  }

  private Counter undeclared(RejectReason reason) {
    return Counter.builder("gnomon.undeclared.events")
        .description("Events of clusters that are not tracked, by reason")
        .tags("reason", ClusterMeters.lower(reason.name()))
        .register(registry);
  }

  @Override
  public void partitionRestored(int partition, Duration took) {
    restores.record(took);
  }

  @Override
  public void eventsLost(int partition, LogRange.Loss cause) {
    // a time and not a counter, because most losses are found when a process starts
    losses.put(cause, registry.config().clock().wallTime() / 1000.0);
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
    studies.record(took);
    reported(cluster).studyEnded(end);
  }

  @Override
  public void notificationPublished(Notification notification) {
    ReportedMeters cluster = reported(notification.cluster());
    cluster.notified(notification.kind());
    if (notification.waitedSeconds() != EventData.NONE) {
      cluster.acknowledged(Duration.ofSeconds(notification.waitedSeconds()));
    }
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
