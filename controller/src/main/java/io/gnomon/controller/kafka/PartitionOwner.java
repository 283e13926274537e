package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.CheckpointFormat;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.Notice;
import io.gnomon.controller.cluster.OperationResult;
import io.gnomon.controller.cluster.OperatorRequest;
import io.gnomon.controller.cluster.RefusedOperationException;
import io.gnomon.controller.mirror.Refusal;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.InvalidEventException;
import io.gnomon.sim.tune.ShadowStudy;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns one partition of the events: takes its records in order, one at a time, and publishes what
 * comes of them together with checkpoints, in transactions.
 *
 * <p>The offset to go on from is in the checkpoints, not in a consumer group, and a successor
 * fences this owner's producer before it reads them; so each record takes effect once. A chunk of
 * records is taken, then what it gave rise to is published, then the next chunk is taken; a study
 * holds the chunk up. All methods run on one event loop context.
 */
public final class PartitionOwner {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionOwner.class);
  private static final int CHUNK = 2_000;
  private static final EventCodec CODEC = new EventCodec();

  private final Vertx vertx;
  private final int partition;
  private final OwnerSettings settings;
  private final StudyRunner studies;
  private final Publisher publisher;
  private final Consumer<Throwable> fatal;
  private final Map<String, ClusterController> controllers = new LinkedHashMap<>();
  private final Map<String, Long> resumeAt = new HashMap<>();
  private final Map<String, Integer> sinceCheckpoint = new HashMap<>();
  private final ArrayDeque<ConsumerRecord<String, byte[]>> queue = new ArrayDeque<>();
  private final OutgoingBatch outbox;
  private final OperatorQueue asked = new OperatorQueue();
  private long next;
  private boolean restored;
  private boolean busy;
  private boolean closed;
  private Runnable drained = () -> {};

  /**
   * An owner of {@code partition}.
   *
   * @param fatal told once, when this owner cannot go on: another has taken over, or a study failed
   */
  public PartitionOwner(
      Vertx vertx,
      int partition,
      OwnerSettings settings,
      StudyPool studies,
      Consumer<Throwable> fatal) {
    this.vertx = vertx;
    this.partition = partition;
    this.settings = settings;
    this.fatal = fatal;
    outbox = new OutgoingBatch(partition, settings.listener());
    this.studies = new StudyRunner(studies, outbox, settings.listener(), () -> closed);
    publisher =
        new Publisher(
            vertx,
            settings.topics(),
            settings.producer(),
            settings.topics().of(Topic.EVENTS) + "-owner-" + partition);
  }

  /**
   * Fences whoever owned the partition before and takes up the latest checkpoints.
   *
   * @return the offset from which records are to be read
   */
  public Future<Long> restore() {
    long began = System.nanoTime();
    return publisher
        .takeOver()
        .compose(
            fenced ->
                vertx.executeBlocking(
                    () -> CheckpointReader.read(settings.consumer(), settings.topics(), partition)))
        .map(this::takeUp)
        .onSuccess(offset -> settings.listener().restored(partition, since(began)));
  }

  private long takeUp(Map<String, byte[]> checkpoints) {
    long least = Long.MAX_VALUE;
    long progress = 0;
    for (Map.Entry<String, byte[]> checkpoint : checkpoints.entrySet()) {
      if (checkpoint.getKey().equals(progressKey())) {
        progress = ByteBuffer.wrap(checkpoint.getValue()).getLong();
        continue;
      }
      CheckpointFormat.Restored found =
          CheckpointFormat.read(
              checkpoint.getValue(), settings.control().apply(checkpoint.getKey()));
      controllers.put(checkpoint.getKey(), found.controller());
      resumeAt.put(checkpoint.getKey(), found.nextOffset());
      sinceCheckpoint.put(checkpoint.getKey(), 0);
      least = Math.min(least, found.nextOffset());
    }
    next = Math.min(progress, least);
    outbox.published(progress);
    restored = true;
    LOG.info(
        "partition {}: {} clusters restored, going on from offset {}",
        partition,
        controllers.size(),
        next);
    return next;
  }

  /** Takes records in offset order; those of before the restored offset are passed over. */
  public void offer(Collection<ConsumerRecord<String, byte[]>> records) {
    queue.addAll(records);
    drain();
  }

  /** Records that wait. */
  public int waiting() {
    return queue.size();
  }

  /** Calls {@code then} once, when no more record waits. */
  public void whenDrained(Runnable then) {
    drained = then;
  }

  /** The offset after the last record that was taken. */
  public long nextOffset() {
    return next;
  }

  /** Whether the checkpoints have been taken up. */
  public boolean restored() {
    return restored;
  }

  /** Whether what is to be said can be said at present. */
  public boolean healthy() {
    return restored && !closed && publisher.healthy();
  }

  /** The clusters of this partition; to read on this context. */
  public Collection<ClusterController> controllers() {
    return controllers.values();
  }

  /** The controller of a cluster, or null. */
  public @Nullable ClusterController controller(String cluster) {
    return controllers.get(cluster);
  }

  /**
   * Carries out what a person asks, between two chunks of records.
   *
   * @return completes when what came of it is published, together with a checkpoint that has it;
   *     fails with a {@link RefusedOperationException}, or where this owner stops before
   */
  public Future<OperationResult> operate(ClusterController controller, OperatorRequest request) {
    if (!restored || closed) {
      return Future.failedFuture("partition " + partition + " is not ready; try again in a while");
    }
    Future<OperationResult> answer = asked.add(controller, request);
    drain();
    return answer;
  }

  /** Stops; what has not been published is left to the next owner. */
  public Future<Void> close() {
    closed = true;
    queue.clear();
    asked.giveUp("partition " + partition + " is given up; nothing has been changed");
    return publisher.close();
  }

  private void drain() {
    if (busy || closed || !restored) {
      return;
    }
    if (!asked.isEmpty()) {
      busy = true;
      answer(asked.next()).onSuccess(done -> release()).onFailure(this::stop);
      return;
    }
    if (queue.isEmpty()) {
      Runnable then = drained;
      drained = () -> {};
      then.run();
      return;
    }
    busy = true;
    Future.<Void>succeededFuture()
        .compose(ready -> takeChunk(CHUNK))
        .compose(done -> closed ? Future.<Void>succeededFuture() : flushIfDue())
        .onSuccess(done -> release())
        .onFailure(this::stop);
  }

  private Future<Void> answer(OperatorQueue.Asked one) {
    ClusterController controller = one.controller();
    long offset = resumption(controller.cluster());
    try {
      OperationResult result = controller.operate(offset, one.request(), outbox);
      Future<Void> told = result.changed() ? flush() : Future.succeededFuture();
      return told.onSuccess(done -> one.answer().complete(result)).onFailure(one.answer()::fail);
    } catch (RefusedOperationException refused) {
      one.answer().fail(refused);
      return Future.succeededFuture();
    } catch (RuntimeException fault) {
      // what it has changed is not known; the checkpoints do not have it
      one.answer().fail(fault);
      return Future.failedFuture(fault);
    }
  }

  /** The first offset that a cluster has not taken; it may be ahead of others after a restart. */
  private long resumption(String cluster) {
    return Math.max(next, resumeAt.getOrDefault(cluster, 0L));
  }

  private void release() {
    busy = false;
    vertx.runOnContext(again -> drain());
  }

  private void stop(Throwable failure) {
    if (!closed) {
      closed = true;
      LOG.error("partition {} cannot go on", partition, failure);
      fatal.accept(failure);
    }
  }

  private Future<Void> takeChunk(int left) {
    for (; left > 0 && !queue.isEmpty() && !closed; left--) {
      ConsumerRecord<String, byte[]> record = queue.remove();
      if (record.offset() < next) {
        continue;
      }
      outbox.begin(record);
      next = record.offset() + 1;
      Open open = take(record);
      if (open != null) {
        int rest = left - 1;
        return studies
            .run(open.controller(), open.study(), Trigger.of(record))
            .compose(done -> takeChunk(asked.isEmpty() ? rest : 0));
      }
    }
    return Future.succeededFuture();
  }

  private record Open(ClusterController controller, ShadowStudy study) {}

  private @Nullable Open take(ConsumerRecord<String, byte[]> record) {
    GnomonEvent event;
    try {
      event = CODEC.decode(record.value(), new RecordHeaders(record));
    } catch (InvalidEventException e) {
      settings.listener().undecodable(partition);
      outbox.refuse(record.offset(), Refusal.INVALID, e.reason() + ": " + e.getMessage());
      return null;
    }
    String cluster = event.cluster();
    if (record.offset() < resumeAt.getOrDefault(cluster, 0L)) {
      return null;
    }
    ClusterController controller =
        controllers.computeIfAbsent(
            cluster, name -> new ClusterController(name, settings.control().apply(name)));
    sinceCheckpoint.merge(cluster, 1, Integer::sum);
    ShadowStudy study = controller.take(record.offset(), event, outbox);
    settings.listener().taken(controller);
    return study == null ? null : new Open(controller, study);
  }

  private static Duration since(long nanoTime) {
    return Duration.ofNanos(System.nanoTime() - nanoTime);
  }

  private Future<Void> flushIfDue() {
    boolean due =
        !outbox.isEmpty()
            || sinceCheckpoint.values().stream()
                .anyMatch(events -> events >= settings.checkpointEvents());
    return due ? flush() : Future.succeededFuture();
  }

  private Future<Void> flush() {
    for (ClusterController controller : controllers.values()) {
      String cluster = controller.cluster();
      boolean fresh = !resumeAt.containsKey(cluster);
      int events = sinceCheckpoint.getOrDefault(cluster, 0);
      if (fresh || outbox.concerns(cluster) || events >= settings.checkpointEvents()) {
        long from = resumption(cluster);
        outbox.checkpoint(cluster, CheckpointFormat.write(controller, from));
        resumeAt.put(cluster, from);
        sinceCheckpoint.put(cluster, 0);
      }
    }
    outbox.checkpoint(progressKey(), ByteBuffer.allocate(Long.BYTES).putLong(next).array());
    long through = next;
    List<Notice> notices = outbox.takeNotices();
    Set<String> concerned = outbox.concerned();
    return publisher
        .publish(outbox.take())
        .onSuccess(
            done -> {
              outbox.published(through);
              concerned.forEach(settings.listener()::published);
              notices.forEach(settings.listener()::told);
            });
  }

  private String progressKey() {
    return "#partition-" + partition;
  }
}
