package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.kafka.KafkaBridge;
import io.gnomon.bridge.kafka.KafkaEventSink;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events of somebody else, with wrong numbers and times, among those of a bridge. */
class ForgedRecordsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long GREATEST = (1L << 53) - 1;
  private static final long ORIGIN = 1_700_000_000;
  private static final int HOUR = 3600;
  private static final int YEAR = 365 * 24 * HOUR;

  private final EmulatedCluster cluster =
      new EmulatedCluster(
          JobLog.builder().job(1, 0, 9_000, 9_000, 1).job(2, 100, 9_000, 9_000, 8).build(),
          8,
          ORIGIN);
  private EmbeddedKafka kafka;
  private LocalController controller;
  private KafkaBridge bridge;

  @BeforeEach
  void start() throws Exception {
    kafka = SharedKafka.emptied();
    kafka.createTopics(DemoTopics.all("gnomon", 1));
    controller = LocalController.start(config());
    bridge = bridge();
    bridge.runner().start();
    runUntil(60);
    awaitMirrorAt(60);
  }

  @AfterEach
  void stop() throws Exception {
    bridge.close();
    controller.close();
  }

  private ControllerConfig config() {
    return ControllerKeys.read(kafka.configure(ControllerKeys.loader()).flag("http.port=0").load());
  }

  private KafkaBridge bridge() {
    return new KafkaBridge(
        "c", cluster, CommandLedger.NONE, kafka.client(), "gnomon", CommandAuthenticator.ANY, null);
  }

  private void runUntil(int second) {
    cluster.runUntil(second);
    bridge.runner().publishChanges();
    bridge.runner().flush();
  }

  private void forge(long number, long at) {
    try (KafkaEventSink other = new KafkaEventSink(kafka.client(), "gnomon")) {
      other.send(GnomonEvent.of("c", "forged", number, null, new ClockAdvanced(at)));
    }
  }

  /** The bridge answers requests until the mirror is trusted, and at the time of the scheduler. */
  private void awaitMirrorAt(int second) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              bridge.runner().poll(bridge.commands(), Duration.ofMillis(100));
              JsonNode seen = seen();
              assertThat(trusted(seen)).as("%s", seen).isTrue();
              assertThat(seen.path("at").asLong()).isEqualTo(ORIGIN + second);
            });
  }

  /** A forged number remains a problem for {@code clusters.silence} when the mirror is trusted. */
  private static boolean trusted(JsonNode cluster) {
    return cluster.path("state").asText().equals("WATCHING")
        || cluster.path("problem").asText().startsWith("two producers");
  }

  private void awaitDegraded() {
    await().atMost(PATIENCE).until(() -> seen().path("state").asText().equals("DEGRADED"));
  }

  private JsonNode seen() throws IOException {
    try (var in = URI.create(controller.dashboard() + "api/v1/clusters").toURL().openStream()) {
      String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new ObjectMapper().readTree(json).path("clusters").path(0);
    }
  }

  @Test
  void theGreatestNumberBlindsNeitherTheControllerNorTheNextBridge() throws Exception {
    forge(GREATEST, ORIGIN + 60);
    awaitDegraded();
    runUntil(120);
    awaitMirrorAt(120);
    assertThat(seen().path("waiting").asInt()).isEqualTo(1);

    long last = bridge.runner().sequence();
    bridge.close();
    forge(GREATEST, ORIGIN + 120);
    bridge = bridge();
    assertThat(bridge.runner().sequence()).isEqualTo(last);
    bridge.runner().start();
    runUntil(180);
    awaitMirrorAt(180);
  }

  @Test
  void aTimeInTheFutureIsTakenBackWithTheNextAnswer() {
    int second = 60;
    for (int ahead : new int[] {23 * HOUR, 9 * YEAR}) {
      forge(bridge.runner().sequence() + 1, ORIGIN + second + ahead);
      // the first event has the number of the forged one, the second an earlier time
      runUntil(second + 30);
      second += 60;
      runUntil(second);
      awaitMirrorAt(second);
    }
  }
}
