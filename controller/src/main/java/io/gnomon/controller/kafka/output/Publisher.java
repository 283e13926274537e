package io.gnomon.controller.kafka.output;

import io.gnomon.controller.retry.RetryingCaller;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.SizeLimits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.common.PartitionInfo;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the output of one input partition, each batch in one transaction.
 *
 * <p>A failed transaction is aborted and retried with exponential backoff, behind a circuit breaker
 * and without a limit, so that no record is lost. The future fails if the producer has ended: it
 * was fenced, its transaction cannot be aborted, or it is not authorized. Another producer must
 * take its place then. One batch at a time.
 */
public final class Publisher {
  private static final RetryingCaller.Backoff BACKOFF =
      new RetryingCaller.Backoff(
          Duration.ofMillis(100), Duration.ofSeconds(10), Duration.ofSeconds(2));

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
  private static final List<Topic> OUTPUT =
      List.of(Topic.COMMANDS, Topic.DECISIONS, Topic.CHECKPOINTS, Topic.REJECTED);

  private final Vertx vertx;
  private final TopicNames topics;
  private final int partition;
  private final KafkaProducer<String, byte[]> producer;
  private final RetryingCaller caller;
  private boolean owning;
  private boolean closed;

  /**
   * A publisher that is not connected yet.
   *
   * @param kafka settings of the client
   * @param partition the input partition
   */
  public Publisher(Vertx vertx, TopicNames topics, Map<String, String> kafka, int partition) {
    this.vertx = vertx;
    this.topics = topics;
    this.partition = partition;
    Map<String, String> properties = new HashMap<>(kafka);
    properties.put("transactional.id", topics.of(Topic.EVENTS) + "-owner-" + partition);
    properties.put("enable.idempotence", "true");
    properties.put("acks", "all");
    properties.putIfAbsent("compression.type", "zstd");
    properties.putIfAbsent("max.request.size", Integer.toString(SizeLimits.RECORD_BYTES));
    // a record of that size has to fit
    properties.putIfAbsent("buffer.memory", Integer.toString(2 * SizeLimits.RECORD_BYTES));
    properties.putIfAbsent("linger.ms", "20"); // the commit ends it
    properties.put("key.serializer", StringSerializer.class.getName());
    properties.put("value.serializer", ByteArraySerializer.class.getName());
    producer = KafkaProducer.create(vertx, properties);
    // failures are the results of sends and commits; without a handler each is logged as unhandled
    producer.exceptionHandler(failure -> {});
    caller = new RetryingCaller(vertx, "publishing", BACKOFF, Publisher::isPermanent, true);
  }

  /**
   * Initialises the transactional producer, which fences the previous owner, and aborts what may
   * remain of its transactions.
   *
   * <p>A broker that restarts after a transaction has timed out can end it without its markers: the
   * coordinator takes the partitions of brokers that have not registered yet for deleted. The
   * records would then be committed with the first transaction of this producer, which has the same
   * id. So it first aborts a transaction with one record in each partition that the owner writes.
   */
  public Future<Void> takeOver() {
    return caller
        .call(this::initialise)
        .compose(initialised -> caller.call(this::abortRemains))
        .onSuccess(done -> owning = true);
  }

  private Future<Void> initialise() {
    return producer
        .initTransactions()
        .recover(
            failure ->
                Future.failedFuture(
                    failure instanceof RetriableException
                        ? failure
                        : new ProducerEndedException(failure)));
  }

  private Future<Void> abortRemains() {
    return Future.join(OUTPUT.stream().map(this::writtenPartitions).toList())
        .compose(
            found ->
                producer
                    .beginTransaction()
                    .compose(begun -> send(found.list()))
                    .transform(sent -> abortAfter(sent.cause())));
  }

  private Future<Void> send(List<List<KafkaProducerRecord<String, byte[]>>> records) {
    return Future.join(records.stream().flatMap(List::stream).map(producer::send).toList())
        .mapEmpty();
  }

  /** Aborts after records were sent, or after {@code failure}, which is the result then. */
  private Future<Void> abortAfter(@Nullable Throwable failure) {
    if (failure == null) {
      return abort(null);
    }
    return isPermanent(failure)
        ? Future.failedFuture(failure)
        : abort(failure).compose(aborted -> Future.failedFuture(failure));
  }

  /** A record without a value for each partition of a topic that the owner writes. */
  private Future<List<KafkaProducerRecord<String, byte[]>>> writtenPartitions(Topic topic) {
    String name = topics.of(topic);
    return producer
        .partitionsFor(name)
        .map(
            partitions ->
                partitions.stream()
                    .map(PartitionInfo::getPartition)
                    .filter(number -> topic != Topic.CHECKPOINTS || number == partition)
                    .map(
                        number ->
                            KafkaProducerRecord.<String, byte[]>create(
                                name, "takeover", null, number))
                    .toList());
  }

  /** The last failure while the circuit breaker is not closed, or null. */
  public @Nullable Throwable problem() {
    return caller.healthy() ? null : caller.lastFailure();
  }

  /**
   * Writes {@code batch} in one transaction. If a record is too large for its topic or for a
   * request, the next attempt writes rejected records shortened.
   */
  public Future<Void> publish(List<OutgoingRecord> batch) {
    AtomicBoolean tooLarge = new AtomicBoolean();
    return caller.call(
        () ->
            transaction(tooLarge.get() ? shortened(batch) : batch)
                .onFailure(
                    failure -> {
                      if (isTooLarge(failure)) {
                        tooLarge.set(true);
                      }
                    }));
  }

  private static List<OutgoingRecord> shortened(List<OutgoingRecord> batch) {
    return batch.stream()
        .map(record -> record.topic() == Topic.REJECTED ? RejectedRecord.shortened(record) : record)
        .toList();
  }

  /**
   * Closes the producer within five seconds, even if no broker answers. The next owner decides the
   * outcome of a transaction that is still open, by fencing this one.
   */
  public Future<Void> close() {
    closed = true;
    caller.close();
    // does not wait for the pending call, which may wait for brokers for a minute; a producer that
    // is still taking over has published nothing, and only a forced close ends its pending call
    Duration timeout = owning ? CLOSE_TIMEOUT : Duration.ZERO;
    return vertx
        .<Void>executeBlocking(
            () -> {
              producer.unwrap().close(timeout);
              return null;
            },
            false)
        .compose(done -> producer.close());
  }

  private Future<Void> transaction(List<OutgoingRecord> batch) {
    return producer
        .beginTransaction()
        .compose(begun -> sendAndCommit(batch))
        .recover(this::abortAfter);
  }

  /**
   * Aborts the open transaction. After a timeout only an abort may follow; any other failure means
   * that the producer is in an error state, which it cannot leave.
   */
  private Future<Void> abort(@Nullable Throwable cause) {
    return producer
        .abortTransaction()
        .recover(
            failure ->
                failure instanceof TimeoutException && !closed
                    ? abort(cause)
                    : Future.failedFuture(
                        new ProducerEndedException(cause == null ? failure : cause)));
  }

  /** Commits; after a timeout the commit may have succeeded, so that only a commit may follow. */
  private Future<Void> commit() {
    return producer
        .commitTransaction()
        .recover(
            failure ->
                failure instanceof TimeoutException && !closed
                    ? commit()
                    : Future.failedFuture(failure));
  }

  /**
   * Sends the records and commits without waiting for them, so that the producer sends the records
   * of a partition together. The producer commits after all records are written.
   */
  private Future<Void> sendAndCommit(List<OutgoingRecord> batch) {
    List<Future<Void>> steps = new ArrayList<>(batch.size() + 1);
    for (OutgoingRecord outgoing : batch) {
      String topic = topics.of(outgoing.topic());
      KafkaProducerRecord<String, byte[]> record =
          outgoing.partition() == OutgoingRecord.BY_KEY
              ? KafkaProducerRecord.create(topic, outgoing.key(), outgoing.value())
              : KafkaProducerRecord.create(
                  topic, outgoing.key(), outgoing.value(), outgoing.partition());
      outgoing
          .headers()
          .forEach(
              (name, value) -> record.addHeader(name, io.vertx.core.buffer.Buffer.buffer(value)));
      steps.add(producer.send(record).mapEmpty());
    }
    steps.add(commit());
    return Future.join(steps).mapEmpty();
  }

  private static boolean isTooLarge(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RecordTooLargeException) {
        return true;
      }
    }
    return false;
  }

  /** Whether a failure means that the producer cannot be used any more. */
  public static boolean isProducersEnd(Throwable failure) {
    return isPermanent(failure);
  }

  private static boolean isPermanent(Throwable failure) {
    return failure instanceof ProducerEndedException
        || failure instanceof ApplicationRecoverableException // fenced, and similar
        || failure instanceof OutOfOrderSequenceException
        || failure instanceof AuthorizationException
        || failure instanceof UnsupportedVersionException
        || failure instanceof IllegalStateException;
  }
}
