package io.gnomon.controller.kafka;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.checkpoint.CheckpointParts;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.kafka.output.Checkpoints;
import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The declared clusters of one partition, with the offsets up to which their records are applied. A
 * restored cluster may be ahead of others; records that it has applied are skipped. A cluster with
 * an open study falls behind: its later events wait, and the progress of the partition tells a next
 * owner so. A cluster without events for {@link #IDLE} is evicted, and its checkpoint deleted. All
 * methods run on the owner's context.
 */
public final class OwnedClusters {
  /** The time without records after which a cluster is evicted. */
  static final Duration IDLE = Duration.ofDays(30);

  private static final int NEW_AT_ONCE = 50;
  private static final int LOST_AT_ONCE = 50;
  private static final Duration OLDEST_CHECKPOINT = Duration.ofHours(1);
  private static final int EVICTED_AT_ONCE = 20; // each deletes the keys of all possible parts
  private static final Duration IDLE_HERE = Duration.ofDays(1);

  private final int partition;
  private final int checkpointEvents;
  private final Function<String, ControlSettings> control;
  private final Map<String, OwnedCluster> clusters = new LinkedHashMap<>();
  private final Set<OwnedCluster> due = new LinkedHashSet<>();
  private final OutgoingBatch outbox;
  private final WaitingEvents waiting;
  private final ClusterAdmission admission;
  private final Set<String> evicted = new LinkedHashSet<>();
  private final Deque<Lost> lost = new ArrayDeque<>();
  private int newClusters; // without a checkpoint
  private long published;
  private String topicId = "";
  private long next;
  private long unknownBefore;
  private long endAtStart;
  private boolean progressDue;
  private long notTracked = Long.MAX_VALUE;

  /**
   * A restored cluster that has lost records and has not been degraded yet.
   *
   * @param position the offset in the present topic at which it would have continued, or the
   *     largest number if that was in another topic
   */
  private record Lost(OwnedCluster owned, long position, String detail) {}

  OwnedClusters(
      int partition,
      int checkpointEvents,
      ClusterAdmission admission,
      Function<String, ControlSettings> control,
      OutgoingBatch outbox) {
    this.partition = partition;
    this.outbox = outbox;
    waiting = new WaitingEvents(outbox);
    this.admission = admission;
    this.checkpointEvents = checkpointEvents;
    this.control = control;
  }

  /**
   * Restores the checkpoints of the previous owner. Clusters of which records may have been lost
   * meanwhile are degraded, and their snapshots requested, in the next transactions, see {@link
   * #losing}.
   *
   * @param log the records that the partition has now
   * @return the losses with the number of clusters that they affect; at least the partition's own
   */
  Map<LogRange.Loss, Integer> restore(Checkpoints checkpoints, LogRange log) {
    topicId = log.topicId();
    endAtStart = log.end();
    Map<LogRange.Loss, Integer> losses = new EnumMap<>(LogRange.Loss.class);
    Checkpoints.Progress progress = checkpoints.progress();
    if (progress.isNone()) {
      published = log.start();
      next = published;
      unknownBefore = log.start() > 0 ? log.end() : 0;
    } else {
      published = log.resume(progress.topicId(), progress.offset());
      next = published;
      Map<String, Long> behind = new HashMap<>(progress.behind());
      behind.values().removeIf(offset -> !progress.topicId().equals(topicId) || offset > published);
      outbox.published(published, behind);
      count(log.lossSince(progress.topicId(), progress.offset()), 0, losses);
    }
    for (Checkpoints.Position kept : checkpoints.withoutRoom()) {
      keepUntracked(
          positionHere(kept.topicId(), progress.position(kept.topicId(), kept.nextOffset())));
    }
    checkpoints
        .clusters()
        .forEach((cluster, restored) -> restore(cluster, restored, log, checkpoints, losses));
    progressDue = !losses.isEmpty();
    return losses;
  }

  private void restore(
      String cluster,
      CheckpointFormat.Restored restored,
      LogRange log,
      Checkpoints checkpoints,
      Map<LogRange.Loss, Integer> losses) {
    ClusterController controller = restored.controller();
    if (controller.tracked() == null && !controller.health().lost()) {
      evicted.add(cluster); // of a version that wrote checkpoints of undeclared clusters
      return;
    }
    String former = controller.ids().topicId();
    long position = checkpoints.progress().position(former, restored.nextOffset());
    long positionHere = positionHere(former, position);
    if (!admission.allows(cluster)) {
      controller.settings().room().leave();
      keepUntracked(positionHere);
      return;
    }
    long resumeAt = log.resume(former, position);
    controller.ids().topic(topicId);
    int parts = checkpoints.parts().getOrDefault(cluster, 0);
    OwnedCluster owned = new OwnedCluster(controller, resumeAt, parts);
    clusters.put(cluster, owned);
    next = Math.min(next, resumeAt);
    LogRange.Loss loss = log.lossSince(former, position);
    if (loss != null) {
      count(loss, 1, losses);
      if (controller.tracked() != null) {
        lost.add(new Lost(owned, positionHere, log.describe(loss, position)));
      }
    }
  }

  private long positionHere(String ofTopic, long position) {
    return ofTopic.isEmpty() || ofTopic.equals(topicId) ? position : Long.MAX_VALUE;
  }

  /** Lets the checkpoint of a cluster that is not tracked, and its later events, be kept. */
  private void keepUntracked(long position) {
    notTracked = Math.min(notTracked, position);
  }

  private static void count(
      LogRange.@Nullable Loss loss, int affected, Map<LogRange.Loss, Integer> losses) {
    if (loss != null) {
      losses.merge(loss, affected, Integer::sum);
    }
  }

  /**
   * Whether a cluster whose first event is at {@code offset} may have had earlier events that the
   * topic does not have any more, because there were no checkpoints.
   */
  boolean mayHaveEarlierEvents(long offset) {
    return offset < unknownBefore;
  }

  /**
   * Whether a study of one cluster can delay new events of others: the partition has several
   * clusters, and the backlog from before it was taken over, whose events are late anyway, has been
   * read. Offsets say so; the clocks of producers may be wrong.
   */
  boolean shareNewEvents() {
    return clusters.size() > 1 && next >= endAtStart;
  }

  /** The id of the events topic; empty if it is not known. */
  String topicId() {
    return topicId;
  }

  /** The first offset that has not been read. */
  long next() {
    return next;
  }

  /** Marks all records before {@code offset} as read. */
  void advance(long offset) {
    next = offset;
  }

  /**
   * Whether the event of a cluster at {@code offset} has taken effect: the restored cluster has
   * applied it, or it was processed before and the cluster has been evicted or was never tracked.
   */
  boolean applied(String cluster, long offset) {
    OwnedCluster owned = clusters.get(cluster);
    return offset < (owned == null ? published : owned.resumeAt());
  }

  /** Returns why a cluster cannot be tracked, or null if it is tracked or can be. */
  @Nullable String objection(String cluster) {
    return clusters.containsKey(cluster) ? null : admission.objection(cluster);
  }

  /** The events that wait, and the studies for which they do. */
  WaitingEvents waiting() {
    return waiting;
  }

  /** The cluster with an id, or null if it is not tracked. */
  @Nullable OwnedCluster owned(String cluster) {
    return clusters.get(cluster);
  }

  /** Whether a study of a cluster is open. */
  boolean studying(ClusterController controller) {
    OwnedCluster owned = clusters.get(controller.cluster());
    return owned != null && owned.studying();
  }

  /** Whether a study of a cluster is open, or events of it wait. */
  boolean behind(ClusterController controller) {
    OwnedCluster owned = clusters.get(controller.cluster());
    return owned != null && position(owned) < next;
  }

  /** The first offset that a cluster has not processed here. */
  private long position(OwnedCluster owned) {
    return waiting.position(owned, next);
  }

  /**
   * Returns the controller that applies an event of a cluster, or null if the cluster is not
   * tracked. A declaration starts to track it.
   */
  @Nullable ClusterController controllerFor(String cluster, long offset, EventData data) {
    OwnedCluster owned = clusters.get(cluster);
    if (owned == null) {
      if (!(data instanceof ClusterDeclared)) {
        return null;
      }
      ClusterController created = new ClusterController(cluster, control.apply(cluster));
      created.ids().topic(topicId);
      owned = new OwnedCluster(created);
      clusters.put(cluster, owned);
      newClusters++;
    }
    if (owned.countEvent(offset, checkpointEvents)) {
      due.add(owned);
    }
    return owned.controller();
  }

  /** Makes a checkpoint due, so that a next owner knows the cluster and the topic. */
  void checkpointSoon(ClusterController controller) {
    OwnedCluster owned = clusters.get(controller.cluster());
    if (owned != null) {
      due.add(owned);
    }
  }

  /** Drops a cluster whose first declaration was not valid; returns false for another cluster. */
  boolean dropUndeclared(String cluster) {
    OwnedCluster owned = clusters.get(cluster);
    if (owned == null || !owned.fresh()) {
      return false;
    }
    leave(owned);
    owned.dropped();
    return true;
  }

  private void leave(OwnedCluster owned) {
    clusters.remove(owned.controller().cluster());
    due.remove(owned);
    owned.controller().settings().room().leave();
  }

  /** Gives the room of all clusters back, for their next owner. */
  void close() {
    clusters.values().forEach(owned -> owned.controller().settings().room().leave());
  }

  /**
   * Evicts at most {@value #EVICTED_AT_ONCE} clusters without events for {@link #IDLE}, and returns
   * their controllers.
   *
   * @param nanoTime the value of {@link System#nanoTime} now
   */
  List<ClusterController> evictIdle(Instant now, long nanoTime) {
    List<OwnedCluster> idle =
        clusters.values().stream()
            .filter(owned -> owned.canGoOn() && position(owned) == next)
            .filter(owned -> owned.idle(IDLE_HERE, IDLE, now, nanoTime))
            .limit(EVICTED_AT_ONCE)
            .toList();
    for (OwnedCluster owned : idle) {
      leave(owned);
      evicted.add(owned.controller().cluster());
    }
    return idle.stream().map(OwnedCluster::controller).toList();
  }

  /**
   * Makes the checkpoints due that are an hour old and do not include all events of their clusters,
   * so that the events topic may delete the events. If events of a cluster that may not be tracked
   * are kept for it, the offsets of all checkpoints matter, and each is renewed.
   *
   * @param nanoTime the value of {@link System#nanoTime} now
   */
  void renewOldCheckpoints(long nanoTime) {
    for (OwnedCluster owned : clusters.values()) {
      boolean old = owned.old(OLDEST_CHECKPOINT, nanoTime);
      boolean offsetMatters = notTracked < next && owned.resumeAt() < next;
      if (old && (offsetMatters || owned.hasUnwrittenEvents())) {
        due.add(owned);
      }
    }
  }

  /** Whether a checkpoint is due, or the deletion of one. */
  public boolean checkpointDue() {
    return progressDue
        || due.stream().anyMatch(owned -> !owned.studying())
        || !evicted.isEmpty()
        || manyNew()
        || losing();
  }

  /**
   * Whether restored clusters that have lost records are still to be degraded. Each transaction
   * degrades at most {@value #LOST_AT_ONCE}, and until the batch is full, because each needs a
   * checkpoint in the same transaction. No record may be processed before all are.
   */
  public boolean losing() {
    return !lost.isEmpty();
  }

  /**
   * Whether so many clusters have no checkpoint yet that a transaction must write them before the
   * next record. More at once would delay the event loop.
   */
  public boolean manyNew() {
    return newClusters >= NEW_AT_ONCE;
  }

  /** The number of tracked clusters. */
  int size() {
    return clusters.size();
  }

  /** The first offset that a cluster has not processed. */
  long resumption(ClusterController controller) {
    OwnedCluster owned = clusters.get(controller.cluster());
    return owned == null ? next : Math.max(position(owned), owned.resumeAt());
  }

  /**
   * Adds the progress of the partition to the batch, with the checkpoints of new clusters and of
   * clusters with pending output, those that are due until the batch is full, and clusters that
   * have lost records; the others stay due, and those with an open study.
   */
  public void checkpoint() {
    long reached = Math.max(next, published);
    Map<String, Long> behind = new HashMap<>();
    for (OwnedCluster owned : clusters.values()) {
      String cluster = owned.controller().cluster();
      long position = position(owned);
      boolean required = owned.fresh() || outbox.hasOutputOf(cluster);
      if (!owned.studying() && (required || (due.contains(owned) && !outbox.full()))) {
        owned.checkpoint(position, outbox);
        due.remove(owned);
      }
      long reachedBy = Math.max(position, outbox.published(cluster));
      if (reachedBy < reached) {
        behind.put(cluster, reachedBy);
      }
    }
    waiting.changed();
    degradeLost();
    for (String cluster : evicted) {
      if (!clusters.containsKey(cluster)) {
        CheckpointParts.keys(cluster).forEach(key -> outbox.checkpoint("", key, null));
      }
    }
    evicted.clear();
    newClusters = 0;
    progressDue = false;
    outbox.checkpoint(
        "",
        Checkpoints.progressKey(partition),
        new Checkpoints.Progress(topicId, reached, covered(), behind).encode());
  }

  private void degradeLost() {
    for (int left = LOST_AT_ONCE; left > 0 && losing() && !outbox.full(); left--) {
      Lost one = lost.remove();
      one.owned().controller().lost(one.owned().resumeAt(), one.detail(), outbox);
      one.owned().checkpoint(next, outbox);
      due.remove(one.owned());
    }
  }

  /** The offset before which the checkpoints include every event of every cluster. */
  private long covered() {
    long covered = Math.min(next, notTracked);
    for (OwnedCluster owned : clusters.values()) {
      covered = Math.min(owned.covered(covered), position(owned));
    }
    for (Lost one : lost) {
      covered = Math.min(covered, one.position());
    }
    return covered;
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
