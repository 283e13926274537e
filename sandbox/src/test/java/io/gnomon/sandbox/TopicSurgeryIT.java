package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Topics are recreated, emptied, trimmed or misconfigured. A controller that may have lost events
 * degrades the cluster and requests a snapshot; it is never ready with a wrong mirror. The producer
 * sends no sequence numbers.
 */
class TopicSurgeryIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String CLUSTER = "c";

  private static final Vertx VERTX = Vertx.vertx();
  private static EmbeddedKafka kafka;
  private static Admin admin;
  private static KafkaProducer<String, byte[]> producer;

  private String prefix = "";
  private @Nullable Controller controller;
  private int second;

  @BeforeAll
  static void startBroker() throws Exception {
    kafka = SharedKafka.emptied();
    admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  @AfterAll
  static void stopBroker() throws Exception {
    producer.close();
    admin.close();
    VERTX.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
  }

  @BeforeEach
  void createTopics(TestInfo test) {
    prefix = test.getTestMethod().orElseThrow().getName();
    kafka.createTopics(DemoTopics.all(prefix, 1));
  }

  @AfterEach
  void stopController() throws Exception {
    stop();
  }

  // --- the controller and its producer

  private void start() throws Exception {
    ControllerConfig config =
        ControllerKeys.read(
            ControllerKeys.loader()
                .flag("kafka.bootstrap.servers=" + kafka.bootstrapServers())
                .flag("kafka.group=" + prefix)
                .flag("topics.prefix=" + prefix)
                .flag("kafka.client.metadata.max.age.ms=1000")
                .flag("http.port=0")
                .load());
    controller =
        Controller.start(VERTX, config)
            .toCompletionStage()
            .toCompletableFuture()
            .get(1, TimeUnit.MINUTES);
  }

  private void stop() throws Exception {
    if (controller != null) {
      controller.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
      controller = null;
    }
  }

  private String name(Topic topic) {
    return topic.named(prefix);
  }

  private void send(String type, String data) throws Exception {
    String event =
        "{\"specversion\":\"1.0\",\"id\":\"%s-%d\",\"source\":\"%s\",\"type\":\"io.gnomon.%s.v1\",\"data\":{\"at\":%d,%s}}"
            .formatted(prefix, ++second, CLUSTER, type, 1_000 + second, data);
    producer
        .send(
            new ProducerRecord<>(
                name(Topic.EVENTS), CLUSTER, event.getBytes(StandardCharsets.UTF_8)))
        .get();
  }

  private void declare() throws Exception {
    send("cluster.declared", "\"processors\":8,\"timeOrigin\":1000");
  }

  private void submit(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      send(
          "job.submitted",
          "\"job\":\"j" + (second + 1) + "\",\"processors\":1,\"estimateSeconds\":60");
    }
  }

  /** A snapshot of a cluster with one running job. */
  private void snapshot() throws Exception {
    send(
        "cluster.snapshot",
        "\"processors\":8,\"timeOrigin\":1000,\"configuration\":{\"policy\":\"easy\",\"version\":0},"
            + "\"jobs\":[{\"job\":\"alive\",\"state\":\"waiting\",\"submittedAt\":1000,\"processors\":1,"
            + "\"estimateSeconds\":60}]");
  }

  private <T> T ask(Function<Controller, T> question) throws Exception {
    return Objects.requireNonNull(controller)
        .ask(question)
        .toCompletionStage()
        .toCompletableFuture()
        .get(1, TimeUnit.MINUTES);
  }

  private @Nullable ControllerState state() throws Exception {
    return ask(
        one -> one.clusters().stream().findFirst().map(ClusterController::state).orElse(null));
  }

  private int activeJobs() throws Exception {
    return ask(
        one ->
            one.clusters().stream()
                .findFirst()
                .map(ClusterController::tracked)
                .map(tracked -> tracked.mirror().state().activeCount())
                .orElse(-1));
  }

  private List<Problem> problems() throws Exception {
    return ask(Controller::problems);
  }

  /** Starts a controller that follows the declared cluster with some jobs. */
  private void startWithJobs(int jobs) throws Exception {
    declare();
    submit(jobs);
    start();
    await().atMost(LIMIT).until(() -> activeJobs() == jobs && problems().isEmpty());
    await()
        .atMost(LIMIT)
        .until(
            () ->
                !TopicReader.records(kafka.bootstrapServers(), name(Topic.CHECKPOINTS)).isEmpty());
  }

  private List<SnapshotRequested> snapshotRequests() {
    EventCodec codec = new EventCodec();
    return TopicReader.records(kafka.bootstrapServers(), name(Topic.COMMANDS)).stream()
        .map(record -> codec.decode(record.value()))
        .filter(event -> event.type() == EventType.SNAPSHOT_REQUESTED)
        .map(GnomonEvent::data)
        .map(SnapshotRequested.class::cast)
        .toList();
  }

  /** The cluster is degraded, the snapshot is requested, and it heals the mirror. */
  private void assertDegradedUntilTheSnapshot(String detail) throws Exception {
    await().atMost(LIMIT).until(() -> state() == ControllerState.DEGRADED);
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(snapshotRequests())
                    .anySatisfy(
                        request -> {
                          assertThat(request.reason()).isEqualTo(SnapshotReason.GAP);
                          assertThat(request.detail()).contains(detail);
                        }));
    snapshot();
    await()
        .atMost(LIMIT)
        .until(
            () -> activeJobs() == 1 && state() != ControllerState.DEGRADED && problems().isEmpty());
  }

  // --- surgery

  private void recreate(Topic topic) throws Exception {
    admin.deleteTopics(List.of(name(topic))).all().get();
    await().atMost(LIMIT).until(() -> !admin.listTopics().names().get().contains(name(topic)));
    List<NewTopic> wanted =
        DemoTopics.all(prefix, 1).stream().filter(one -> one.name().equals(name(topic))).toList();
    kafka.createTopics(wanted);
  }

  private void deleteRecords(Topic topic, long before) throws Exception {
    admin
        .deleteRecords(
            Map.of(new TopicPartition(name(topic), 0), RecordsToDelete.beforeOffset(before)))
        .all()
        .get();
  }

  @Test
  void eventsRecreatedWhileTheControllerWasAway() throws Exception {
    startWithJobs(5);
    stop();
    recreate(Topic.EVENTS);
    submit(2); // at offsets that the controller has passed already

    start();

    assertDegradedUntilTheSnapshot("the events topic was recreated");
  }

  @Test
  void eventsRecreatedUnderARunningController() throws Exception {
    startWithJobs(5);
    recreate(Topic.EVENTS);
    submit(9); // more than before, so that the old position exists

    assertDegradedUntilTheSnapshot("the events topic was recreated");
  }

  @Test
  void eventsDeletedUnreadWhileTheControllerWasAway() throws Exception {
    startWithJobs(5);
    stop();
    submit(5);
    deleteRecords(Topic.EVENTS, 9);

    start();

    assertDegradedUntilTheSnapshot("to 8 were deleted before they were read");
  }

  @Test
  void checkpointsAndOldEventsDeleted() throws Exception {
    startWithJobs(5);
    stop();
    recreate(Topic.CHECKPOINTS);
    deleteRecords(Topic.EVENTS, 4);
    declare();

    start();

    assertDegradedUntilTheSnapshot("earlier events were deleted");
  }

  @Test
  void checkpointsEmptiedWithAllEventsKept() throws Exception {
    startWithJobs(5);
    String hash = ask(one -> Long.toHexString(stateHash(one)));
    stop();
    recreate(Topic.CHECKPOINTS);

    start();

    await().atMost(LIMIT).until(() -> activeJobs() == 5);
    String restored = ask(one -> Long.toHexString(stateHash(one)));
    assertThat(restored).isEqualTo(hash);
    assertThat(state()).as("nothing is lost").isNotEqualTo(ControllerState.DEGRADED);
  }

  private static long stateHash(Controller one) {
    return Objects.requireNonNull(one.clusters().get(0).tracked()).mirror().state().hash();
  }

  @Test
  void aCorruptedCheckpointDegradesItsCluster() throws Exception {
    startWithJobs(5);
    stop();
    String checkpoints = name(Topic.CHECKPOINTS);
    List<ConsumerRecord<String, byte[]>> written =
        TopicReader.records(kafka.bootstrapServers(), checkpoints).stream()
            .filter(record -> CLUSTER.equals(record.key()))
            .toList();
    ConsumerRecord<String, byte[]> newest = written.get(written.size() - 1);
    byte[] torn = Arrays.copyOf(newest.value(), newest.value().length / 2);
    producer.send(new ProducerRecord<>(checkpoints, 0, newest.key(), torn)).get();

    start();

    await().atMost(LIMIT).until(() -> state() == ControllerState.DEGRADED);
    submit(1);
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(snapshotRequests())
                    .extracting(SnapshotRequested::reason)
                    .contains(SnapshotReason.INITIAL));
    declare();
    snapshot();
    await().atMost(LIMIT).until(() -> activeJobs() == 1 && state() != ControllerState.DEGRADED);
  }

  @Test
  void checkpointsThatKafkaWouldDeleteAreRefused() throws Exception {
    ConfigResource checkpoints =
        new ConfigResource(ConfigResource.Type.TOPIC, name(Topic.CHECKPOINTS));
    admin
        .incrementalAlterConfigs(
            Map.of(
                checkpoints,
                List.of(
                    new AlterConfigOp(
                        new ConfigEntry("cleanup.policy", "compact,delete"),
                        AlterConfigOp.OpType.SET))))
        .all()
        .get();

    assertThatThrownBy(this::start)
        .hasMessageContaining("compact,delete")
        .hasMessageContaining("must be exactly 'compact'");
  }

  @Test
  void aDeletedEventsTopicIsAProblemUntilItExistsAgain() throws Exception {
    startWithJobs(1);
    admin.deleteTopics(List.of(name(Topic.EVENTS))).all().get();

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(problems())
                    .extracting(Problem::kind)
                    .contains(ProblemKind.TOPIC_MISSING));
    kafka.createTopics(
        DemoTopics.all(prefix, 1).stream()
            .filter(one -> one.name().equals(name(Topic.EVENTS)))
            .toList());
    submit(1);

    assertDegradedUntilTheSnapshot("the events topic was recreated");
  }

  @Test
  void aFencedProducerIsReplacedAndNoEventIsLost() throws Exception {
    startWithJobs(1);
    try (KafkaProducer<String, byte[]> rival =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "transactional.id",
                name(Topic.EVENTS) + "-owner-0"),
            new StringSerializer(),
            new ByteArraySerializer())) {
      rival.initTransactions();
    }
    submit(1);
    send("job.submitted", "\"job\":\"wide\",\"processors\":9,\"estimateSeconds\":60");
    submit(1);

    await().atMost(LIMIT).until(() -> activeJobs() == 3 && problems().isEmpty());
    assertThat(controller).isNotNull();
    assertThat(controller.alive()).isTrue();
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(TopicReader.records(kafka.bootstrapServers(), name(Topic.REJECTED)))
                    .hasSize(1));
  }
}
