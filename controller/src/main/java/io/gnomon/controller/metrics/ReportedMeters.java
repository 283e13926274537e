package io.gnomon.controller.metrics;

import io.gnomon.controller.listener.OwnerListener.StudyEnd;
import io.gnomon.controller.notification.Notification;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The metrics of one cluster that its owner reports as things happen, from 0 with each process. All
 * methods run on the cluster's event loop context.
 */
final class ReportedMeters {
  private final MeterRegistry registry;
  private final Map<StudyEnd, Counter> studies = new EnumMap<>(StudyEnd.class);
  private final Map<Notification.Kind, Counter> notifications =
      new EnumMap<>(Notification.Kind.class);
  private final Timer acknowledgements;

  ReportedMeters(String cluster, MeterRegistry registry) {
    this.registry = registry;
    for (StudyEnd end : StudyEnd.values()) {
      studies.put(
          end,
          Counter.builder("gnomon.studies")
              .description("Studies, by result")
              .tags("cluster", cluster, "result", ClusterMeters.lower(end.name()))
              .register(registry));
    }
    for (Notification.Kind kind : Notification.Kind.values()) {
      notifications.put(
          kind,
          Counter.builder("gnomon.change.notifications")
              .description("Notifications created, by kind")
              .tags("cluster", cluster, "kind", kind.wireName())
              .register(registry));
    }
    acknowledgements =
        Timer.builder("gnomon.command.acknowledgement")
            .description("Time from a command to the scheduler's answer, by the scheduler's clock")
            .tags("cluster", cluster)
            .register(registry);
  }

  void studyEnded(StudyEnd end) {
    count(studies, end);
  }

  void notified(Notification.Kind kind) {
    count(notifications, kind);
  }

  private static <K> void count(Map<K, Counter> counters, K key) {
    Counter counter = counters.get(key);
    if (counter != null) {
      counter.increment();
    }
  }

  void acknowledged(Duration after) {
    acknowledgements.record(after);
  }

  /** Removes all series. */
  void remove() {
    List<Meter> meters = new ArrayList<>(studies.values());
    meters.addAll(notifications.values());
    meters.add(acknowledgements);
    meters.forEach(registry::remove);
  }
}
