package io.gnomon.controller.kafka;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.kafka.client.common.TopicPartition;
import io.vertx.kafka.client.consumer.KafkaConsumer;
import io.vertx.kafka.client.consumer.KafkaConsumerRecords;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topic of the events as a member of a consumer group, until it is closed; from then on
 * nothing reaches the client, and no handler is called.
 *
 * <p>The client must not be asked for anything once it is being closed: it would begin anew on
 * another thread, collide with its own closing, and that would never be told as ended. All methods
 * and handlers on one event loop context.
 */
public final class EventReader {
  private static final Logger LOG = LoggerFactory.getLogger(EventReader.class);

  private final KafkaConsumer<String, byte[]> client;
  private boolean closed;

  /** A reader that has not subscribed; {@code kafka} are properties of the client. */
  public EventReader(Vertx vertx, Map<String, String> kafka, String group) {
    Map<String, String> properties = new HashMap<>(kafka);
    properties.put("group.id", group);
    properties.put("enable.auto.commit", "false");
    properties.put("auto.offset.reset", "earliest");
    properties.put("isolation.level", "read_committed");
    properties.putIfAbsent("max.poll.records", "2000");
    // a replica that is killed is missed after 6 s, the least that brokers allow unless told
    // otherwise, and the other hears of it within 1 s more
    properties.putIfAbsent("session.timeout.ms", "6000");
    properties.putIfAbsent("heartbeat.interval.ms", "1000");
    properties.put("key.deserializer", StringDeserializer.class.getName());
    properties.put("value.deserializer", ByteArrayDeserializer.class.getName());
    client = KafkaConsumer.create(vertx, properties);
    // each pause and resume waits for the poll that is under way
    client.pollTimeout(Duration.ofMillis(20));
    client.exceptionHandler(problem -> LOG.warn("reading events failed: {}", problem.toString()));
  }

  /** Hears what is assigned, and what is taken away again. */
  public EventReader onPartitions(
      Handler<Set<TopicPartition>> assigned, Handler<Set<TopicPartition>> revoked) {
    client.partitionsAssignedHandler(whileOpen(assigned));
    client.partitionsRevokedHandler(whileOpen(revoked));
    return this;
  }

  /** Hears the records, a fetch at a time. */
  public EventReader onRecords(Handler<KafkaConsumerRecords<String, byte[]>> records) {
    client.batchHandler(whileOpen(records));
    return this;
  }

  /** Joins the group. */
  public Future<Void> subscribe(String topic) {
    return ask(() -> client.subscribe(topic));
  }

  /** Stops reading {@code partition}, which stays assigned. */
  public Future<Void> pause(TopicPartition partition) {
    return ask(() -> client.pause(partition));
  }

  /** Reads {@code partition} again. */
  public Future<Void> resume(TopicPartition partition) {
    return ask(() -> client.resume(partition));
  }

  /** Goes on from {@code offset}. */
  public Future<Void> seek(TopicPartition partition, long offset) {
    return ask(() -> client.seek(partition, offset));
  }

  /** The offsets after the last records of {@code partitions}. */
  public Future<Map<TopicPartition, Long>> endOffsets(Set<TopicPartition> partitions) {
    return ask(() -> client.endOffsets(partitions));
  }

  /** Leaves the group. */
  public Future<Void> close() {
    closed = true;
    return client.close();
  }

  private <T> Future<T> ask(Supplier<Future<T>> question) {
    return closed ? Future.failedFuture("the reader of the events is closed") : question.get();
  }

  private <T> Handler<T> whileOpen(Handler<T> handler) {
    return told -> {
      if (!closed) {
        handler.handle(told);
      }
    };
  }
}
