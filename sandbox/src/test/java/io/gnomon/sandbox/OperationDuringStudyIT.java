package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/**
 * Two clusters on one partition. While the study of one does not end, events of the other take
 * effect, an operator approves and rolls back a change of it, freezes both, and the next owner
 * finds all of it, with the events of the first that had to wait. When so many of these wait that
 * the partition could not be read any more, the study ends.
 */
class OperationDuringStudyIT {
  private static final String SLOW = "slow";
  private static final String OTHER = "other";
  private static final String TOKEN = "0123456789abcdef-0123-ada";
  private static final int PERIOD = 1000;
  private static final int JOBS = 5; // of a crowd
  private static final int FLOOD = 50_000; // more than may wait in a partition
  private static final long ORIGIN = System.currentTimeMillis() / 1000 - 10 * PERIOD;
  // much less than the 30 s that a study may take, and enough for a busy machine
  private static final Duration SOON = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Map<String, Long> sequences = new HashMap<>();
  private final EventCodec codec = new EventCodec();
  private final HttpClient client = HttpClient.newHttpClient();

  private static ControllerConfig config(EmbeddedKafka kafka) {
    return ControllerConfig.defaults(kafka.bootstrapServers())
        .withHttp(HttpSettings.loopback(0).withTokens(Map.of("ada", TOKEN)))
        .withControl(
            new ControlSettings(
                Mode.APPROVE,
                3600,
                new TuneSettings(
                    2,
                    PERIOD,
                    500_000,
                    SearchSpace.partitions(2),
                    GuardRails.NONE,
                    StudyDesign.REPORT)));
  }

  @Test
  void operationsTakeEffectSoonWhateverStudyRuns() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = SharedKafka.emptied();
      resources.add(() -> within(vertx.close()));
      resources.add(HeldFamily.RELEASED::countDown);
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      KafkaProducer<String, byte[]> producer =
          resources.add(
              new KafkaProducer<>(
                  Map.of("bootstrap.servers", kafka.bootstrapServers()),
                  new StringSerializer(),
                  new ByteArraySerializer()));
      Controller first = within(Controller.start(vertx, config(kafka)));

      crowd(producer, OTHER, "multi-queue(partitions=1)");
      send(producer, OTHER, new ClockAdvanced(at(PERIOD)));
      awaitThat(first, OTHER, one -> one.proposal() != null);
      String proposal = of(first, OTHER, one -> one.proposal().id());
      crowd(producer, SLOW, HeldFamily.SPEC);
      send(producer, SLOW, new ClockAdvanced(at(PERIOD)));
      assertThat(HeldFamily.ENTERED.await(1, TimeUnit.MINUTES)).isTrue();

      operate(first, OTHER, "proposals/" + proposal + "/approve");
      ConfigRequested approved = command(kafka, CommandMode.APPLY);
      assertThat(of(first, SLOW, ClusterController::state)).isEqualTo(ControllerState.STUDYING);

      operate(first, SLOW, "freeze");
      assertThat(decisions(kafka, SLOW))
          .extracting(DecisionRecorded::reason)
          .containsExactly(DecisionReason.STUDY_INTERRUPTED);
      send(
          producer,
          OTHER,
          new ConfigApplied(
              at(PERIOD + 1),
              approved.configuration(),
              approved.command(),
              approved.contentHash()));
      awaitThat(first, OTHER, one -> one.lastChange() != null);

      operate(first, SLOW, "unfreeze");
      send(producer, SLOW, new ClockAdvanced(at(PERIOD + 2)));
      awaitThat(first, SLOW, ClusterController::busy);
      send(producer, SLOW, new JobSubmitted("waits for the study", at(PERIOD + 3), 3, 100));
      send(producer, OTHER, new JobSubmitted("does not wait", at(PERIOD + 3), 3, 100));
      awaitThat(first, OTHER, one -> active(one) == JOBS + 1);
      assertThat(of(first, SLOW, OperationDuringStudyIT::active)).isEqualTo(JOBS);
      operate(first, OTHER, "rollback");
      assertThat(command(kafka, CommandMode.ROLLBACK).configuration().policy())
          .isEqualTo("multi-queue(partitions=1)");
      operate(first, OTHER, "freeze");
      assertThat(of(first, SLOW, ClusterController::state)).isEqualTo(ControllerState.STUDYING);
      within(first.close());

      Controller second = within(Controller.start(vertx, config(kafka)));
      resources.add(() -> within(second.close()));
      awaitThat(second, SLOW, ClusterController::busy);
      int freezes = of(second, OTHER, one -> one.controls().freezes().size());
      assertThat(freezes).isEqualTo(1);
      CommandMode pending = of(second, OTHER, one -> one.pending().command().mode());
      assertThat(pending).isEqualTo(CommandMode.ROLLBACK);
      assertThat(TopicReader.everything(kafka.bootstrapServers(), Topic.COMMANDS))
          .filteredOn(event -> event.data() instanceof ConfigRequested)
          .as("nothing is repeated")
          .hasSize(2);
      assertThat(of(second, OTHER, OperationDuringStudyIT::active)).isEqualTo(JOBS + 1);
      flood(producer, SLOW);
      send(producer, OTHER, new JobSubmitted("does not wait either", at(PERIOD + 4), 3, 100));
      awaitThat(second, OTHER, one -> active(one) == JOBS + 2);
      long sent = sequences.get(SLOW);
      awaitThat(second, SLOW, one -> one.counters().eventCount() == sent);
      assertThat(of(second, SLOW, OperationDuringStudyIT::active)).isEqualTo(JOBS + 1);
      operate(second, SLOW, "freeze"); // is answered when all of that is published
      assertThat(decisions(kafka, SLOW))
          .extracting(DecisionRecorded::reason)
          .as("for a request, and twice for lack of room")
          .containsExactlyElementsOf(Collections.nCopies(3, DecisionReason.STUDY_INTERRUPTED));
    }
  }

  /** Posts an operation, which must be published soon. */
  private void operate(Controller controller, String cluster, String operation) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:"
                        + controller.httpPort()
                        + "/api/v1/clusters/"
                        + cluster
                        + "/"
                        + operation))
            .header("authorization", "Bearer " + TOKEN)
            .header("content-type", "application/json")
            .timeout(SOON)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    new JsonObject().put("reason", "because").encode()))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(new JsonObject(answer.body()).getBoolean("changed")).isTrue();
  }

  private static ConfigRequested command(EmbeddedKafka kafka, CommandMode mode) throws Exception {
    return TopicReader.everything(kafka.bootstrapServers(), Topic.COMMANDS).stream()
        .map(GnomonEvent::data)
        .filter(ConfigRequested.class::isInstance)
        .map(ConfigRequested.class::cast)
        .filter(command -> command.mode() == mode)
        .findFirst()
        .orElseThrow();
  }

  private static List<DecisionRecorded> decisions(EmbeddedKafka kafka, String cluster)
      throws Exception {
    return TopicReader.everything(kafka.bootstrapServers(), Topic.DECISIONS).stream()
        .filter(event -> event.cluster().equals(cluster))
        .map(GnomonEvent::data)
        .filter(DecisionRecorded.class::isInstance)
        .map(DecisionRecorded.class::cast)
        .toList();
  }

  private static int active(ClusterController controller) {
    return controller.tracked().mirror().state().activeCount();
  }

  private static long at(int second) {
    return ORIGIN + second;
  }

  /** The crowd of the controller's unit tests, whose wait two queues would shorten. */
  private void crowd(KafkaProducer<String, byte[]> producer, String cluster, String policy)
      throws Exception {
    Capabilities able =
        new Capabilities(
            List.of(new PolicyCapability("multi-queue", List.of())), false, false, false);
    send(
        producer,
        cluster,
        new ClusterDeclared(at(0), 10, at(0), null, able, new Configuration(policy, 1)));
    send(producer, cluster, new JobSubmitted("base", at(0), 6, 2200));
    send(producer, cluster, new JobStarted("base", at(0)));
    send(producer, cluster, new JobSubmitted("first", at(10), 6, 700));
    send(producer, cluster, new JobSubmitted("whole", at(11), 10, 80_000));
    send(producer, cluster, new JobSubmitted("narrow", at(12), 3, 70_000));
    send(producer, cluster, new JobSubmitted("short", at(13), 3, 100));
  }

  /** Sends more events than may wait in a partition; before the first, a study is due. */
  private void flood(KafkaProducer<String, byte[]> producer, String cluster) throws Exception {
    for (int i = 1; i < FLOOD; i++) {
      producer.send(record(cluster, new ClockAdvanced(at(PERIOD + 4))));
    }
    send(producer, cluster, new ClockAdvanced(at(PERIOD + 4)));
  }

  private void send(KafkaProducer<String, byte[]> producer, String cluster, EventData data)
      throws Exception {
    producer.send(record(cluster, data)).get();
  }

  private ProducerRecord<String, byte[]> record(String cluster, EventData data) {
    long number = sequences.merge(cluster, 1L, Long::sum);
    byte[] value =
        codec
            .encodeStructured(GnomonEvent.of(cluster, cluster + number, number, null, data))
            .value();
    return new ProducerRecord<>(Topic.EVENTS.named(), cluster, value);
  }

  private static <T> T of(
      Controller controller, String cluster, Function<ClusterController, T> question)
      throws Exception {
    return within(
        controller.ask(
            one ->
                one.clusters().stream()
                    .filter(known -> known.cluster().equals(cluster))
                    .findFirst()
                    .map(question)
                    .orElse(null)));
  }

  private static void awaitThat(
      Controller controller, String cluster, Predicate<ClusterController> holds) {
    await().atMost(PATIENCE).until(() -> Boolean.TRUE.equals(of(controller, cluster, holds::test)));
  }

  private static <T> T within(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
