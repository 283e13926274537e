package io.gnomon.controller.kafka;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.checkpoint.CheckpointParts;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.sim.tune.Studies;
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
  private long firstSinceCheckpoint;
  private long checkpointNanos = System.nanoTime();
  private int parts;
  private boolean fresh;
  private List<String> omitted = List.of();
  private long lastEventNanos = System.nanoTime();
  private long studyAt = EventData.NONE;
  private boolean waits;
  private int studiedJobs;

  /** A cluster without a checkpoint. */
  OwnedCluster(ClusterController controller) {
    this.controller = controller;
    fresh = true;
  }

  /**
   * A restored cluster.
   *
   * @param resumeAt the first offset that it has not processed
   * @param parts the number of part records of its checkpoint
   */
  OwnedCluster(ClusterController controller, long resumeAt, int parts) {
    this.controller = controller;
    this.resumeAt = resumeAt;
    this.parts = parts;
  }

  ClusterController controller() {
    return controller;
  }

  /** The cluster is not tracked: its waiting events are applied, and rejected. */
  void dropped() {
    fresh = false;
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
   * Begins a study before the event at {@code offset}; later events wait. Returns {@link
   * #studiedJobs}.
   *
   * @param more jobs that are held in memory, besides the active and the recorded ones
   */
  int study(long offset, int more) {
    studyAt = offset;
    waits = true;
    studiedJobs = activeJobs() + recordedJobs() + more;
    return studiedJobs;
  }

  /**
   * Ends the study; the event is applied. Later events still wait. Returns {@link #studiedJobs}.
   */
  int studied() {
    studyAt = EventData.NONE;
    return studiedJobs;
  }

  /** The number of jobs that the last study held copies of. */
  int studiedJobs() {
    return studiedJobs;
  }

  /** Whether a study is open, so that the cluster has no state between two events. */
  boolean studying() {
    return studyAt != EventData.NONE;
  }

  /** The offset of the event before which a study is open, or {@code otherwise}. */
  long studyAt(long otherwise) {
    return studying() ? studyAt : otherwise;
  }

  /** Sets whether later events wait. */
  void waits(boolean whether) {
    waits = whether;
  }

  /**
   * Whether the next event can be applied. The first one after the declaration waits for a
   * checkpoint: without it, a next owner that continues behind other clusters would skip the event.
   */
  boolean canGoOn() {
    return !waits && !fresh;
  }

  /** The offset of the first event after the last checkpoint, or {@code next} if that is less. */
  long covered(long next) {
    return sinceCheckpoint == 0 ? next : Math.min(next, firstSinceCheckpoint);
  }

  /** Whether the last checkpoint does not include all events of the cluster. */
  boolean hasUnwrittenEvents() {
    return sinceCheckpoint > 0;
  }

  /**
   * Whether the last checkpoint was written or restored {@code age} ago.
   *
   * @param nanoTime the value of {@link System#nanoTime} now
   */
  boolean old(Duration age, long nanoTime) {
    return nanoTime - checkpointNanos >= age.toNanos();
  }

  /**
   * Counts the event at {@code offset}. Returns true if a checkpoint is due: after {@code
   * intervalEvents} events, but not before as many events as there are active jobs and accounts,
   * because the cost of a checkpoint grows with them.
   */
  boolean countEvent(long offset, int intervalEvents) {
    lastEventNanos = System.nanoTime();
    if (sinceCheckpoint == 0) {
      firstSinceCheckpoint = offset;
    }
    return ++sinceCheckpoint >= intervalEvents && sinceCheckpoint >= activeJobs() + accounts();
  }

  /**
   * Adds the checkpoint with all records before {@code offset} applied to the batch. If what Gnomon
   * holds of the cluster cannot be written, the cluster is degraded and written as far as possible.
   * Part records that a former, larger checkpoint needed are deleted.
   */
  void checkpoint(long offset, OutgoingBatch outbox) {
    resumeAt = Math.max(offset, resumeAt);
    sinceCheckpoint = 0;
    checkpointNanos = System.nanoTime();
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
    String cluster = controller.cluster();
    CheckpointParts.split(cluster, written.bytes())
        .forEach((key, bytes) -> outbox.checkpoint(cluster, key, bytes));
    int needed = CheckpointParts.count(written.bytes().length);
    for (int surplus = needed; surplus < parts; surplus++) {
      outbox.checkpoint(cluster, CheckpointParts.key(cluster, surplus), null);
    }
    parts = needed;
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

  private int recordedJobs() {
    TrackedCluster tracked = controller.tracked();
    return tracked == null
        ? 0
        : Math.min(Studies.MOST_BACKTESTED, tracked.tuner().history().size());
  }

  private int accounts() {
    TrackedCluster tracked = controller.tracked();
    Accounting accounts = tracked == null ? null : tracked.mirror().declaredAccounts();
    return accounts == null ? 0 : accounts.size();
  }

  private int activeJobs() {
    TrackedCluster tracked = controller.tracked();
    return tracked == null ? 0 : tracked.mirror().state().activeCount();
  }
}
