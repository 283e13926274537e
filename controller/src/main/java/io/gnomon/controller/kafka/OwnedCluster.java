package io.gnomon.controller.kafka;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.TrackedCluster;

/** One cluster of an owned partition: its controller, and what of it has been written. */
final class OwnedCluster {
  private final ClusterController controller;
  private long resumeAt;
  private int sinceCheckpoint;
  private boolean fresh;

  /** A cluster of which nothing has been written. */
  OwnedCluster(ClusterController controller) {
    this.controller = controller;
    fresh = true;
  }

  /** A cluster as it was written. */
  OwnedCluster(CheckpointFormat.Restored restored) {
    controller = restored.controller();
    resumeAt = restored.nextOffset();
  }

  ClusterController controller() {
    return controller;
  }

  /** The first offset that the last checkpoint does not have. */
  long resumeAt() {
    return resumeAt;
  }

  /** Whether nothing of it has been written. */
  boolean fresh() {
    return fresh;
  }

  /**
   * Counts an event that it takes; true where a checkpoint is due: after {@code mostEvents}, or, as
   * a checkpoint's cost grows with the jobs, after as many events as there are active jobs.
   */
  boolean takes(int mostEvents) {
    return ++sinceCheckpoint >= mostEvents && sinceCheckpoint >= activeJobs();
  }

  /** Its state, with all records before {@code offset} taken, from which a successor goes on. */
  byte[] checkpoint(long offset) {
    resumeAt = Math.max(offset, resumeAt);
    sinceCheckpoint = 0;
    fresh = false;
    return CheckpointFormat.write(controller, resumeAt);
  }

  private int activeJobs() {
    TrackedCluster followed = controller.followed();
    return followed == null ? 0 : followed.mirror().state().activeCount();
  }
}
