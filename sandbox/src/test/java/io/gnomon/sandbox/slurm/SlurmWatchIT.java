package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.sandbox.watch.WatchProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code watch} beside a real Slurm of 4 nodes with 16 processors each. */
@Tag("slurm")
class SlurmWatchIT {
  private static final String CLUSTER = "real";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @TempDir private Path state;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, 4, 16);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  private WatchProcess watch() throws Exception {
    return WatchProcess.start(
        Map.of("SLURM_CONF", slurm.conf().toString()),
        "--state",
        state.toString(),
        "--period",
        "1m");
  }

  /** Everything that Gnomon can change in Slurm. */
  private static List<String> configuration() throws Exception {
    List<String> lines = new ArrayList<>(Files.readAllLines(slurm.conf()));
    slurm
        .run("scontrol", "show", "config")
        .lines()
        .filter(line -> !line.matches("(Configuration data as of|BOOT_TIME|NEXT_JOB_ID).*"))
        .forEach(lines::add);
    slurm.run("scontrol", "--all", "show", "partition", "-o").lines().forEach(lines::add);
    return lines;
  }

  private static String submit(int processors) throws Exception {
    return slurm
        .shell(
            "sbatch --parsable -o /dev/null -t 60 -n %d --wrap 'sleep 3600'".formatted(processors))
        .strip();
  }

  /** Waits until the dashboard shows what squeue shows, and returns the age of the process. */
  private static double awaitSameQueue(WatchProcess watch) {
    return Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .until(
            () -> {
              Map<String, String> shown = watch.queue(CLUSTER);
              double age = watch.age();
              assertThat(shown).isEqualTo(slurm.queue());
              return age;
            },
            age -> true);
  }

  private static List<String> decisions(WatchProcess watch) throws Exception {
    List<String> ids = new ArrayList<>();
    for (JsonNode decision : watch.api(CLUSTER, "/decisions").path("decisions")) {
      ids.add(decision.path("decision").asText());
    }
    return ids;
  }

  @Test
  void showsTheQueueSoonContinuesAfterAKillAndChangesNothing() throws Exception {
    for (int job = 0; job < 6; job++) {
      submit(24);
    }
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> slurm.queue().values().stream().anyMatch(job -> job.startsWith("RUNNING")));
    List<String> before = configuration();
    List<String> decided;
    JsonNode slowdowns;

    try (WatchProcess watch = watch()) {
      double seconds = awaitSameQueue(watch);
      System.out.printf("watch showed the queue of squeue %.1f s after its start%n", seconds);
      submit(16); // evaluations begin with the first event
      Awaitility.await().atMost(LIMIT).ignoreExceptions().until(() -> !decisions(watch).isEmpty());
      decided = decisions(watch);
      slowdowns = watch.api(CLUSTER, "").path("slowdowns");
      assertThat(slowdowns).isNotEmpty();
      assertThat(watch.api(CLUSTER, "").path("mode").asText()).isEqualTo("recommend");

      try (WatchProcess second = watch()) {
        assertThat(second.exitStatus()).isEqualTo(1);
        assertThat(second.printed())
            .contains(state + " is in use by process " + watch.pid() + " on ")
            .endsWith("; stop it, or choose another folder with --state\n");
      }
      watch.kill();
    }

    String cancelled = slurm.queue().keySet().iterator().next();
    slurm.run("scancel", cancelled);
    String added = submit(8);
    try (WatchProcess watch = watch()) {
      awaitSameQueue(watch);
      assertThat(watch.queue(CLUSTER)).containsKey(added).doesNotContainKey(cancelled);
      assertThat(decisions(watch)).containsAll(decided);
      JsonNode cluster = watch.api(CLUSTER, "");
      assertThat(cluster.path("slowdowns")).containsAll(slowdowns);
      assertThat(cluster.path("rejected")).isEmpty();
      assertThat(cluster.path("commands").asLong()).isZero();
      Awaitility.await()
          .atMost(LIMIT)
          .until(() -> watch.printed().contains("The next watch continues from " + state));
      decided = decisions(watch);
      watch.terminate();
      assertThat(watch.printed()).endsWith("stopped\n").doesNotContain("Exception");
    }

    try (WatchProcess watch = watch()) {
      awaitSameQueue(watch);
      assertThat(decisions(watch)).containsAll(decided);
    }
    assertThat(configuration()).isEqualTo(before);
    assertThat(slurm.run("squeue", "-h", "-a", "-O", "Nice:|,Partition:|").lines().distinct())
        .containsExactly("0|batch|");
  }

  @Test
  void showsWhatAnAdministratorReconfigures() throws Exception {
    Files.writeString(
        slurm.conf(),
        Files.readString(slurm.conf()).replaceFirst("bf_interval=\\d+", "bf_interval=47"));
    assertThat(Files.readString(slurm.conf())).contains("bf_interval=47");
    try (WatchProcess watch = watch()) {
      Awaitility.await()
          .atMost(LIMIT)
          .ignoreExceptions()
          .until(() -> !policy(watch).isEmpty() && !policy(watch).contains("bf_interval=47s"));
      slurm.run("scontrol", "reconfigure");
      Awaitility.await()
          .atMost(LIMIT)
          .ignoreExceptions()
          .until(() -> policy(watch).contains("bf_interval=47s"));
    }
  }

  private static String policy(WatchProcess watch) throws Exception {
    return watch.api(CLUSTER, "").path("configuration").asText();
  }
}
