package io.gnomon.controller.kafka;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.checkpoint.CheckpointParts;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.events.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One cluster of an owned partition: its controller and the state of its checkpoint. */
final class OwnedCluster {
  private static final Logger LOG = LoggerFactory.getLogger(OwnedCluster.class);

  private final ClusterController controller;
  private long resumeAt;
  private int sinceCheckpoint;
  private boolean fresh;
  private List<String> omitted = List.of();
  private long lastEventNanos = System.nanoTime();

  /** A cluster without a checkpoint. */
  OwnedCluster(ClusterController controller) {
    this.controller = controller;
    fresh = true;
  }

  /**
   * A restored cluster.
   *
   * @param resumeAt the first offset that it has not processed
   * @param fresh whether its checkpoint has another offset, and so must be replaced
   */
  OwnedCluster(ClusterController controller, long resumeAt, boolean fresh) {
    this.controller = controller;
    this.resumeAt = resumeAt;
    this.fresh = fresh;
  }

  ClusterController controller() {
    return controller;
  }

  /** The first offset that the last checkpoint does not include. */
  long resumeAt() {
    return resumeAt;
  }

  /** Whether the cluster has no checkpoint that a next owner can use. */
  boolean fresh() {
    return fresh;
  }

  /**
   * Counts an event. Returns true if a checkpoint is due: after {@code intervalEvents} events, but
   * not before as many events as there are active jobs, because the cost of a checkpoint grows with
   * the jobs.
   */
  boolean countEvent(int intervalEvents) {
    lastEventNanos = System.nanoTime();
    return ++sinceCheckpoint >= intervalEvents && sinceCheckpoint >= activeJobs();
  }

  /**
   * Adds the checkpoint with all records before {@code offset} applied to the batch. If what Gnomon
   * holds of the cluster cannot be written, the cluster is degraded and written as far as possible.
   */
  void checkpoint(long offset, OutgoingBatch outbox) {
    resumeAt = Math.max(offset, resumeAt);
    sinceCheckpoint = 0;
    fresh = false;
    CheckpointFormat.Written written = write();
    Throwable fault = written.fault();
    if (fault != null && !controller.health().lost()) {
      controller.quarantine(resumeAt, now(), fault, outbox);
      written = write();
    }
    if (!written.omitted().equals(omitted)) {
      omitted = written.omitted();
      LOG.warn(
          "cluster {}: its checkpoint has {} bytes; sections left out because it would exceed {}"
              + " bytes: {}",
          controller.cluster(),
          written.bytes().length,
          CheckpointFormat.MOST_BYTES,
          omitted);
    }
    controller.counters().checkpointed(written.bytes().length);
    CheckpointParts.split(controller.cluster(), written.bytes()).forEach(outbox::checkpoint);
  }

  private CheckpointFormat.Written write() {
    return CheckpointFormat.write(controller, resumeAt, CheckpointFormat.MOST_BYTES);
  }

  private long now() {
    TrackedCluster tracked = controller.tracked();
    return tracked == null ? 0 : tracked.mirror().now();
  }

  /**
   * Whether this owner has received no event for {@code here}, and the records of the cluster have
   * ended {@code inAll} before {@code now}. The first condition protects clusters in use from a
   * wrong clock of this host.
   *
   * @param nanoTime the value of {@link System#nanoTime} now
   */
  boolean idle(Duration here, Duration inAll, Instant now, long nanoTime) {
    long last = controller.clock().lastTimestamp();
    return nanoTime - lastEventNanos >= here.toNanos()
        && last != EventData.NONE
        && now.toEpochMilli() - last >= inAll.toMillis();
  }

  private int activeJobs() {
    TrackedCluster tracked = controller.tracked();
    return tracked == null ? 0 : tracked.mirror().state().activeCount();
  }
}
