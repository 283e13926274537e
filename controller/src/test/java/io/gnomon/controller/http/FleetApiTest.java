package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

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
}
