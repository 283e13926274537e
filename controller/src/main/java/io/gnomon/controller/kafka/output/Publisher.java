package io.gnomon.controller.kafka.output;

import io.gnomon.controller.retry.PersistentCaller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes records of one input partition, each batch in one transaction.
 *
 * <p>A transaction that fails is aborted and tried again, with growing pauses, behind a circuit
 * breaker, for as long as it takes: nothing is lost. An error that says that another owner has
 * taken over, or that trying again cannot help, fails the future for good. One batch at a time.
 */
public final class Publisher {
  private static final PersistentCaller.Patience PATIENCE =
      new PersistentCaller.Patience(
          Duration.ofMillis(100), Duration.ofSeconds(10), Duration.ofSeconds(2));

  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final TopicNames topics;
  private final KafkaProducer<String, byte[]> producer;
  private final PersistentCaller caller;
  private boolean owning;
  private boolean closed;

  public Publisher(
      Vertx vertx, TopicNames topics, Map<String, String> kafka, String transactionalId) {
    this.vertx = vertx;
    this.topics = topics;
    Map<String, String> properties = new HashMap<>(kafka);
    properties.put("transactional.id", transactionalId);
    properties.put("enable.idempotence", "true");
    properties.put("acks", "all");
    properties.putIfAbsent("compression.type", "zstd");
    properties.putIfAbsent("max.request.size", "67108864");
    properties.putIfAbsent("buffer.memory", "134217728"); // a record of that size has to fit
    properties.putIfAbsent("linger.ms", "20"); // the commit ends it
    properties.put("key.serializer", StringSerializer.class.getName());
    properties.put("value.serializer", ByteArraySerializer.class.getName());
    producer = KafkaProducer.create(vertx, properties);
    caller = new PersistentCaller(vertx, "publishing", PATIENCE, Publisher::isFinal, true);
  }

  /** Takes over from a former owner, which is fenced from now on. */
  public Future<Void> takeOver() {
    return caller.call(producer::initTransactions).onSuccess(done -> owning = true);
  }

  /** Whether publishing works at present. */
  public boolean healthy() {
    return caller.healthy();
  }

  /** Writes all of {@code batch} or nothing of it, once. */
  public Future<Void> publish(List<OutgoingRecord> batch) {
    return caller.call(() -> transaction(batch));
  }

  /**
   * Ends within some seconds, whatever the brokers do: what is under way has as long to end, then
   * its outcome is left to the next owner, who fences this one.
   */
  public Future<Void> close() {
    closed = true;
    caller.close();
    // not after the call under way, which waits for brokers for as long as a minute; one that takes
    // over has published nothing, and would not be told of an end that is not forced
    Duration patience = owning ? CLOSING : Duration.ZERO;
    return vertx
        .<Void>executeBlocking(
            () -> {
              producer.unwrap().close(patience);
              return null;
            },
            false)
        .compose(done -> producer.close());
  }

  private Future<Void> transaction(List<OutgoingRecord> batch) {
    return producer
        .beginTransaction()
        .compose(begun -> sendAndCommit(batch))
        .recover(
            failure ->
                isFinal(failure)
                    ? Future.failedFuture(failure)
                    : producer
                        .abortTransaction()
                        .transform(aborted -> Future.<Void>failedFuture(failure)));
  }

  /** A commit that took too long may have succeeded: nothing but the same may be asked again. */
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
   * The commit is asked for while the records wait to be sent, so that those of a partition go out
   * together; the producer does it when all are written.
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

  private static boolean isFinal(Throwable failure) {
    return failure instanceof ProducerFencedException
        || failure instanceof InvalidPidMappingException
        || failure instanceof OutOfOrderSequenceException
        || failure instanceof AuthorizationException
        || failure instanceof UnsupportedVersionException
        || failure instanceof IllegalStateException;
  }
}
