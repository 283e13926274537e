package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.output.EventIds;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The clusters of a partition that send events without a declaration. Their events are rejected.
 *
 * <p>The topic may have deleted the declaration of a cluster before a controller first read it, so
 * the cluster is asked for a declaration and a snapshot: at its first event, and again after 16
 * further events and each time twice as many. All clusters together are asked at most once per
 * {@value #EVENTS_PER_REQUEST} events, apart from the first {@value #SPARE_REQUESTS} requests. The
 * latest {@value #CAPACITY} clusters are remembered. No clock is read. O(1) per event.
 */
final class UndeclaredClusters {
  static final int CAPACITY = 1_000;
  static final int SPARE_REQUESTS = 100;
  static final int EVENTS_PER_REQUEST = 100;
  private static final long FIRST_PAUSE = 16;

  private final Map<String, Asked> clusters =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Asked> eldest) {
          return size() > CAPACITY;
        }
      };
  private int credit = SPARE_REQUESTS * EVENTS_PER_REQUEST;

  private static final class Asked {
    private long events;
    private long next;
    private long pause = FIRST_PAUSE;
  }

  /**
   * Rejects an event of a cluster that has not been declared, and may ask for its declaration.
   *
   * @param topicId the id of the events topic, empty if it is not known
   */
  void reject(String cluster, long offset, String topicId, EventData data, Outbox out) {
    out.reject(
        offset,
        RejectReason.NOT_DECLARED,
        "cluster '" + cluster + "' has not been declared; send cluster.declared first");
    credit = Math.min(credit + 1, SPARE_REQUESTS * EVENTS_PER_REQUEST);
    Asked asked = clusters.computeIfAbsent(cluster, name -> new Asked());
    if (asked.events++ < asked.next || credit < EVENTS_PER_REQUEST) {
      return;
    }
    credit -= EVENTS_PER_REQUEST;
    asked.next = asked.events + asked.pause;
    asked.pause *= 2;
    out.publish(
        cluster,
        cluster + "-s" + EventIds.suffix(offset, topicId),
        new SnapshotRequested(
            data.at(),
            SnapshotReason.INITIAL,
            EventData.NONE,
            "the cluster has not been declared; send cluster.declared and cluster.snapshot"));
  }

  /** Forgets a cluster that has been declared. */
  void declared(String cluster) {
    clusters.remove(cluster);
  }

  /** The number of remembered clusters. */
  int size() {
    return clusters.size();
  }
}
