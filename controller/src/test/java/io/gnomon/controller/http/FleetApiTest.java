package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.http.replica.ReplicaAddress;
import io.gnomon.controller.operation.Mode;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
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
    try (ServedController served = new ServedController()) {
      HttpServer text = answering(served, "hello");
      HttpServer empty = answering(served, "{}");
      served.others =
          List.of(
              "gnomon@127.0.0.1:" + text.actualPort(), "gnomon@127.0.0.1:" + empty.actualPort());

      JsonObject fleet = served.get("getFleet", "/api/v1/fleet").json();

      assertThat(fleet.getInteger("total")).isEqualTo(1);
      assertThat(fleet.getJsonArray("silent")).hasSize(2);
      assertThat(fleet.getJsonArray("silent").getJsonObject(1).getString("reason"))
          .isEqualTo("the answer has no array 'clusters'");
    }
  }

  private static HttpServer answering(ServedController served, String body) throws Exception {
    return ServedController.await(
        served
            .vertx
            .createHttpServer()
            .requestHandler(request -> request.response().end(body))
            .listen(0, "127.0.0.1"));
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
            HttpSettings.loopback(0).withAdvertised(ReplicaAddress.parse("127.0.0.1")),
            new ControllerTestDriver(Mode.RECOMMEND, 2))) {
      served.others = List.of("gnomon@127.0.0.1:" + served.port);

      JsonObject silent =
          served.get("getFleet", "/api/v1/fleet").json().getJsonArray("silent").getJsonObject(0);

      assertThat(silent.getString("reason"))
          .isEqualTo("it has the address of this replica; set http.advertised-address");
    }
  }
}
