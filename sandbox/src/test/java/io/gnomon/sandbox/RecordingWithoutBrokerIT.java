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
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker that stops while a recording is read causes an error instead of an endless wait. */
class RecordingWithoutBrokerIT {
  private static final int EVENTS = 100;

  @Test
  @Timeout(60)
  void aBrokerThatGoesIsTold() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      publish(kafka);
      TopicRecording recording =
          new TopicRecording(
              Map.of(
                  "bootstrap.servers",
                  kafka.bootstrapServers(),
                  "default.api.timeout.ms",
                  "2000",
                  // one record in each answer
                  "max.partition.fetch.bytes",
                  "1"),
              new TopicNames("gnomon"),
              null);

      assertThatThrownBy(
              () ->
                  recording.events(
                      "north",
                      0,
                      EVENTS - 1,
                      (offset, timestamp, event) -> {
                        if (offset == 0) {
                          kafka.stop();
                        }
                      }))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no records of gnomon.events-0 for 2000 ms, at offset ")
          .hasMessageContaining("of " + EVENTS);
    }
  }

  private static void publish(EmbeddedKafka kafka) {
    EventCodec codec = new EventCodec();
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < EVENTS; i++) {
        ClusterDeclared declared =
            new ClusterDeclared(i, 64, 0L, null, null, new Configuration("easy", 0));
        byte[] value =
            codec
                .encodeStructured(GnomonEvent.of("north", "north-" + i, i + 1, null, declared))
                .value();
        producer.send(new ProducerRecord<>(Topic.EVENTS.named("gnomon"), "north", value));
        producer.flush();
      }
    }
  }
}
