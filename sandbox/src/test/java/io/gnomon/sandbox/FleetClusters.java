package io.gnomon.sandbox;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Clusters without jobs, for tests of what serves them. */
final class FleetClusters {
  private FleetClusters() {}

  /** Declares clusters. */
  static void declare(EmbeddedKafka kafka, List<String> clusters) {
    EventCodec codec = new EventCodec();
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      for (String cluster : clusters) {
        GnomonEvent event =
            GnomonEvent.of(
                cluster,
                "e1",
                EventData.NONE,
                null,
                new ClusterDeclared(1000, 8, 1000, null, null, null));
        producer.send(
            new ProducerRecord<>(
                Topic.EVENTS.named(), cluster, codec.encodeStructured(event).value()));
      }
    }
  }

  static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
