package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.kafka.output.Checkpoints;
import io.gnomon.controller.kafka.output.OutgoingBatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The clusters whose events are on one partition, and how far each of them and the partition have
 * come. A restored cluster may be ahead of others: events that it has taken are passed over. On the
 * owner's context.
 */
public final class OwnedClusters {
  private final int partition;
  private final int checkpointEvents;
  private final Function<String, ControlSettings> control;
  private final Map<String, OwnedCluster> clusters = new LinkedHashMap<>();
  private final Set<OwnedCluster> due = new LinkedHashSet<>();
  private long next;

  OwnedClusters(int partition, int checkpointEvents, Function<String, ControlSettings> control) {
    this.partition = partition;
    this.checkpointEvents = checkpointEvents;
    this.control = control;
  }

  /** Takes up what a predecessor has written. */
  void restore(Checkpoints checkpoints) {
    next = checkpoints.progress();
    checkpoints
        .clusters()
        .forEach(
            (cluster, restored) -> {
              clusters.put(cluster, new OwnedCluster(restored));
              next = Math.min(next, restored.nextOffset());
            });
  }

  /** The first offset that has not been taken. */
  long next() {
    return next;
  }

  /** Everything before {@code offset} is taken, or is about to be. */
  void advance(long offset) {
    next = offset;
  }

  /**
   * The controller of a cluster that is to take the event at {@code offset}, or null where it has
   * taken it before.
   */
  @Nullable ClusterController taking(String cluster, long offset) {
    OwnedCluster owned = clusters.get(cluster);
    if (owned == null) {
      owned = new OwnedCluster(new ClusterController(cluster, control.apply(cluster)));
      clusters.put(cluster, owned);
    }
    if (offset < owned.resumeAt()) {
      return null;
    }
    if (owned.takes(checkpointEvents)) {
      due.add(owned);
    }
    return owned.controller();
  }

  /** Whether the state of a cluster is to be written. */
  public boolean checkpointDue() {
    return !due.isEmpty();
  }

  /** The first offset that a cluster has not taken. */
  long resumption(ClusterController controller) {
    OwnedCluster owned = clusters.get(controller.cluster());
    return owned == null ? next : Math.max(next, owned.resumeAt());
  }

  /**
   * Puts the progress, and the checkpoints that are due, of fresh clusters, and of those of which
   * anything is to be said, to what is to be published.
   */
  public void checkpoint(OutgoingBatch outbox) {
    for (OwnedCluster owned : clusters.values()) {
      String cluster = owned.controller().cluster();
      if (owned.fresh() || due.contains(owned) || outbox.concerns(cluster)) {
        outbox.checkpoint(cluster, owned.checkpoint(next));
      }
    }
    due.clear();
    outbox.checkpoint(Checkpoints.progressKey(partition), Checkpoints.progress(next));
  }

  Collection<ClusterController> controllers() {
    List<ClusterController> controllers = new ArrayList<>(clusters.size());
    clusters.values().forEach(owned -> controllers.add(owned.controller()));
    return controllers;
  }

  @Nullable ClusterController controller(String cluster) {
    OwnedCluster owned = clusters.get(cluster);
    return owned == null ? null : owned.controller();
  }
}
