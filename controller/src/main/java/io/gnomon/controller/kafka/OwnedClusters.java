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
 * The clusters of one partition, with the offsets up to which their records are applied. A restored
 * cluster may be ahead of others; records that it has applied are skipped. All methods run on the
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

  /** Restores the checkpoints of the previous owner. */
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

  /** The first offset that has not been processed. */
  long next() {
    return next;
  }

  /** Marks all records before {@code offset} as processed. */
  void advance(long offset) {
    next = offset;
  }

  /**
   * Returns the controller that applies the event at {@code offset}, or null if the restored
   * cluster has applied it already.
   */
  @Nullable ClusterController controllerFor(String cluster, long offset) {
    OwnedCluster owned = clusters.get(cluster);
    if (owned == null) {
      owned = new OwnedCluster(new ClusterController(cluster, control.apply(cluster)));
      clusters.put(cluster, owned);
    }
    if (offset < owned.resumeAt()) {
      return null;
    }
    if (owned.countEvent(checkpointEvents)) {
      due.add(owned);
    }
    return owned.controller();
  }

  /** Whether a checkpoint is due. */
  public boolean checkpointDue() {
    return !due.isEmpty();
  }

  /** The first offset that a cluster has not processed. */
  long resumption(ClusterController controller) {
    OwnedCluster owned = clusters.get(controller.cluster());
    return owned == null ? next : Math.max(next, owned.resumeAt());
  }

  /**
   * Adds the progress of the partition to the batch, with the checkpoints of new clusters and of
   * clusters with pending output, and those that are due until the batch is full; the others stay
   * due.
   */
  public void checkpoint(OutgoingBatch outbox) {
    for (OwnedCluster owned : clusters.values()) {
      String cluster = owned.controller().cluster();
      boolean required = owned.fresh() || outbox.hasOutputOf(cluster);
      if (required || (due.contains(owned) && !outbox.full())) {
        owned.checkpoint(next, outbox);
        due.remove(owned);
      }
    }
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
