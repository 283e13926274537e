package io.gnomon.controller.kafka;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.TrackedCluster;

/** One cluster of an owned partition: its controller and the state of its checkpoint. */
final class OwnedCluster {
  private final ClusterController controller;
  private long resumeAt;
  private int sinceCheckpoint;
  private boolean fresh;

  /** A cluster without a checkpoint. */
  OwnedCluster(ClusterController controller) {
    this.controller = controller;
    fresh = true;
  }

  /** A cluster restored from a checkpoint. */
  OwnedCluster(CheckpointFormat.Restored restored) {
    controller = restored.controller();
    resumeAt = restored.nextOffset();
  }

  ClusterController controller() {
    return controller;
  }

  /** The first offset that the last checkpoint does not include. */
  long resumeAt() {
    return resumeAt;
  }

  /** Whether the cluster has no checkpoint. */
  boolean fresh() {
    return fresh;
  }

  /**
   * Counts an event. Returns true if a checkpoint is due: after {@code intervalEvents} events, but
   * not before as many events as there are active jobs, because the cost of a checkpoint grows with
   * the jobs.
   */
  boolean countEvent(int intervalEvents) {
    return ++sinceCheckpoint >= intervalEvents && sinceCheckpoint >= activeJobs();
  }

  /** Returns the checkpoint with all records before {@code offset} applied. */
  byte[] checkpoint(long offset) {
    resumeAt = Math.max(offset, resumeAt);
    sinceCheckpoint = 0;
    fresh = false;
    return CheckpointFormat.write(controller, resumeAt);
  }

  private int activeJobs() {
    TrackedCluster tracked = controller.tracked();
    return tracked == null ? 0 : tracked.mirror().state().activeCount();
  }
}
