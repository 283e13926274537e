package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/**
 * Five clusters on one partition. Two have a policy with a defect and one a damaged checkpoint:
 * they are degraded, each alone, also after a restart. One has a checkpoint that is larger than
 * what the topic accepts as one record.
 */
class SharedFateIT {
  private static final String GOOD = "good";
  private static final String FAILS_AT_SUBMISSION = "fails-at-submission";
  private static final String FAILS_WHEN_SAVED = "fails-when-saved";
  private static final String TORN = "torn";
  private static final String LARGE = "large";
  private static final int MANY_JOBS = 8_000;
  private static final long AT = System.currentTimeMillis() / 1000;

  private final Map<String, Long> sequences = new HashMap<>();
  private final EventCodec codec = new EventCodec();

  @Test
  void aFaultOfOneClusterDegradesItAloneAlsoAfterARestart() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = SharedKafka.emptied();
      resources.add(() -> within(vertx.close()));
      kafka.createTopics(topics());
      KafkaProducer<String, byte[]> producer =
          resources.add(
              new KafkaProducer<>(
                  Map.of(
                      "bootstrap.servers", kafka.bootstrapServers(), "max.request.size", 1 << 26),
                  new StringSerializer(),
                  new ByteArraySerializer()));
      ControllerConfig config = ControllerConfig.defaults(kafka.bootstrapServers()).withPort(0);
      Controller first = within(Controller.start(vertx, config));

      declare(producer, GOOD, "easy");
      declare(producer, FAILS_AT_SUBMISSION, FaultyFamily.SUBMISSION);
      declare(producer, FAILS_WHEN_SAVED, FaultyFamily.SAVING);
      declare(producer, TORN, "easy");
      declare(producer, LARGE, "easy");
      send(producer, FAILS_AT_SUBMISSION, job("a"));
      send(producer, LARGE, manyJobs());
      send(producer, GOOD, job("a"));

      await().until(() -> within(first.ask(one -> one.clusters().size())) == 5);
      awaitDegraded(first, FAILS_AT_SUBMISSION);
      awaitDegraded(first, FAILS_WHEN_SAVED);
      await().untilAsserted(() -> assertThat(active(first, GOOD)).isEqualTo(1));
      await().untilAsserted(() -> assertThat(active(first, LARGE)).isEqualTo(MANY_JOBS));
      assertThat(first.ready()).isTrue();
      Map<RejectReason, Long> rejected =
          of(first, FAILS_AT_SUBMISSION, one -> Map.copyOf(one.counters().rejectedEvents()));
      assertThat(rejected).containsEntry(RejectReason.FAULT, 1L);
      assertThat(fault(first, FAILS_AT_SUBMISSION)).contains("cannot take job");
      assertThat(fault(first, FAILS_WHEN_SAVED)).contains("cannot be saved");
      await()
          .untilAsserted(
              () ->
                  assertThat(TopicReader.everything(kafka.bootstrapServers(), Topic.COMMANDS))
                      .filteredOn(event -> event.type() == EventType.SNAPSHOT_REQUESTED)
                      .extracting(GnomonEvent::cluster)
                      .contains(FAILS_AT_SUBMISSION, FAILS_WHEN_SAVED)
                      .doesNotContain(GOOD, LARGE));

      within(first.close());
      producer
          .send(
              new ProducerRecord<>(
                  Topic.CHECKPOINTS.named(), 0, TORN, "torn".getBytes(StandardCharsets.UTF_8)))
          .get();
      Controller second = within(Controller.start(vertx, config));
      resources.add(() -> within(second.close()));
      await().untilAsserted(() -> assertThat(second.ready()).isTrue());

      for (String degraded : List.of(FAILS_AT_SUBMISSION, FAILS_WHEN_SAVED, TORN)) {
        awaitDegraded(second, degraded);
      }
      assertThat(fault(second, TORN)).contains("checkpoint");
      assertThat(active(second, GOOD)).isEqualTo(1);
      assertThat(active(second, LARGE)).isEqualTo(MANY_JOBS);
      send(producer, GOOD, job("b"));
      // what a bridge answers to a request for a snapshot
      declare(producer, TORN, "easy");
      send(producer, TORN, snapshot(List.of()));
      await().untilAsserted(() -> assertThat(active(second, GOOD)).isEqualTo(2));
      await()
          .untilAsserted(
              () -> assertThat(state(second, TORN)).isNotEqualTo(ControllerState.DEGRADED));
      assertThat(second.failure().isComplete()).isFalse();
    }
  }

  /** The topics; that of checkpoints accepts records of 1 MiB, as brokers do by default. */
  private static List<NewTopic> topics() {
    return DemoTopics.all("gnomon", 1).stream()
        .map(
            topic ->
                topic.name().equals(Topic.CHECKPOINTS.named())
                    ? new NewTopic(topic.name(), 1, (short) 1)
                        .configs(
                            Map.of(
                                "cleanup.policy",
                                "compact",
                                "compression.type",
                                "uncompressed",
                                "max.message.bytes",
                                Integer.toString(1 << 20)))
                    : topic)
        .toList();
  }

  private void declare(KafkaProducer<String, byte[]> producer, String cluster, String policy)
      throws Exception {
    send(
        producer,
        cluster,
        new ClusterDeclared(AT, 8, AT - 1000, null, null, new Configuration(policy, 1)));
  }

  private static EventData job(String id) {
    return new JobSubmitted(id, AT, 1, 3600);
  }

  /** More than 1 MiB of names. */
  private static EventData manyJobs() {
    String padding = "-" + "x".repeat(150);
    return snapshot(
        IntStream.range(0, MANY_JOBS)
            .mapToObj(
                number ->
                    new JobSnapshot(
                        number + padding,
                        JobState.WAITING,
                        AT - 10,
                        -1,
                        new JobDescription(1, 3600)))
            .toList());
  }

  private static EventData snapshot(List<JobSnapshot> jobs) {
    return new ClusterSnapshot(AT, 8, -1, new Configuration("easy", 1), jobs);
  }

  private void send(KafkaProducer<String, byte[]> producer, String cluster, EventData data)
      throws Exception {
    long number = sequences.merge(cluster, 1L, Long::sum);
    byte[] value =
        codec
            .encodeStructured(GnomonEvent.of(cluster, cluster + number, number, null, data))
            .value();
    producer.send(new ProducerRecord<>(Topic.EVENTS.named(), cluster, value)).get();
  }

  private static void awaitDegraded(Controller controller, String cluster) {
    await()
        .untilAsserted(
            () ->
                assertThat(state(controller, cluster))
                    .as(cluster)
                    .isEqualTo(ControllerState.DEGRADED));
  }

  private static ControllerState state(Controller controller, String cluster) throws Exception {
    return of(controller, cluster, ClusterController::state);
  }

  private static String fault(Controller controller, String cluster) throws Exception {
    return of(controller, cluster, one -> String.valueOf(one.health().fault()));
  }

  private static int active(Controller controller, String cluster) throws Exception {
    return of(controller, cluster, one -> one.tracked().mirror().state().activeCount());
  }

  private static <T> T of(
      Controller controller, String cluster, Function<ClusterController, T> question)
      throws Exception {
    return within(
        controller.ask(
            one ->
                question.apply(
                    one.clusters().stream()
                        .filter(known -> known.cluster().equals(cluster))
                        .findFirst()
                        .orElseThrow())));
  }

  private static <T> T within(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
