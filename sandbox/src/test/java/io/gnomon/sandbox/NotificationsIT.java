package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.notification.Channel;
import io.gnomon.controller.notification.NotificationSettings;
import io.gnomon.controller.retry.RetryingCaller.Backoff;
import io.gnomon.events.Topic;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Receivers get one notification of every change; an unreachable receiver delays nothing. */
class NotificationsIT {
  private static final int PROCESSORS = 128;
  private static final String CLUSTER = "notified";

  private final JobLog log = TestClusters.workload(2_000, PROCESSORS, 0.6, 1);
  private final Vertx vertx = Vertx.vertx();
  // kept: the garbage collector closes a client without references
  private final HttpClient client = vertx.createHttpClient();

  private static <T> T await20(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  private static ControllerConfig config(EmbeddedKafka kafka, URI receiver, URI collector) {
    Backoff backoff =
        new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(1));
    return ControllerKeys.read(
            ControllerKeys.loader()
                .flag("kafka.bootstrap.servers=" + kafka.bootstrapServers())
                .flag("http.port=0")
                .flag("tuning.mode=apply")
                .flag("tuning.search=partitions")
                .flag("tuning.threshold=50")
                .flag("guard.min-gain=0")
                .flag("guard.significance=0")
                .flag("guard.fidelity-jobs=0")
                .load())
        .withAlerts(
            new NotificationSettings(
                Map.of(Channel.WEBHOOK, receiver), null, 100, Duration.ofSeconds(5), backoff))
        .withTraces(collector);
  }

  private String metrics(Controller controller) throws Exception {
    return await20(
        client
            .request(HttpMethod.GET, controller.httpPort(), "127.0.0.1", "/metrics")
            .compose(request -> request.send().compose(response -> response.body()))
            .map(Object::toString));
  }

  private URI collector(List<Buffer> traced) throws Exception {
    int port =
        await20(
                vertx
                    .createHttpServer()
                    .requestHandler(
                        request ->
                            request.bodyHandler(
                                body -> {
                                  traced.add(body);
                                  request.response().end();
                                }))
                    .listen(0, "127.0.0.1"))
            .actualPort();
    return URI.create("http://127.0.0.1:" + port + "/v1/traces");
  }

  /** The ids of the notifications of changes and rollbacks, in the order of the changes. */
  private static List<String> changes(EmbeddedKafka kafka) {
    Set<String> rollbacks =
        data(kafka, Topic.COMMANDS, ConfigRequested.class)
            .filter(command -> command.mode() == CommandMode.ROLLBACK)
            .map(ConfigRequested::command)
            .collect(Collectors.toSet());
    return data(kafka, Topic.EVENTS, ConfigApplied.class)
        .map(ConfigApplied::command)
        .map(command -> command + (rollbacks.contains(command) ? "/reverted" : "/changed"))
        .toList();
  }

  private static <T> Stream<T> data(EmbeddedKafka kafka, Topic topic, Class<T> type) {
    return TopicReader.everything(kafka.bootstrapServers(), topic).stream()
        .map(event -> event.data())
        .filter(type::isInstance)
        .map(type::cast);
  }

  @Test
  void aReceiverThatWasDownGetsEachChangeOnceItIsBack() throws Exception {
    List<String> notified = new CopyOnWriteArrayList<>();
    List<Buffer> traced = new CopyOnWriteArrayList<>();
    EmbeddedKafka kafka = SharedKafka.emptied();
    try (Socket place = new Socket()) {
      // bound but not listening: connections are refused, and no other process gets the port
      place.setReuseAddress(true);
      place.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      URI receiver = URI.create("http://127.0.0.1:" + place.getLocalPort() + "/");
      URI collector = collector(traced);
      Controller controller = await20(Controller.start(vertx, config(kafka, receiver, collector)));
      try (TunedCluster tuned =
          new TunedCluster(
              kafka.bootstrapServers(),
              "gnomon",
              CLUSTER,
              TunedCluster.emulated(log, PROCESSORS),
              Duration.ofMinutes(1))) {
        while (!tuned.cluster().done()) {
          tuned.week(TunedCluster::runUntil);
          tuned.applyCommands();
        }
        tuned.runner().flush();
      }
      List<String> changes = changes(kafka);
      long made = changes.stream().filter(id -> id.endsWith("/changed")).count();
      assertThat(made).isPositive();
      String changed = "gnomon_change_notifications_total{cluster=\"notified\",kind=\"changed\"} ";
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> metrics(controller).contains(changed + made + ".0"));
      assertThat(notified).isEmpty();

      await20(
          vertx
              .createHttpServer()
              .requestHandler(
                  request -> {
                    notified.add(request.getHeader("idempotency-key"));
                    request.response().end();
                  })
              .listen(place.getLocalPort(), "127.0.0.1"));

      await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () ->
                  metrics(controller)
                      .contains("gnomon_notifications_waiting{channel=\"webhook\"} 0.0"));
      // OTLP is binary, but the spans' names are in it as they are
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () ->
                  assertThat(traced.stream().map(Buffer::toString).reduce("", String::concat))
                      .contains("gnomon", "decide", "study", "publish", "answer"));
      assertThat(notified).doesNotHaveDuplicates();
      assertThat(notified)
          .filteredOn(id -> id.endsWith("/changed") || id.endsWith("/reverted"))
          .isEqualTo(changes);
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> metrics(controller).contains("gnomon_lag_records{partition=\"0\"} 0.0"));
      assertThat(metrics(controller))
          .contains("gnomon_command_acknowledgement_seconds_count{cluster=\"notified\"} ")
          .contains("gnomon_restore_duration_seconds_count 1")
          .contains("gnomon_command_answers_total{answer=\"applied\",cluster=\"notified\"} ");

      List<String> before = List.copyOf(notified);
      await20(controller.close());
      Controller successor = await20(Controller.start(vertx, config(kafka, receiver, collector)));
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> metrics(successor).contains("gnomon_lag_records{partition=\"0\"} 0.0"));
      assertThat(metrics(successor))
          .contains("gnomon_ready 1.0")
          .contains("gnomon_notifications_waiting{channel=\"webhook\"} 0.0")
          .contains("gnomon_notifications_total{channel=\"webhook\",result=\"delivered\"} 0.0");
      assertThat(notified).as("after a restart").isEqualTo(before);
    } finally {
      await20(vertx.close());
    }
  }
}
