package io.gnomon.sandbox.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sandbox.kafka.FreePorts;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code watch} as a user runs it on a machine without Slurm. */
class WatchIT {
  @TempDir private Path folder;

  private Path recording() throws Exception {
    Path file = folder.resolve("squeue.json");
    try (var in = WatchIT.class.getResourceAsStream("/watch/squeue.json")) {
      Files.copy(in, file);
    }
    return file;
  }

  /** squeue printed these 18 jobs of a Slurm with 224 processors. */
  @Test
  void showsARecordedQueue() throws Exception {
    try (WatchProcess watch =
        WatchProcess.start(Map.of(), "--squeue", recording().toString(), "--processors", "224")) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .ignoreExceptions()
          .until(() -> watch.printed().contains("Press Ctrl-C to stop."));
      Map<String, String> jobs = new TreeMap<>(watch.queue("recorded"));
      assertThat(jobs).hasSize(18);
      assertThat(jobs)
          .containsEntry("1", "RUNNING 48 since 1795522258")
          .containsEntry("7", "PENDING 48")
          .containsEntry("15", "PENDING 8");
      assertThat(jobs.values()).filteredOn(job -> job.startsWith("RUNNING")).hasSize(8);

      JsonNode cluster = watch.api("recorded", "");
      assertThat(cluster.path("processors").asInt()).isEqualTo(224);
      assertThat(cluster.path("mode").asText()).isEqualTo("recommend");
      assertThat(cluster.path("rejected")).isEmpty();
      assertThat(watch.printed())
          .contains("224 processors; jobs: 8 running, 10 waiting, 0 not eligible")
          .contains("/#/recorded");

      watch.terminate();
      assertThat(watch.printed()).endsWith("stopped\n").doesNotContain("Exception");
    }
  }

  @Test
  void aBrokenRecordingIsRefusedBeforeAnythingStarts() throws Exception {
    Path file = recording();
    Files.writeString(file, Files.readString(file).replaceFirst("\"cpus\": 48", "\"cpus\": [48]"));
    try (WatchProcess watch = WatchProcess.start(Map.of(), "--squeue", file.toString())) {
      assertThat(watch.exitStatus()).isEqualTo(1);
      assertThat(watch.printed())
          .isEqualTo(
              "gnomon watch: "
                  + file
                  + ": cannot parse the output of squeue --json at '/jobs/0/cpus': found an array"
                  + " instead of a number. Record a queue with 'squeue --json --states=all >FILE'\n");
    }
  }

  @Test
  void withoutSqueueItSaysWhatToDo() throws Exception {
    Path state = folder.resolve("state");
    try (WatchProcess watch =
        WatchProcess.start(Map.of("PATH", folder.toString()), "--state", state.toString())) {
      assertThat(watch.exitStatus()).isEqualTo(1);
      assertThat(watch.printed())
          .startsWith("gnomon watch: squeue is not on the PATH. Use one of these:\n")
          .contains("gnomon watch --squeue queue.json", "gnomon demo");
    }
    assertThat(state).doesNotExist();
  }

  @Test
  void aPortInUseIsNamed() throws Exception {
    int port = FreePorts.next();
    try (ServerSocket busy = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        WatchProcess watch =
            WatchProcess.start(port, Map.of(), "--squeue", recording().toString())) {
      assertThat(busy.isBound()).isTrue();
      assertThat(watch.exitStatus()).isEqualTo(1);
      assertThat(watch.printed())
          .endsWith(
              "gnomon watch: --port %d is in use on 127.0.0.1; choose another port, or 0 for any free port\n"
                  .formatted(port));
    }
  }

  @Test
  void optionsThatDoNotFitTogetherAreRefused() throws Exception {
    String file = recording().toString();
    for (List<String> wrong :
        List.of(
            List.of("--squeue", file, "--state", folder.toString()),
            List.of("--processors", "64"),
            List.of("--period", "30s"),
            List.of("--period", "often"),
            List.of("--policy", "slurm(bf_interval=0s)"),
            List.of("--policy", "easy", "--squeue", "queue.json"))) {
      try (WatchProcess watch = WatchProcess.start(Map.of(), wrong.toArray(String[]::new))) {
        assertThat(watch.exitStatus()).as("%s", wrong).isEqualTo(2);
        assertThat(watch.printed()).as("%s", wrong).startsWith("gnomon watch: --");
      }
    }
  }

  @Test
  void theTopicsAreBoundedAndSurviveARestartOnAnotherPort() throws Exception {
    Path data = folder.resolve("kafka");
    try (EmbeddedKafka kafka = EmbeddedKafka.start(data, FreePorts.next())) {
      kafka.createTopics(WatchTopics.all("gnomon"));
    }
    try (EmbeddedKafka kafka = EmbeddedKafka.start(data, FreePorts.next());
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      kafka.createTopics(WatchTopics.all("gnomon"));
      List<ConfigResource> topics =
          admin.listTopics().names().get().stream()
              .filter(name -> name.startsWith("gnomon."))
              .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
              .toList();
      assertThat(topics).hasSize(5);
      admin
          .describeConfigs(topics)
          .all()
          .get()
          .forEach((topic, config) -> assertThat(isBounded(config)).as(topic.name()).isTrue());
    }
  }

  private static boolean isBounded(Config config) {
    long segment = Long.parseLong(config.get("segment.bytes").value());
    long retention = Long.parseLong(config.get("retention.bytes").value());
    boolean deletes = retention > 0 && config.get("cleanup.policy").value().equals("delete");
    boolean compacts = config.get("cleanup.policy").value().equals("compact");
    return segment <= 64 << 20 && (deletes || compacts);
  }
}
