package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.operation.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every overlay as the API would take it, and its configuration as the controller reads it. */
class ManifestsTest {
  @TempDir private Path folder;

  static List<String> overlays() throws IOException {
    return Overlay.names();
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void everyDocumentIsWhatTheApiTakes(String overlay) {
    for (JsonNode document : Overlay.build(overlay)) {
      assertThatCode(() -> KubernetesTypes.check(document))
          .as("%s", document)
          .doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void theShippedConfigurationLoadsAndIsHarmless(String overlay) throws IOException {
    List<JsonNode> maps =
        Overlay.build(overlay, "ConfigMap").stream()
            .filter(map -> map.path("data").has("gnomon.yaml"))
            .toList();
    assertThat(maps).hasSize(1);
    Path file = folder.resolve("gnomon.yaml");
    Files.writeString(file, maps.get(0).at("/data/gnomon.yaml").asText());

    ControllerConfig config = ControllerKeys.read(ControllerKeys.loader().file(file).load());

    assertThat(config.control().mode()).isEqualTo(Mode.RECOMMEND);
    for (Workload workload : Workload.of(overlay)) {
      assertThat(workload.gnomon().at("/ports/0/containerPort").asInt()).isEqualTo(port(file));
    }
  }

  @Test
  void anUnknownFieldAMissingOneAndAWrongTypeAreRefused() {
    ObjectNode deployment = Overlay.build("standalone", "Deployment").get(0).deepCopy();
    ObjectNode unknown = deployment.deepCopy();
    ((ObjectNode) unknown.path("spec")).put("replica", 2);
    ObjectNode missing = deployment.deepCopy();
    ((ObjectNode) missing.path("spec")).remove("selector");
    ObjectNode wrong = deployment.deepCopy();
    ((ObjectNode) wrong.path("spec")).put("replicas", "two");
    ObjectNode topic = Overlay.build("strimzi", "KafkaTopic").get(0).deepCopy();
    ((ObjectNode) topic.path("spec")).put("partition", 3);

    assertThatThrownBy(() -> KubernetesTypes.check(unknown)).hasMessageContaining("replica");
    assertThatThrownBy(() -> KubernetesTypes.check(missing)).hasMessageContaining("selector");
    assertThatThrownBy(() -> KubernetesTypes.check(wrong)).hasMessageContaining("two");
    assertThatThrownBy(() -> KubernetesTypes.check(topic)).hasMessageContaining("partition");
  }

  private static int port(Path file) throws IOException {
    return new YAMLMapper().readTree(file.toFile()).at("/http/port").asInt();
  }
}
