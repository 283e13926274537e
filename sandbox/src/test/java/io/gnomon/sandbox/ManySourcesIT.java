package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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

/** Many sources on the events topic that are no clusters, and more clusters than allowed. */
class ManySourcesIT {
  private static final int JUNK = 3_000;

  private final EventCodec codec = new EventCodec();

  @Test
  void onlyDeclaredAndAdmittedClustersHaveStateSeriesAndCheckpoints() throws Exception {
    Vertx vertx = Vertx.vertx();
    EmbeddedKafka kafka = SharedKafka.emptied();
    try {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      ControllerConfig config =
          ControllerConfig.defaults(kafka.bootstrapServers())
              .withPort(0)
              .withClusters(
                  new ControllerConfig.ClusterLimits(2, Set.of("north", "south", "west")));
      Controller controller = get(Controller.start(vertx, config));
      try (KafkaProducer<String, byte[]> producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", kafka.bootstrapServers()),
              new StringSerializer(),
              new ByteArraySerializer())) {
        for (int i = 0; i < JUNK; i++) {
          send(producer, "junk" + i, 0, new JobSubmitted("j", 1000, 1, 60));
        }
        send(producer, "north", 0, new JobSubmitted("early", 1000, 1, 60));
        for (String cluster : List.of("north", "south", "west")) {
          send(producer, cluster, 1, new ClusterDeclared(1000, 8, 1000, null, null, null));
          send(producer, cluster, 2, new JobSubmitted("j", 1001, 1, 60));
        }
        producer.flush();
      }

      List<ConsumerRecord<String, byte[]>> rejected = read(kafka, Topic.REJECTED, JUNK + 3);

      assertThat(rejected).hasSize(JUNK + 3);
      assertThat(rejected.subList(0, JUNK))
          .extracting(ManySourcesIT::reason)
          .containsOnly("NOT_ADMITTED");
      assertThat(rejected.subList(JUNK, JUNK + 3))
          .extracting(ManySourcesIT::reason)
          .containsExactly("NOT_DECLARED", "NOT_ADMITTED", "NOT_ADMITTED"); // early, and of west
      await().until(() -> clusters(controller).equals(Set.of("north", "south")));
      String metrics = get(controller.ask(Controller::metrics).compose(text -> text)).toString();
      assertThat(metrics)
          .contains("gnomon_undeclared_events_total{reason=\"not-admitted\"} " + (JUNK + 2) + ".0")
          .contains("gnomon_undeclared_events_total{reason=\"not-declared\"} 1.0")
          .contains("gnomon_jobs_waiting{cluster=\"south\"} 1.0")
          .doesNotContain("junk", "west");
      assertThat(read(kafka, Topic.COMMANDS, 1))
          .as("the declaration that may have been deleted is requested")
          .singleElement()
          .satisfies(asked -> assertThat(codec.decode(asked.value()).cluster()).isEqualTo("north"));
      get(controller.close());
      assertThat(read(kafka, Topic.CHECKPOINTS, 3))
          .extracting(ConsumerRecord::key)
          .contains("north", "south", "#partition-0")
          .doesNotContain("west", "junk0");

      Controller successor = get(Controller.start(vertx, config));
      await().until(() -> clusters(successor).equals(Set.of("north", "south")));
      get(successor.close());
    } finally {
      get(vertx.close());
    }
  }

  private static Set<String> clusters(Controller controller) throws Exception {
    return get(
        controller.ask(
            one ->
                one.clusters().stream()
                    .map(ClusterController::cluster)
                    .collect(Collectors.toSet())));
  }

  private void send(
      KafkaProducer<String, byte[]> producer, String cluster, int id, EventData data) {
    GnomonEvent event = GnomonEvent.of(cluster, "e" + id, EventData.NONE, null, data);
    producer.send(
        new ProducerRecord<>(Topic.EVENTS.named(), cluster, codec.encodeStructured(event).value()));
  }

  private static List<ConsumerRecord<String, byte[]>> read(
      EmbeddedKafka kafka, Topic topic, int count) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(topic.named(), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (records.size() < count && System.nanoTime() < deadline) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  private static String reason(ConsumerRecord<String, byte[]> record) {
    return new String(
        record.headers().lastHeader(RejectHeaders.REASON).value(), StandardCharsets.UTF_8);
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
