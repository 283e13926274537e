package io.gnomon.sandbox;

import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.notification.Channel;
import io.gnomon.controller.notification.NotificationSettings;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.Configuration;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Events do not wait for a receiver that never answers. */
class NotificationLoadIT {
  private static final int EVENTS = 20_000;
  private static final int CHANGES_EVERY = 200;

  private final Vertx vertx = Vertx.vertx();

  private static <T> T await20(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  private static EventData event(int number) {
    if (number == 0) {
      return new ClusterDeclared(0, 8, 0, null, null, new Configuration("easy", 0));
    }
    if (number % CHANGES_EVERY > 0) {
      return new ClockAdvanced(number);
    }
    int version = number / CHANGES_EVERY;
    String policy = version % 2 == 0 ? "easy" : "fcfs";
    return new ConfigApplied(number, new Configuration(policy, version), null, null);
  }

  private static void produce(EmbeddedKafka kafka, String prefix) {
    EventCodec codec = new EventCodec();
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "linger.ms", 20),
            new StringSerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < EVENTS; i++) {
        GnomonEvent event = GnomonEvent.of("c", "e" + i, i + 1, null, event(i));
        byte[] value = codec.encodeStructured(event).value();
        producer.send(new ProducerRecord<>(Topic.EVENTS.named(prefix), "c", value));
      }
    }
  }

  /** Runs a controller until it has taken all events. */
  private void run(EmbeddedKafka kafka, String prefix, NotificationSettings alerts)
      throws Exception {
    kafka.createTopics(DemoTopics.all(prefix, 1));
    produce(kafka, prefix);
    ControllerConfig config =
        ControllerKeys.read(
                ControllerKeys.loader()
                    .flag("kafka.bootstrap.servers=" + kafka.bootstrapServers())
                    .flag("topics.prefix=" + prefix)
                    .flag("kafka.group=" + prefix)
                    .flag("http.port=0")
                    .flag("tuning.mode=observe")
                    .load())
            .withAlerts(alerts);
    Controller controller = await20(Controller.start(vertx, config));
    try {
      await().atMost(Duration.ofMinutes(2)).until(() -> taken(controller) == EVENTS);
    } finally {
      await20(controller.close());
    }
  }

  private static long taken(Controller controller) throws Exception {
    return await20(
        controller.ask(
            one ->
                one.clusters().stream()
                    .mapToLong(cluster -> cluster.counters().eventCount())
                    .sum()));
  }

  @Test
  void aReceiverThatNeverAnswersSlowsNothingDown() throws Exception {
    EmbeddedKafka kafka = SharedKafka.emptied();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      URI receiver = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/");
      // waiting for answers would take the timeout, 5 s, for each of 100 notifications
      run(kafka, "gnomon", NotificationSettings.of(Map.of(Channel.WEBHOOK, receiver), null, 100));
    } finally {
      await20(vertx.close());
    }
  }
}
