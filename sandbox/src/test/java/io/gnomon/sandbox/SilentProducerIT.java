package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.kafka.KafkaBridge;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A producer on a real broker whose heartbeats stop, and begin again. */
class SilentProducerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String SILENT = "gnomon_producer_silent{cluster=\"quiet\"} ";

  private String home = "";

  @Test
  void isShownAsDegradedUntilItReportsAgainAndChangesNothing() throws Exception {
    EmulatedCluster cluster =
        new EmulatedCluster(JobLog.builder().job(1, 0, 9_000, 9_000, 1).build(), 8, 1_700_000_000);
    EmbeddedKafka kafka = SharedKafka.emptied();
    kafka.createTopics(DemoTopics.all("gnomon", 1));
    try (LocalController controller = LocalController.start(config(kafka));
        KafkaBridge bridge =
            new KafkaBridge(
                "quiet",
                cluster,
                CommandLedger.NONE,
                kafka.client(),
                "gnomon",
                CommandAuthenticator.ANY,
                null)) {
      home = controller.dashboard();
      bridge.runner().start();
      cluster.runUntil(60);
      bridge.runner().publishChanges();
      bridge.runner().flush();
      await().atMost(PATIENCE).until(() -> cluster().path("at").asLong() == 1_700_000_060);
      JsonNode reporting = cluster();
      String reportingHash = stateHash();
      assertThat(reporting.path("state").asText()).isEqualTo("WATCHING");
      assertThat(read("metrics")).contains(SILENT + "0.0");

      await().atMost(PATIENCE).until(() -> state().equals("DEGRADED"));

      JsonNode silent = cluster();
      assertThat(silent.path("problem").asText()).startsWith("no event has arrived since 20");
      assertThat(silent.path("remedy").asText()).startsWith("Check that the bridge runs");
      assertThat(stateHash()).isEqualTo(reportingHash);
      assertThat(read("metrics")).contains(SILENT + "1.0");
      assertThat(read("health/ready")).contains("producer-silent", "quiet since ");

      cluster.runUntil(120);
      bridge.runner().publishChanges();
      bridge.runner().flush();
      await().atMost(PATIENCE).until(() -> state().equals("WATCHING"));
      assertThat(read("health/ready")).doesNotContain("producer-silent");
    }
  }

  private static ControllerConfig config(EmbeddedKafka kafka) {
    return ControllerKeys.read(
        kafka
            .configure(ControllerKeys.loader())
            .flag("http.port=0")
            .flag("clusters.silence=10s")
            .load());
  }

  private String state() throws IOException {
    return cluster().path("state").asText();
  }

  /** The cluster by the API; a missing node before it is declared. */
  private JsonNode cluster() throws IOException {
    return new ObjectMapper().readTree(read("api/v1/clusters")).path("clusters").path(0);
  }

  private String stateHash() throws IOException {
    return new ObjectMapper().readTree(read("api/v1/clusters/quiet")).path("stateHash").asText();
  }

  private String read(String path) throws IOException {
    try (var in = URI.create(home + path).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
