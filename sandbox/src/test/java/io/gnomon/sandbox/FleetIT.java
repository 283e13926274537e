package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.http.replica.ReplicaAddress;
import io.gnomon.controller.http.replica.Replicas;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two replicas that share the clusters, each of which answers for all of them. */
class FleetIT {
  private static final List<String> CLUSTERS = List.of("a", "b", "c", "d", "e", "f", "g", "h");
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String TOKEN = "0123456789abcdef-0123-ada";
  private static final String FORGED =
      "{\"jobs\":[],\"clusters\":[{\"id\":\"forged\"}],\"changed\":true,\"id\":\"forged\"}";

  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path folder;

  private ControllerConfig config(EmbeddedKafka kafka, String protocol) throws Exception {
    Path key = Files.writeString(folder.resolve("command.key"), "ab".repeat(32));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Path operators = Files.writeString(folder.resolve("operators.yaml"), "ada: " + TOKEN);
    Files.setPosixFilePermissions(operators, PosixFilePermissions.fromString("rw-------"));
    ControllerConfig read =
        ControllerKeys.read(
            ControllerKeys.loader()
                .flag("kafka.bootstrap.servers=" + kafka.bootstrapServers())
                .flag("kafka.client.group.protocol=" + protocol)
                .flag("http.port=0")
                .flag("http.advertised-address=127.0.0.1")
                .flag("http.operators-file=" + operators)
                .flag("commands.key-file=" + key)
                .load());
    HttpSettings http = read.http();
    return read.withHttp(http.withLimits(http.limits().withAskSeconds(60)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void eachReplicaShowsAllClustersAndAnswersForThem(String protocol) throws Exception {
    Vertx vertx = Vertx.vertx();
    EmbeddedKafka kafka = SharedKafka.emptied();
    try {
      kafka.createTopics(DemoTopics.all("gnomon", 4));
      FleetClusters.declare(kafka, CLUSTERS);
      ControllerConfig config = config(kafka, protocol);
      Controller one = FleetClusters.get(Controller.start(vertx, config));
      Controller other = FleetClusters.get(Controller.start(vertx, config));
      // with four partitions and eight clusters, each replica has some
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  owned(one) + owned(other) == CLUSTERS.size()
                      && owned(one) > 0
                      && owned(other) > 0);

      for (Controller asked : List.of(one, other)) {
        await().atMost(LIMIT).until(() -> showsAll(fleet(asked)));
        for (String cluster : CLUSTERS) {
          // while partitions move, a cluster has no owner
          await().atMost(LIMIT).until(() -> answersFor(asked, cluster));
          assertThat(freeze(asked, cluster).statusCode()).as(cluster).isEqualTo(200);
        }
        assertThat(send(asked, "clusters/unknown").statusCode()).isEqualTo(404);
      }

      // from the departure to the take-over, a cluster is never said not to exist
      List<Integer> statuses = new ArrayList<>();
      io.vertx.core.Future<Void> left = other.close();
      await()
          .atMost(LIMIT)
          .until(
              () -> {
                for (String cluster : CLUSTERS) {
                  HttpResponse<String> answer = send(one, "clusters/" + cluster);
                  statuses.add(answer.statusCode());
                  if (answer.statusCode() == 503) {
                    assertThat(answer.headers().firstValue("retry-after")).isPresent();
                  }
                }
                return left.isComplete() && owned(one) == CLUSTERS.size();
              });
      assertThat(statuses).isSubsetOf(200, 503);
      await().atMost(LIMIT).until(() -> answersFor(one, "h"));
      await().atMost(LIMIT).until(() -> send(one, "clusters/unknown").statusCode() == 404);
      FleetClusters.get(one.close());
    } finally {
      FleetClusters.get(vertx.close());
    }
  }

  @Test
  void aRogueMemberOfTheGroupReceivesNoTokenAndIsNotBelieved() throws Exception {
    Vertx vertx = Vertx.vertx();
    EmbeddedKafka kafka = SharedKafka.emptied();
    try {
      kafka.createTopics(DemoTopics.all("gnomon", 4));
      FleetClusters.declare(kafka, CLUSTERS);
      ControllerConfig config = config(kafka, "classic");
      Controller one = FleetClusters.get(Controller.start(vertx, config));
      await().atMost(LIMIT).until(() -> owned(one) == CLUSTERS.size());
      ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
      ConcurrentLinkedQueue<String> statements = new ConcurrentLinkedQueue<>();
      HttpServer server =
          FleetClusters.get(
              vertx
                  .createHttpServer()
                  .requestHandler(
                      request -> {
                        String statement = String.valueOf(request.getHeader(Replicas.PASSED_ON));
                        statements.add(statement);
                        received.add(request.uri() + "\n" + request.headers());
                        request
                            .response()
                            .putHeader("content-type", "application/json")
                            .end(FORGED);
                      })
                  .listen(0, "127.0.0.1"));
      ReplicaAddress address = new ReplicaAddress("127.0.0.1", server.actualPort());

      try (KafkaConsumer<byte[], byte[]> rogue =
          new KafkaConsumer<>(
              Map.of(
                  "bootstrap.servers", kafka.bootstrapServers(),
                  "group.id", config.kafka().group(),
                  "client.id", address.clientId(),
                  "auto.offset.reset", "earliest",
                  "enable.auto.commit", "false"),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer())) {
        rogue.subscribe(List.of(Topic.EVENTS.named()));
        await()
            .atMost(LIMIT)
            .until(
                () -> {
                  rogue.poll(Duration.ofMillis(100));
                  return !rogue.assignment().isEmpty() && owned(one) < CLUSTERS.size();
                });
        await().atMost(LIMIT).until(() -> fleet(one).getJsonArray("silent").size() == 1);

        for (String cluster : CLUSTERS) {
          HttpResponse<String> read = send(one, "clusters/" + cluster);
          assertThat(read.statusCode()).as(cluster).isIn(200, 503);
          assertThat(read.body()).doesNotContain("forged");
          HttpResponse<String> frozen = freeze(one, cluster);
          assertThat(frozen.statusCode()).as(cluster).isIn(200, 503);
          rogue.poll(Duration.ofMillis(10));
        }
        JsonObject fleet = fleet(one);
        assertThat(fleet.encode()).contains("does not prove that it is a replica");
        assertThat(fleet.encode()).doesNotContain("forged");
        assertThat(received).isNotEmpty();
        assertThat(received).noneMatch(text -> text.contains(TOKEN));
        assertThat(received)
            .noneMatch(text -> text.toLowerCase(java.util.Locale.ROOT).contains("authorization"));
        assertThat(received).noneMatch(text -> text.contains("/freeze"));
        for (String statement : statements) {
          HttpRequest.Builder replayed =
              HttpRequest.newBuilder(uri(one, "clusters")).header(Replicas.PASSED_ON, statement);
          assertThat(client.send(replayed.build(), body()).statusCode()).isEqualTo(403);
        }
      }
      await().atMost(LIMIT).until(() -> owned(one) == CLUSTERS.size());
      await().atMost(LIMIT).until(() -> send(one, "clusters/unknown").statusCode() == 404);
      FleetClusters.get(one.close());
    } finally {
      FleetClusters.get(vertx.close());
    }
  }

  private static int owned(Controller controller) throws Exception {
    return FleetClusters.get(controller.ask(one -> one.clusters().size()));
  }

  private static boolean showsAll(JsonObject fleet) {
    return fleet.getJsonArray("silent").isEmpty()
        && fleet.getJsonArray("clusters").stream()
            .map(row -> ((JsonObject) row).getString("id"))
            .toList()
            .equals(CLUSTERS);
  }

  private boolean answersFor(Controller asked, String cluster) throws Exception {
    return cluster.equals(
        new JsonObject(send(asked, "clusters/" + cluster).body()).getString("id"));
  }

  private JsonObject fleet(Controller asked) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri(asked, "fleet"))
            .header("authorization", "Bearer " + TOKEN)
            .timeout(LIMIT)
            .build();
    return new JsonObject(client.send(request, body()).body());
  }

  private HttpResponse<String> send(Controller asked, String path) throws Exception {
    return client.send(HttpRequest.newBuilder(uri(asked, path)).timeout(LIMIT).build(), body());
  }

  private HttpResponse<String> freeze(Controller asked, String cluster) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri(asked, "clusters/" + cluster + "/freeze"))
            .header("authorization", "Bearer " + TOKEN)
            .header("content-type", "application/json")
            .timeout(LIMIT)
            .POST(HttpRequest.BodyPublishers.ofString("{\"reason\":\"a test\"}"))
            .build();
    return client.send(request, body());
  }

  private static URI uri(Controller asked, String path) {
    return URI.create("http://127.0.0.1:" + asked.httpPort() + "/api/v1/" + path);
  }

  private static HttpResponse.BodyHandler<String> body() {
    return HttpResponse.BodyHandlers.ofString();
  }
}
