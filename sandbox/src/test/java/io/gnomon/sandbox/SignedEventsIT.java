package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.bridge.kafka.KafkaEventSink;
import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EncodedEvent;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** A controller that requires signed events, on a topic that others can write to. */
class SignedEventsIT {
  private static final SigningKeys KEYS = SigningKeys.parse("test", "5a".repeat(32));
  private static final SigningKeys OTHER = SigningKeys.parse("test", "6b".repeat(32));
  private static final Duration LONG = Duration.ofMinutes(2);

  private final EventCodec codec = new EventCodec();

  @Test
  void forgedEventsAreRejectedAndThoseOfTheBridgeAreNot() throws Exception {
    Vertx vertx = Vertx.vertx();
    EmbeddedKafka kafka = SharedKafka.emptied();
    try {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      ControllerConfig config =
          ControllerConfig.defaults(kafka.bootstrapServers())
              .withPort(0)
              .withSigning(new ControllerConfig.Signing(KEYS, true));
      Controller controller = get(Controller.start(vertx, config));
      Map<String, String> servers = Map.of("bootstrap.servers", kafka.bootstrapServers());
      GnomonEvent second = event(2, new JobSubmitted("genuine", 1001, 1, 60));
      GnomonEvent third = event(3, new JobSubmitted("forged", 1002, 1, 60));
      try (KafkaEventSink bridge = new KafkaEventSink(servers, "gnomon", KEYS);
          KafkaProducer<String, byte[]> attacker =
              new KafkaProducer<>(
                  Map.copyOf(servers), new StringSerializer(), new ByteArraySerializer())) {
        bridge.send(event(1, new ClusterDeclared(1000, 8, 1000, null, null, null)));
        bridge.send(second);
        bridge.flush();

        EncodedEvent genuine = codec.encodeStructured(second);
        EncodedEvent forged = codec.encodeStructured(third);
        EncodedEvent binary = codec.encodeBinary(third);
        send(attacker, forged, null);
        send(attacker, forged, OTHER.sign(forged.value()));
        send(attacker, forged, KEYS.sign(genuine.value()));
        // the bridge never signs the data alone; somebody may have got such a signature elsewhere
        send(attacker, binary, KEYS.sign(binary.value()));
        send(attacker, genuine, KEYS.sign(genuine.value()));
        attacker.flush();

        bridge.send(event(3, new JobSubmitted("later", 1003, 1, 60)));
      }

      assertThat(rejected(kafka, 5))
          .containsExactly(
              "NOT_AUTHENTICATED",
              "NOT_AUTHENTICATED",
              "NOT_AUTHENTICATED",
              "INVALID",
              "DUPLICATE");
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(
                          get(controller.ask(Controller::metrics).compose(text -> text)).toString())
                      .contains("gnomon_jobs_waiting{cluster=\"c\"} 2.0")
                      .contains("gnomon_records_invalid_total{partition=\"0\"} 4.0"));
      get(controller.close());
    } finally {
      get(vertx.close());
    }
  }

  private static GnomonEvent event(long number, EventData data) {
    return GnomonEvent.of("c", "c-" + number, number, null, data);
  }

  private static void send(
      KafkaProducer<String, byte[]> producer, EncodedEvent encoded, String signature) {
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(Topic.EVENTS.named("gnomon"), "c", encoded.value());
    encoded
        .headers()
        .forEach(
            (name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
    if (signature != null) {
      record.headers().add(SigningKeys.HEADER, signature.getBytes(StandardCharsets.US_ASCII));
    }
    producer.send(record);
  }

  /** The reasons of rejected records. */
  private static List<String> rejected(EmbeddedKafka kafka, int number) {
    TopicPartition topic = new TopicPartition(Topic.REJECTED.named("gnomon"), 0);
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(topic));
      consumer.seekToBeginning(List.of(topic));
      List<String> reasons = new ArrayList<>();
      await()
          .atMost(LONG)
          .until(
              () -> {
                for (ConsumerRecord<String, byte[]> record :
                    consumer.poll(Duration.ofMillis(200))) {
                  reasons.add(
                      new String(
                          record.headers().lastHeader(RejectHeaders.REASON).value(),
                          StandardCharsets.UTF_8));
                }
                return reasons.size() >= number;
              });
      return reasons;
    }
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
