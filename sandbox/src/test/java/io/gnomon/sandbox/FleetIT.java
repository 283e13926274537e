package io.gnomon.sandbox;

import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two replicas that share the clusters, each of which answers for all of them. */
class FleetIT {
  private static final List<String> CLUSTERS = List.of("a", "b", "c", "d", "e", "f", "g", "h");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final EventCodec codec = new EventCodec();
  private final HttpClient client = HttpClient.newHttpClient();

  @ParameterizedTest
  @ValueSource(strings = {"classic", "consumer"})
  void eachReplicaShowsAllClustersAndAnswersForThem(String protocol) throws Exception {
    Vertx vertx = Vertx.vertx();
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(DemoTopics.all("gnomon", 4));
      declare(kafka);
      ControllerConfig read =
          ControllerKeys.read(
              ControllerKeys.loader()
                  .flag("kafka.bootstrap.servers=" + kafka.bootstrapServers())
                  .flag("kafka.client.group.protocol=" + protocol)
                  .flag("http.port=0")
                  .flag("http.advertised-address=127.0.0.1")
                  .load());
      HttpSettings http = read.http();
      ControllerConfig config = read.withHttp(http.withLimits(http.limits().withAskSeconds(60)));
      Controller one = get(Controller.start(vertx, config));
      Controller other = get(Controller.start(vertx, config));
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
        }
      }

      get(other.close());
      await().atMost(LIMIT).until(() -> owned(one) == CLUSTERS.size());
      await().atMost(LIMIT).until(() -> answersFor(one, "h"));
      get(one.close());
    } finally {
      get(vertx.close());
    }
  }

  private void declare(EmbeddedKafka kafka) {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      for (String cluster : CLUSTERS) {
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

  private static int owned(Controller controller) throws Exception {
    return get(controller.ask(one -> one.clusters().size()));
  }

  private static boolean showsAll(JsonObject fleet) {
    return fleet.getJsonArray("silent").isEmpty()
        && fleet.getJsonArray("clusters").stream()
            .map(row -> ((JsonObject) row).getString("id"))
            .toList()
            .equals(CLUSTERS);
  }

  private boolean answersFor(Controller asked, String cluster) throws Exception {
    return cluster.equals(read(asked, "clusters/" + cluster).getString("id"));
  }

  private JsonObject fleet(Controller asked) throws Exception {
    return read(asked, "fleet");
  }

  private JsonObject read(Controller asked, String path) throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + asked.httpPort() + "/api/v1/" + path))
                .timeout(LIMIT)
                .build(),
            HttpResponse.BodyHandlers.ofString());
    return new JsonObject(response.body());
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
