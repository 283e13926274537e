package io.gnomon.controller.metrics;

import io.gnomon.controller.wait.Histogram;
import io.gnomon.controller.wait.JobWaits;
import io.gnomon.controller.wait.NamedWaits;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The histograms of waits and slowdowns of all clusters. Sampled on the event loop context, and
 * collected on any thread.
 */
final class WaitSeries implements MultiCollector {
  private final Map<String, Map<Family, List<HistogramDataPointSnapshot>>> clusters =
      new ConcurrentHashMap<>();

  private enum Family {
    PARTITION_WAIT("partition", true),
    PARTITION_SLOWDOWN("partition", false),
    QOS_WAIT("qos", true),
    QOS_SLOWDOWN("qos", false),
    ACCOUNT_WAIT("account", true),
    ACCOUNT_SLOWDOWN("account", false);

    private final String label;
    private final boolean seconds;

    Family(String label, boolean seconds) {
      this.label = label;
      this.seconds = seconds;
    }

    String metric() {
      return "gnomon_" + label + (seconds ? "_wait_seconds" : "_slowdown");
    }

    String help() {
      return (seconds
              ? "Time from submission to start of started jobs, by "
              : "Bounded slowdown of completed jobs, by ")
          + (label.equals("qos") ? "QOS" : label);
    }

    NamedWaits of(JobWaits waits) {
      return switch (label) {
        case "partition" -> waits.partitions();
        case "qos" -> waits.qos();
        default -> waits.accounts();
      };
    }
  }

  void sample(String cluster, JobWaits waits) {
    Map<Family, List<HistogramDataPointSnapshot>> families = new EnumMap<>(Family.class);
    for (Family family : Family.values()) {
      families.put(
          family,
          family.of(waits).byName().entrySet().stream()
              .map(entry -> point(cluster, family, entry.getKey(), entry.getValue()))
              .toList());
    }
    clusters.put(cluster, families);
  }

  private static HistogramDataPointSnapshot point(
      String cluster, Family family, String name, NamedWaits.Waits waits) {
    Histogram histogram = family.seconds ? waits.seconds() : waits.slowdown();
    double[] bounds = histogram.bounds();
    long[] counts = histogram.counts();
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    for (int i = 0; i < bounds.length; i++) {
      buckets.bucket(bounds[i], counts[i]);
    }
    return HistogramDataPointSnapshot.builder()
        .labels(Labels.of("cluster", cluster, family.label, name))
        .classicHistogramBuckets(buckets.build())
        .sum(histogram.sum())
        .build();
  }

  void remove(String cluster) {
    clusters.remove(cluster);
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Stream.of(Family.values()).map(this::collect).flatMap(List::stream).toList());
  }

  /** One snapshot, or none if there is no series. */
  private List<MetricSnapshot> collect(Family family) {
    HistogramSnapshot.Builder snapshot =
        HistogramSnapshot.builder().name(family.metric()).help(family.help());
    boolean any = false;
    for (Map<Family, List<HistogramDataPointSnapshot>> points : clusters.values()) {
      for (HistogramDataPointSnapshot point : points.getOrDefault(family, List.of())) {
        snapshot.dataPoint(point);
        any = true;
      }
    }
    return any ? List.of(snapshot.build()) : List.of();
  }
}
