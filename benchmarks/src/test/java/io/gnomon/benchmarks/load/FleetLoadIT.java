package io.gnomon.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole run on given brokers. */
class FleetLoadIT {
  @TempDir private Path logs;

  @Test
  @Timeout(600)
  void aRunOnGivenBrokersComparesAndLeavesOnlyWhatWasThere() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(List.of(new NewTopic("others", Optional.of(1), Optional.empty())));
      StringWriter printed = new StringWriter();
      int status =
          FleetLoad.commandLine(logs)
              .setOut(new PrintWriter(printed, true))
              .execute(
                  "--bootstrap-servers=" + kafka.bootstrapServers(),
                  "--clusters=10",
                  "--jobs=200",
                  "--replicas=1",
                  "--partitions=2",
                  "--rate=500",
                  "--set=tuning.threshold=1",
                  "--heap=256m");
      assertThat(printed.toString())
          .contains("second half: event to state, median")
          .containsPattern("states, decisions and [1-9]\\d* commands of all");
      assertThat(status).isZero();
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> admin.listTopics().names().get().equals(Set.of("others")));
        assertThat(admin.listGroups().all().get()).isEmpty();
      }
    }
  }

  @Test
  @Timeout(600)
  void clustersWithActiveJobsAreRestoredAsTheyWere() {
    StringWriter printed = new StringWriter();
    int status =
        FleetLoad.commandLine(logs)
            .setOut(new PrintWriter(printed, true))
            .execute(
                "--clusters=10",
                "--active=1000",
                "--jobs=200",
                "--partitions=2",
                "--rate=500",
                "--heap=256m");
    assertThat(printed.toString())
        .contains("restart after SIGKILL of all replicas", "states of all clusters are as before");
    assertThat(status).isZero();
  }
}
