package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.http.replica.Coverage;
import io.gnomon.controller.http.replica.ReplicaAddress;
import io.gnomon.controller.http.replica.Replicas;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.signature.SigningKeys;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class FleetApiTest {
  @Test
  void theFleetHasARowForEachCluster() throws Exception {
    try (ServedController served = new ServedController().proposing()) {
      JsonObject fleet = served.get("getFleet", "/api/v1/fleet").json();

      assertThat(fleet.getInteger("total")).isEqualTo(1);
      JsonObject row = fleet.getJsonArray("clusters").getJsonObject(0);
      assertThat(row.getString("id")).isEqualTo("c");
      assertThat(row.getString("state")).isEqualTo("PROPOSED");
      assertThat(row.getInteger("proposals")).isEqualTo(1);
      assertThat(row.getInteger("waiting")).isEqualTo(4);
      assertThat(row.containsKey("replica")).isFalse();
      assertThat(fleet.getJsonArray("silent")).isEmpty();
    }
  }

  @Test
  void theFleetNamesReplicasThatDoNotAnswer() throws Exception {
    try (ServedController served = new ServedController()) {
      // nothing listens on port 1
      served.others = List.of("gnomon@127.0.0.1:1", "some-consumer");

      JsonArray silent = served.get("getFleet", "/api/v1/fleet").json().getJsonArray("silent");

      assertThat(silent).hasSize(2);
      assertThat(silent.getJsonObject(0).getString("replica")).isEqualTo("127.0.0.1:1");
      assertThat(silent.getJsonObject(1).getString("reason"))
          .isEqualTo("it has no address for others; set http.advertised-address");
    }
  }

  @Test
  void anotherReplicaAnswersForItsCluster() throws Exception {
    try (ServedController owner = new ServedController().proposing();
        ServedController other = new ServedController().without()) {
      other.others = List.of("gnomon@127.0.0.1:" + owner.port);

      assertThat(other.get("getCluster", ServedController.CLUSTER).json().getString("id"))
          .isEqualTo("c");
      ServedController.Answer frozen =
          other.post(
              "freeze",
              ServedController.CLUSTER + "/freeze",
              ServedController.ADA,
              new JsonObject().put("reason", "a test"));
      assertThat(frozen.status()).isEqualTo(200);
      assertThat(owner.driver.operations())
          .singleElement()
          .satisfies(record -> assertThat(record.operator()).isEqualTo("ada"));
      ServedController.Answer unknown = other.get("getCluster", "/api/v1/clusters/unknown");
      assertThat(unknown.status()).isEqualTo(404);
      JsonObject fleet = other.get("getFleet", "/api/v1/fleet").json();
      assertThat(fleet.getJsonArray("clusters").getJsonObject(0).getString("replica"))
          .isEqualTo("127.0.0.1:" + owner.port);
    }
  }

  @Test
  void aRequestFailsWhileAReplicaThatMayOwnTheClusterIsSilent() throws Exception {
    try (ServedController served = new ServedController().without()) {
      served.others = List.of("gnomon@127.0.0.1:1");

      ServedController.Answer answer = served.get("getCluster", ServedController.CLUSTER);

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.detail()).contains("replica 127.0.0.1:1 does not answer");
    }
  }

  @Test
  void anErrorOfTheOwnerIsPassedBack() throws Exception {
    try (ServedController owner = new ServedController().proposing();
        ServedController other = new ServedController().without()) {
      other.others = List.of("gnomon@127.0.0.1:" + owner.port);
      String job = ServedController.CLUSTER + "/jobs/none";

      for (int i = 0; i < 2; i++) { // the second time, the owner is known
        ServedController.Answer answer = other.get("getJob", job);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.detail()).isEqualTo(owner.get("getJob", job).detail());
      }
    }
  }

  @Test
  void oneClusterCanBeAskedFor() throws Exception {
    try (ServedController owner = new ServedController().proposing();
        ServedController other = new ServedController().without()) {
      other.others = List.of("gnomon@127.0.0.1:" + owner.port);

      assertThat(other.get("getFleet", "/api/v1/fleet?cluster=c").json().getInteger("total"))
          .isEqualTo(1);
      for (ServedController asked : List.of(owner, other)) {
        JsonObject none = asked.get("getFleet", "/api/v1/fleet?cluster=d").json();
        assertThat(none.getInteger("total")).isZero();
        assertThat(none.getJsonArray("silent")).isEmpty();
      }
    }
  }

  @Test
  void anAnswerThatIsNoneIsSilence() throws Exception {
    try (ServedController served = withKeys(null)) {
      String json = "application/json";
      Map<String, String> reasons = new LinkedHashMap<>();
      reasons.put(answering(served, json, "hello"), "Failed to decode");
      reasons.put(answering(served, json, "{}"), "no array 'clusters'");
      reasons.put(answering(served, json, "7"), "no array 'clusters'");
      reasons.put(answering(served, json, "{\"clusters\":[7]}"), "no text 'id'");
      reasons.put(answering(served, json, "{\"clusters\":[null]}"), "no text 'id'");
      reasons.put(answering(served, json, "{\"clusters\":[{\"id\":5}]}"), "no text 'id'");
      reasons.put(answering(served, "text/html", "{\"clusters\":[]}"), "is not JSON");
      reasons.put(answering(served, json, " ".repeat(9 << 20)), "more than 8388608 bytes");
      served.others = List.copyOf(reasons.keySet());

      JsonObject fleet = served.get("getFleet", "/api/v1/fleet").json();

      assertThat(fleet.getInteger("total")).isEqualTo(1);
      assertThat(fleet.getJsonArray("silent")).hasSize(reasons.size());
      for (Object one : fleet.getJsonArray("silent")) {
        JsonObject silent = (JsonObject) one;
        assertThat(silent.getString("reason"))
            .contains(reasons.get("gnomon@" + silent.getString("replica")));
      }
      ServedController.Answer unknown = served.get("getCluster", "/api/v1/clusters/unknown");
      assertThat(unknown.status()).as("all partitions are this replica's").isEqualTo(404);
    }
  }

  private static ServedController withKeys(SigningKeys keys) throws Exception {
    return new ServedController(
        ServedController.advertised(
            HttpSettings.loopback(0)
                .withTokens(Map.of("ada", ServedController.ADA))
                .withLimits(HttpSettings.Limits.DEFAULT.withAskSeconds(60)),
            ServedController.ADDRESS),
        new ControllerTestDriver(Mode.RECOMMEND, 2),
        keys);
  }

  /** Starts a server and returns its client id. */
  private static String answering(ServedController served, String type, String body)
      throws Exception {
    return answering(
        served, request -> request.response().putHeader("content-type", type).end(body));
  }

  private static String answering(ServedController served, Handler<HttpServerRequest> handler)
      throws Exception {
    return "gnomon@127.0.0.1:"
        + ServedController.await(
                served.vertx.createHttpServer().requestHandler(handler).listen(0, "127.0.0.1"))
            .actualPort();
  }

  @Test
  void aMemberWithoutTheKeysReceivesNoTokenAndItsAnswersAreNotUsed() throws Exception {
    try (ServedController served = new ServedController().without()) {
      List<MultiMap> received = new CopyOnWriteArrayList<>();
      String forged = new JsonObject().put("clusters", List.of()).put("jobs", List.of()).encode();
      served.others =
          List.of(
              answering(
                  served,
                  request -> {
                    received.add(request.headers());
                    request.response().putHeader("content-type", "application/json").end(forged);
                  }));
      JsonObject body = new JsonObject().put("reason", "a test");

      ServedController.Answer frozen =
          served.post("freeze", ServedController.CLUSTER + "/freeze", ServedController.ADA, body);
      ServedController.Answer read = served.get("getCluster", ServedController.CLUSTER);
      JsonObject fleet = served.get("getFleet", "/api/v1/fleet").json();

      assertThat(frozen.status()).isEqualTo(503);
      assertThat(frozen.detail()).contains("does not prove that it is a replica");
      assertThat(read.status()).isEqualTo(503);
      assertThat(fleet.getJsonArray("silent")).hasSize(1);
      assertThat(received).hasSize(3);
      for (MultiMap headers : received) {
        assertThat(headers.contains("authorization")).isFalse();
        assertThat(headers.toString()).doesNotContain(ServedController.ADA);
      }
    }
  }

  @Test
  void aStatementIsAcceptedOnceAndForItsRequestOnly() throws Exception {
    try (ServedController owner = new ServedController().proposing();
        ServedController asked = new ServedController().without()) {
      List<HttpServerRequest> passed = new CopyOnWriteArrayList<>();
      asked.others =
          List.of(
              answering(
                  asked,
                  request -> {
                    passed.add(request);
                    request.response().setStatusCode(404).end();
                  }));
      asked.post(
          "freeze",
          ServedController.CLUSTER + "/freeze",
          ServedController.ADA,
          new JsonObject().put("reason", "a test"));

      String statement = passed.get(0).getHeader(Replicas.PASSED_ON);
      HttpResponse<String> replayed =
          owner.raw(
              HttpRequest.newBuilder(owner.uri(passed.get(0).uri()))
                  .header(Replicas.PASSED_ON, statement));
      assertThat(replayed.statusCode()).isEqualTo(403);
      assertThat(replayed.body()).contains("it is for 127.0.0.1:");
      HttpResponse<String> other =
          owner.raw(
              HttpRequest.newBuilder(owner.uri(ServedController.CLUSTER + "/queue"))
                  .header(Replicas.PASSED_ON, statement));
      assertThat(other.statusCode()).isEqualTo(403);
      assertThat(other.body()).contains("not signed");
    }
  }

  @Test
  void aReplicaWithoutAnAddressPassesNothingOn() throws Exception {
    try (ServedController owner = new ServedController().proposing();
        ServedController other =
            new ServedController(
                    HttpSettings.loopback(0), new ControllerTestDriver(Mode.RECOMMEND, 2))
                .without()) {
      other.others = List.of("gnomon@127.0.0.1:" + owner.port);

      ServedController.Answer answer = other.get("getCluster", ServedController.CLUSTER);

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.detail()).contains("http.advertised-address");
    }
  }

  @Test
  void withoutKeysARequestWithATokenIsNotPassedOn() throws Exception {
    try (ServedController owner = withKeys(null);
        ServedController other = withKeys(null).without()) {
      owner.proposing();
      other.others = List.of("gnomon@127.0.0.1:" + owner.port);

      assertThat(other.get("getCluster", ServedController.CLUSTER).json().getString("id"))
          .isEqualTo("c");
      HttpResponse<String> known =
          other.raw(
              HttpRequest.newBuilder(other.uri(ServedController.CLUSTER))
                  .header("authorization", "Bearer " + ServedController.ADA));
      assertThat(known.statusCode()).isEqualTo(503);
      assertThat(known.body()).contains("commands.key-file");
    }
  }

  @Test
  void anUnknownClusterIsMissingOnlyWhenAllPartitionsAreRestoredSomewhere() throws Exception {
    try (ServedController one = new ServedController();
        ServedController other = new ServedController()) {
      one.others = List.of("gnomon@127.0.0.1:" + other.port);
      String unknown = "/api/v1/clusters/unknown";
      one.coverage = new Coverage(Set.of(0), 3);
      other.coverage = new Coverage(Set.of(2), 3);

      HttpResponse<String> moving = one.raw(HttpRequest.newBuilder(one.uri(unknown)));
      assertThat(moving.statusCode()).isEqualTo(503);
      assertThat(moving.headers().firstValue("retry-after")).hasValue("5");
      assertThat(moving.body()).contains("not all partitions of the events topic are restored");

      other.coverage = new Coverage(Set.of(1, 2), 3);
      assertThat(one.get("getCluster", unknown).status()).isEqualTo(404);

      one.coverage = new Coverage(Set.of(0), 0);
      assertThat(one.get("getCluster", unknown).status())
          .as("the number of partitions is not known")
          .isEqualTo(503);
    }
  }

  @Test
  void aRequestThatTakesTooLongIsCancelled() throws Exception {
    try (ServedController served =
        new ServedController(HttpSettings.Limits.DEFAULT.withAskSeconds(1))) {
      Promise<Void> cancelled = Promise.promise();
      HttpServer mute =
          ServedController.await(
              served
                  .vertx
                  .createHttpServer()
                  .requestHandler(
                      request ->
                          request.connection().closeHandler(closed -> cancelled.tryComplete()))
                  .listen(0, "127.0.0.1"));
      served.others = List.of("gnomon@127.0.0.1:" + mute.actualPort());

      JsonObject fleet = served.get("getFleet", "/api/v1/fleet").json();

      assertThat(fleet.getJsonArray("silent")).hasSize(1);
      ServedController.await(cancelled.future());
    }
  }

  @Test
  void aReplicaWithTheSameAddressIsNamed() throws Exception {
    try (ServedController served =
        new ServedController(
            ServedController.advertised(
                HttpSettings.loopback(0), ReplicaAddress.parse("127.0.0.1")),
            new ControllerTestDriver(Mode.RECOMMEND, 2))) {
      served.others = List.of("gnomon@127.0.0.1:" + served.port);

      JsonObject silent =
          served.get("getFleet", "/api/v1/fleet").json().getJsonArray("silent").getJsonObject(0);

      assertThat(silent.getString("reason"))
          .isEqualTo("it has the address of this replica; set http.advertised-address");
    }
  }
}
