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

/** Two bridges for one cluster on a real broker: Gnomon names the problem until one has stopped. */
class SecondProducerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TAKEN =
      "gnomon_events_rejected_total{cluster=\"one\",reason=\"number-taken\"} ";
  private static final int POLLS = 5;

  private String home = "";

  @Test
  void isAProblemOfTheClusterUntilOneHasStopped() throws Exception {
    EmulatedCluster scheduler = emulated();
    EmulatedCluster sameScheduler = emulated();
    EmbeddedKafka kafka = SharedKafka.emptied();
    kafka.createTopics(DemoTopics.all("gnomon", 1));
    try (LocalController controller = LocalController.start(config(kafka));
        KafkaBridge bridge = bridge(kafka, scheduler)) {
      home = controller.dashboard();
      bridge.runner().start();
      poll(bridge, scheduler, 60);
      await()
          .atMost(PATIENCE)
          .ignoreExceptions() // before the cluster is declared
          .until(() -> cluster().path("at").asLong() == 1_700_000_060);
      assertThat(cluster().path("problem").isNull()).isTrue();

      try (KafkaBridge second = bridge(kafka, sameScheduler)) {
        sameScheduler.runUntil(60);
        second.runner().start();
        for (int poll = 1; poll <= POLLS; poll++) {
          poll(bridge, scheduler, 60 + 2 * poll);
          poll(second, sameScheduler, 61 + 2 * poll);
        }
      }

      await().atMost(PATIENCE).until(() -> problem().startsWith("two producers have numbered"));
      assertThat(cluster().path("remedy").asText()).startsWith("Stop all bridges");
      assertThat(read("metrics")).contains(TAKEN).doesNotContain(TAKEN + "0.0");
      assertThat(read("health/ready")).contains("second-producer", "one since ");

      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                poll(bridge, scheduler, scheduler.now() - 1_700_000_000 + 1);
                return !problem().startsWith("two producers");
              });
      assertThat(read("health/ready")).doesNotContain("second-producer");
    }
  }

  private static EmulatedCluster emulated() {
    return new EmulatedCluster(
        JobLog.builder().job(1, 0, 9_000, 9_000, 1).build(), 8, 1_700_000_000);
  }

  private static KafkaBridge bridge(EmbeddedKafka kafka, EmulatedCluster scheduler) {
    return new KafkaBridge(
        "one",
        scheduler,
        CommandLedger.NONE,
        kafka.client(),
        "gnomon",
        CommandAuthenticator.ANY,
        null);
  }

  private static void poll(KafkaBridge bridge, EmulatedCluster scheduler, long second) {
    scheduler.runUntil((int) second);
    bridge.runner().publishChanges();
    bridge.runner().flush();
  }

  private static ControllerConfig config(EmbeddedKafka kafka) {
    return ControllerKeys.read(
        kafka
            .configure(ControllerKeys.loader())
            .flag("http.port=0")
            .flag("clusters.silence=5s")
            .load());
  }

  private String problem() throws IOException {
    return cluster().path("problem").asText();
  }

  private JsonNode cluster() throws IOException {
    return new ObjectMapper().readTree(read("api/v1/clusters/one"));
  }

  private String read(String path) throws IOException {
    try (var in = URI.create(home + path).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
