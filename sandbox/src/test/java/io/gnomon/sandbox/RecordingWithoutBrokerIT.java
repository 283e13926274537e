package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.controller.replay.TopicRecording;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.Configuration;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker that stops while a recording is read causes an error instead of an endless wait. */
class RecordingWithoutBrokerIT {
  private static final TopicPartition EVENTS = new TopicPartition(Topic.EVENTS.named("gnomon"), 0);

  /** More, together, than a client has received when it returns the first one. */
  private static final int FILLERS = 100;

  private static final int FILLER_BYTES = 64 << 10;

  @Test
  @Timeout(60)
  void aBrokerThatGoesIsTold() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      long last = publish(kafka);
      TopicRecording recording =
          new TopicRecording(
              Map.of(
                  "bootstrap.servers", kafka.bootstrapServers(), "default.api.timeout.ms", "2000"),
              new TopicNames("gnomon"),
              null);

      assertThatThrownBy(
              () ->
                  recording.events(
                      "north",
                      0,
                      last,
                      (offset, timestamp, event) -> {
                        if (offset == 0) {
                          kafka.stop();
                        }
                      }))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no records of gnomon.events-0 for 2000 ms, at offset ")
          .hasMessageContaining("of " + (last + 1));
    }
  }

  /** Publishes an event, what is no event, and an event, and returns the offset of the last. */
  private static long publish(EmbeddedKafka kafka) throws Exception {
    byte[] filler = new byte[FILLER_BYTES];
    new Random(1).nextBytes(filler); // which no compression makes smaller
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      producer.send(record(event(1)));
      for (int i = 0; i < FILLERS; i++) {
        producer.send(record(filler));
      }
      return producer.send(record(event(2))).get().offset();
    }
  }

  private static ProducerRecord<String, byte[]> record(byte[] value) {
    return new ProducerRecord<>(EVENTS.topic(), EVENTS.partition(), "north", value);
  }

  private static byte[] event(int number) {
    ClusterDeclared declared =
        new ClusterDeclared(number, 64, 0L, null, null, new Configuration("easy", 0));
    return new EventCodec()
        .encodeStructured(GnomonEvent.of("north", "north-" + number, number, null, declared))
        .value();
  }
}
