package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node with 8 CPUs and 1,000 MiB runs two jobs that arrive at once, use 4 CPUs and 800 MiB each
 * and run for 100 s. So the second waits for memory while the first runs; over 200 s, half of the
 * CPUs and 0.8 of the memory are in use.
 */
class NodeReportsTest {
  private static final Offset<Double> EXACT = Offset.offset(1e-9);
  private static final String ROW = " +0\\.500 +0\\.800 +– +memory 1\\.00";

  @TempDir Path folder;

  @BeforeEach
  void writeAWorkload() throws IOException {
    String job =
        " -e submit_batch_job | -sim-walltime 100 --uid=ada -J job_%d -N 1 -n 4 -t 100 --mem=800M%n";
    Files.writeString(
        folder.resolve("two.events"), ("-dt 0" + job + "-dt 0" + job).formatted(1, 2));
    Files.writeString(
        folder.resolve("site.yaml"), "nodes:\n  - {names: n1, cpus: 8, memoryMb: 1000}\n");
  }

  private CommandResult run(String command, String... options) {
    String[] all = new String[options.length + 3];
    all[0] = command;
    all[1] = "--workload=" + folder.resolve("two.events");
    all[2] = "--machine=" + folder.resolve("site.yaml");
    System.arraycopy(options, 0, all, 3, options.length);
    CommandResult result = CommandResult.of(all);
    assertThat(result.status()).as(result.err()).isZero();
    return result;
  }

  private static void assertUse(JsonNode resources) {
    assertThat(resources.path("cpus").path("utilization").asDouble()).isEqualTo(0.5, EXACT);
    assertThat(resources.path("memory").path("utilization").asDouble()).isEqualTo(0.8, EXACT);
    assertThat(resources.path("memory").path("idleWhileJobsWaited").asDouble())
        .isEqualTo(0.2, EXACT);
    assertThat(resources.path("gpus").path("utilization").isNull()).isTrue();
    assertThat(resources.path("waitedFor").path("memory").asDouble()).isEqualTo(1, EXACT);
  }

  @Test
  void compareShowsTheUseOfResourcesByPolicyAndOfTheTunedLoop() throws Exception {
    String[] policies = {"--policy=easy", "--policy=fcfs", "--tuned"};
    assertThat(run("compare", policies).out())
        .containsPattern("(?m)^easy" + ROW + "$")
        .containsPattern("(?m)^fcfs" + ROW + "$")
        .containsPattern("(?m)^tuned" + ROW + "$");
    List<String> json = List.of("--policy=easy", "--policy=fcfs", "--tuned", "--format=json");
    JsonNode reports = run("compare", json.toArray(String[]::new)).json();
    assertThat(reports).hasSize(3);
    reports.forEach(report -> assertUse(report.path("resources")));
  }

  @Test
  void tuneShowsTheUseOfResourcesUntunedTunedAndFixed() throws Exception {
    assertThat(run("tune").out())
        .containsPattern("(?m)^untuned \\(easy\\)" + ROW + "$")
        .containsPattern("(?m)^tuned" + ROW + "$")
        .containsPattern("(?m)^best fixed, \\S+" + ROW + "$");
    JsonNode report = run("tune", "--format=json").json();
    assertUse(report.path("untuned").path("resources"));
    assertUse(report.path("tuned").path("resources"));
    assertThat(report.path("fixed")).isNotEmpty();
    report.path("fixed").forEach(one -> assertUse(one.path("resources")));
  }

  @Test
  void tuneWritesItForAllLoopsAndPolicies() throws Exception {
    Path report = folder.resolve("report");
    run("tune", "--report=" + report);
    String text = Files.readString(report.resolve("report.txt"));
    assertThat(text).containsPattern("(?m)^oracle" + ROW + "$");
  }
}
