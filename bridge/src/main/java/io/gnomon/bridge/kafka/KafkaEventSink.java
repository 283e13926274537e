package io.gnomon.bridge.kafka;

import io.gnomon.bridge.EventSink;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EncodedEvent;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.codec.SizeLimits;
import io.gnomon.events.signature.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events to Kafka with an idempotent producer, in order and without duplicates. The
 * result of every write is checked. Not thread-safe.
 */
public final class KafkaEventSink implements EventSink, AutoCloseable {
  private final String topic;
  private final EventCodec codec = new EventCodec();
  private final KafkaProducer<String, byte[]> producer;
  private final @Nullable SigningKeys keys;
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  /** A sink for the topic {@code PREFIX.events} whose events are not signed. */
  public KafkaEventSink(Map<String, String> kafka, String prefix) {
    this(kafka, prefix, null);
  }

  /**
   * A sink for the topic {@code PREFIX.events}.
   *
   * @param kafka properties of the Kafka client, including {@code bootstrap.servers}
   * @param prefix prefix of the topics
   * @param keys the keys whose first one signs each event, or null to sign nothing
   */
  public KafkaEventSink(Map<String, String> kafka, String prefix, @Nullable SigningKeys keys) {
    this.keys = keys;
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("enable.idempotence", "true");
    properties.put("acks", "all");
    properties.putIfAbsent("compression.type", "zstd");
    properties.putIfAbsent("linger.ms", "5");
    properties.putIfAbsent("max.request.size", Integer.toString(SizeLimits.RECORD_BYTES));
    // must hold a record of the maximum size
    properties.putIfAbsent("buffer.memory", Integer.toString(2 * SizeLimits.RECORD_BYTES));
    topic = Topic.EVENTS.named(prefix);
    producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
  }

  @Override
  public void send(GnomonEvent event) {
    check();
    EncodedEvent encoded = codec.encodeStructured(event);
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(topic, event.cluster(), encoded.value());
    encoded
        .headers()
        .forEach(
            (name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
    if (keys != null) {
      record
          .headers()
          .add(SigningKeys.HEADER, keys.sign(encoded.value()).getBytes(StandardCharsets.US_ASCII));
    }
    producer.send(
        record,
        (metadata, problem) -> {
          if (problem != null) {
            failure.compareAndSet(null, problem);
          }
        });
  }

  @Override
  public void flush() {
    producer.flush();
    check();
  }

  private void check() {
    Exception problem = failure.get();
    if (problem != null) {
      throw new KafkaException(
          "cannot write to topic " + topic + ": " + problem.getMessage(), problem);
    }
  }

  /** Writes the remaining events; throws if an event could not be written. */
  @Override
  public void close() {
    producer.close();
    check();
  }
}
