package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.CheckpointFormat;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.Outbox;
import io.gnomon.controller.mirror.Refusal;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EncodedEvent;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.HeaderLookup;
import io.gnomon.events.codec.InvalidEventException;
import io.gnomon.sim.tune.NonAction;
import io.gnomon.sim.tune.ShadowStudy;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
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
  private final StudyPool studies;
  private final Publisher publisher;
  private final Consumer<Throwable> fatal;
  private final Map<String, ClusterController> controllers = new LinkedHashMap<>();
  private final Map<String, Long> resumeAt = new HashMap<>();
  private final Map<String, Integer> sinceCheckpoint = new HashMap<>();
  private final ArrayDeque<ConsumerRecord<String, byte[]>> queue = new ArrayDeque<>();
  private final List<Outgoing> outgoing = new ArrayList<>();
  private final Set<String> spoken = new LinkedHashSet<>();
  private final Outbox outbox = new Collector();
  private @Nullable ConsumerRecord<String, byte[]> current;
  private long next;
  // what records before this offset gave rise to has been published
  private long published;
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
    this.studies = studies;
    this.fatal = fatal;
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
    return publisher
        .takeOver()
        .compose(
            fenced ->
                vertx.executeBlocking(
                    () -> CheckpointReader.read(settings.consumer(), settings.topics(), partition)))
        .map(this::takeUp);
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
    published = progress;
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
   * Does something to a cluster between two chunks and publishes what comes of it.
   *
   * @return fails where the owner is busy; try again
   */
  public Future<Void> between(String cluster, Consumer<Outbox> action) {
    if (busy || !restored || closed) {
      return Future.failedFuture("partition " + partition + " is busy");
    }
    busy = true;
    action.accept(outbox);
    spoken.add(cluster);
    return flush().onComplete(done -> release());
  }

  /** Stops; what has not been published is left to the next owner. */
  public Future<Void> close() {
    closed = true;
    queue.clear();
    return publisher.close();
  }

  private void drain() {
    if (busy || closed || !restored) {
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
      current = record;
      next = record.offset() + 1;
      Open open = take(record);
      if (open != null) {
        int rest = left - 1;
        return study(open).compose(done -> takeChunk(rest));
      }
    }
    return Future.succeededFuture();
  }

  private record Open(ClusterController controller, ShadowStudy study) {}

  private @Nullable Open take(ConsumerRecord<String, byte[]> record) {
    GnomonEvent event;
    try {
      event = CODEC.decode(record.value(), headers(record));
    } catch (InvalidEventException e) {
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
    return study == null ? null : new Open(controller, study);
  }

  private Future<Void> study(Open open) {
    return studies
        .run(open.study())
        .transform(
            done -> {
              if (closed) {
                return Future.succeededFuture();
              }
              ShadowStudy another =
                  done.succeeded()
                      ? open.controller().conclude(done.result(), outbox)
                      : open.controller().abandon(reason(open, done.cause()), outbox);
              return another == null
                  ? Future.succeededFuture()
                  : study(new Open(open.controller(), another));
            });
  }

  private static NonAction reason(Open open, Throwable failure) {
    if (failure instanceof TimeoutException) {
      return NonAction.STUDY_TIMEOUT;
    }
    LOG.error("a study of {} failed", open.controller().cluster(), failure);
    return NonAction.STUDY_FAILED;
  }

  private static HeaderLookup headers(ConsumerRecord<String, byte[]> record) {
    return name -> {
      Header header = record.headers().lastHeader(name);
      return header == null ? null : header.value();
    };
  }

  private Future<Void> flushIfDue() {
    boolean due =
        !outgoing.isEmpty()
            || sinceCheckpoint.values().stream()
                .anyMatch(events -> events >= settings.checkpointEvents());
    return due ? flush() : Future.succeededFuture();
  }

  private Future<Void> flush() {
    for (ClusterController controller : controllers.values()) {
      String cluster = controller.cluster();
      boolean fresh = !resumeAt.containsKey(cluster);
      int events = sinceCheckpoint.getOrDefault(cluster, 0);
      if (fresh || spoken.contains(cluster) || events >= settings.checkpointEvents()) {
        byte[] checkpoint = CheckpointFormat.write(controller, next);
        outgoing.add(new Outgoing(Topic.CHECKPOINTS, partition, cluster, checkpoint, Map.of()));
        resumeAt.put(cluster, next);
        sinceCheckpoint.put(cluster, 0);
      }
    }
    byte[] progress = ByteBuffer.allocate(Long.BYTES).putLong(next).array();
    outgoing.add(new Outgoing(Topic.CHECKPOINTS, partition, progressKey(), progress, Map.of()));
    List<Outgoing> batch = List.copyOf(outgoing);
    long through = next;
    outgoing.clear();
    spoken.clear();
    return publisher.publish(batch).onSuccess(done -> published = through);
  }

  private String progressKey() {
    return "#partition-" + partition;
  }

  /** Turns what the core says into records; what a predecessor has published is not said again. */
  private final class Collector implements Outbox {
    @Override
    public void publish(String cluster, String id, EventData data) {
      spoken.add(cluster);
      EncodedEvent encoded =
          CODEC.encodeStructured(GnomonEvent.of(cluster, id, EventData.NONE, null, data));
      Map<String, byte[]> headers = new HashMap<>();
      encoded
          .headers()
          .forEach((name, value) -> headers.put(name, value.getBytes(StandardCharsets.UTF_8)));
      outgoing.add(
          new Outgoing(data.type().topic(), Outgoing.BY_KEY, cluster, encoded.value(), headers));
    }

    @Override
    public void refuse(long offset, Refusal refusal, String detail) {
      ConsumerRecord<String, byte[]> record = Objects.requireNonNull(current);
      if (offset < published) {
        return;
      }
      LOG.warn("partition {} offset {}: {}: {}", partition, offset, refusal, detail);
      Map<String, byte[]> headers = new HashMap<>();
      record.headers().forEach(header -> headers.put(header.key(), header.value()));
      headers.put(RejectHeaders.REASON, refusal.name().getBytes(StandardCharsets.UTF_8));
      headers.put(RejectHeaders.DETAIL, detail.getBytes(StandardCharsets.UTF_8));
      headers.put(RejectHeaders.OFFSET, Long.toString(offset).getBytes(StandardCharsets.UTF_8));
      outgoing.add(
          new Outgoing(
              Topic.REJECTED,
              Outgoing.BY_KEY,
              record.key() == null ? "" : record.key(),
              record.value() == null ? new byte[0] : record.value(),
              headers));
    }
  }
}
