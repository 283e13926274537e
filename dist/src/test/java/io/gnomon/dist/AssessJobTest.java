package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.sim.cli.GnomonSim;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The Indexed Job of an assessment. */
class AssessJobTest {
  private static JsonNode job() {
    List<JsonNode> documents = Overlay.kustomize(Overlay.folder().resolve("assess"));
    assertThat(documents).hasSize(1);
    return documents.get(0);
  }

  private static List<String> arguments(JsonNode job) {
    List<String> arguments = new ArrayList<>();
    new Workload(job).gnomon().path("args").forEach(one -> arguments.add(one.asText()));
    return arguments;
  }

  @Test
  void isWhatTheApiTakes() {
    JsonNode job = job(); // outside: it skips the test where kubectl is missing
    assertThatCode(() -> KubernetesTypes.check(job)).doesNotThrowAnyException();
  }

  @Test
  void hasOnePodForEachShard() {
    JsonNode spec = job().path("spec");
    int shards = spec.path("completions").asInt();

    assertThat(spec.path("completionMode").asText()).isEqualTo("Indexed");
    assertThat(shards).isPositive();
    assertThat(arguments(job())).contains("--shard=$(JOB_COMPLETION_INDEX)/" + shards);
  }

  @Test
  void usesOptionsThatTheCommandHas() {
    String help = GnomonSim.commandLine().getSubcommands().get("assess").getUsageMessage();

    assertThat(arguments(job()).get(0)).isEqualTo("assess");
    for (String argument : arguments(job()).subList(1, arguments(job()).size())) {
      assertThat(help).contains(argument.substring(0, argument.indexOf('=')) + "=");
    }
  }

  @Test
  void keepsToTheRestrictedStandard() {
    Workload workload = new Workload(job());
    assertThat(workload.pod().at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(workload.pod().path("automountServiceAccountToken").asBoolean(true)).isFalse();
    JsonNode context = workload.gnomon().path("securityContext");
    assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
  }
}
