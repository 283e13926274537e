package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/** Partitions that come and go faster than they can be restored do no harm. */
class RebalanceIT {
  private static final int PARTITIONS = 8;
  private static final int ROUNDS = 4;

  @Test
  void aPartitionTakenAwayWhileItIsRestoredDoesNotEndTheController() throws Exception {
    Vertx vertx = Vertx.vertx();
    EmbeddedKafka kafka = SharedKafka.emptied();
    try {
      kafka.createTopics(DemoTopics.all("gnomon", PARTITIONS));
      ControllerConfig config =
          ControllerKeys.read(
              ControllerKeys.loader()
                  .flag("kafka.bootstrap.servers=" + kafka.bootstrapServers())
                  .flag("kafka.client.heartbeat.interval.ms=50")
                  .flag("http.port=0")
                  .load());
      Controller controller =
          Controller.start(vertx, config)
              .toCompletionStage()
              .toCompletableFuture()
              .get(2, TimeUnit.MINUTES);
      for (int round = 0; round < ROUNDS; round++) {
        try (KafkaConsumer<String, byte[]> guest = guest(kafka, config.kafka().group())) {
          guest.subscribe(List.of(Topic.EVENTS.named()));
          await().atMost(Duration.ofMinutes(2)).until(() -> hasPartitions(guest));
        }
      }

      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> owned(controller) == PARTITIONS && controller.ready());
      assertThat(controller.alive()).isTrue();
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
    }
  }

  private static KafkaConsumer<String, byte[]> guest(EmbeddedKafka kafka, String group) {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", kafka.bootstrapServers(), "group.id", group),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  private static boolean hasPartitions(KafkaConsumer<String, byte[]> guest) {
    guest.poll(Duration.ofMillis(20));
    return !guest.assignment().isEmpty();
  }

  private static int owned(Controller controller) throws Exception {
    return controller
        .ask(one -> one.offsets().size())
        .toCompletionStage()
        .toCompletableFuture()
        .get(2, TimeUnit.MINUTES);
  }
}
