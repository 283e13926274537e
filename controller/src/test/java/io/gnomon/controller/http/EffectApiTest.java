package io.gnomon.controller.http;

import static io.gnomon.controller.http.ServedController.CLUSTER;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.operation.Mode;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the API says of a cluster's problems, policies in words, the effect and the settings. */
class EffectApiTest {
  private ServedController served;

  @BeforeEach
  void serve() throws Exception {
    Map<String, String> effective = new LinkedHashMap<>();
    effective.put("http.port", "8080");
    effective.put("alert.token", "(hidden)");
    served =
        new ServedController(
            HttpSettings.loopback(0)
                .withTokens(Map.of("ada", ServedController.ADA))
                .withEffective(effective),
            new ControllerTestDriver(Mode.APPROVE, 2, 500_000));
  }

  @AfterEach
  void stop() throws Exception {
    served.close();
  }

  private JsonObject cluster() throws Exception {
    return served.get("getCluster", CLUSTER).json();
  }

  @Test
  void namesPoliciesInWordsToo() throws Exception {
    served.proposing();
    JsonObject cluster = cluster();
    assertThat(cluster.getString("configuration")).isEqualTo("multi-queue(partitions=1)");
    assertThat(cluster.getString("configurationInWords"))
        .isEqualTo("one queue; reservation for the oldest job");
    JsonObject decision = cluster.getJsonArray("decisions").getJsonObject(0);
    JsonObject proposal = cluster.getJsonArray("proposals").getJsonObject(0);
    assertThat(decision.getString("chosenInWords"))
        .isEqualTo(proposal.getString("policyInWords"))
        .contains("queues by requested time");
    assertThat(decision.getJsonArray("alternatives"))
        .allSatisfy(
            alternative ->
                assertThat(((JsonObject) alternative).getString("policyInWords")).isNotBlank());
  }

  @Test
  void saysHowLongTheOldestJobHasWaited() throws Exception {
    served.proposing();
    // submitted at 10, and the clock is at 1000
    assertThat(cluster().getInteger("oldestWait")).isEqualTo(990);
  }

  @Test
  void saysWhyItDoesNotActAndWhatToDo() throws Exception {
    assertThat(cluster().getString("problem")).isEqualTo("the cluster has not been declared");
    assertThat(cluster().getString("remedy")).contains("cluster.declared");
    served.crowded();
    assertThat(cluster().getString("problem")).isNull();
    assertThat(cluster().getString("remedy")).isNull();
    served.post(
        "freeze",
        CLUSTER + "/freeze",
        ServedController.ADA,
        new JsonObject().put("reason", "benchmark week"));
    assertThat(cluster().getString("problem")).isEqualTo("changes are frozen without an end");
    assertThat(cluster().getString("remedy")).contains("Lift the freeze");
  }

  @Test
  void showsTheEffectiveConfigurationInItsOrder() throws Exception {
    JsonObject configuration = served.get("getConfiguration", "/api/v1/configuration").json();
    assertThat(configuration.getString("version")).startsWith("gnomon ");
    assertThat(configuration.getJsonArray("settings"))
        .containsExactly(
            new JsonObject().put("key", "http.port").put("value", "8080"),
            new JsonObject().put("key", "alert.token").put("value", "(hidden)"));
  }
}
