package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart as Helm renders it, compared with the overlays. */
class HelmChartTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Path CHART = Overlay.folder().resolve("helm");

  private static List<JsonNode> render(Map<String, Object> values) throws IOException {
    return render("gnomon", values);
  }

  private static List<JsonNode> render(String namespace, Map<String, Object> values)
      throws IOException {
    TemplateCommand command = new Helm(CHART).template().withName("gnomon");
    values.forEach(command::set);
    return YAML
        .readerFor(JsonNode.class)
        .<JsonNode>readValues(command.withNamespace(namespace).call())
        .readAll()
        .stream()
        .filter(JsonNode::isObject)
        .toList();
  }

  private static JsonNode only(List<JsonNode> documents, String kind) {
    List<JsonNode> found =
        documents.stream().filter(one -> one.path("kind").asText().equals(kind)).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void itPassesTheStrictLinter() {
    LintResult result = new Helm(CHART).lint().strict().call();
    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
  }

  @Test
  void itsVersionsAndTheTagsOfTheOverlaysAreTheProjects() throws IOException {
    String version = System.getProperty("gnomon.version");
    JsonNode chart = YAML.readTree(CHART.resolve("Chart.yaml").toFile());
    assertThat(chart.path("version").asText()).isEqualTo(version);
    assertThat(chart.path("appVersion").asText()).isEqualTo(version);
    for (String folder : List.of("overlays/standalone", "overlays/sidecar", "assess")) {
      Path file = Overlay.folder().resolve(folder).resolve("kustomization.yaml");
      assertThat(YAML.readTree(file.toFile()).at("/images/0/newTag").asText())
          .as("%s", file)
          .isEqualTo(version);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "standalone, ",
    "monitoring, monitoring.enabled=true",
    "autoscaling, monitoring.enabled=true autoscaling.enabled=true"
        + " autoscaling.targetLagRecords=5000 autoscaling.targetWaitingStudies=4",
    "operators, operators.secret=gnomon-operators commandKey.secret=gnomon-command-key"
  })
  void itsObjectsAreThoseOfTheOverlay(String overlay, String values) throws IOException {
    Map<String, Object> set = new TreeMap<>();
    for (String value : values == null ? new String[0] : values.split(" ", -1)) {
      set.put(value.split("=", 2)[0], value.split("=", 2)[1]);
    }
    Map<String, JsonNode> expected = comparable(Overlay.build(overlay));
    // Helm makes the namespace, and cannot label it
    expected.remove("Namespace gnomon");

    assertThat(comparable(render(set))).isEqualTo(expected);
  }

  /** By kind and name, without what either tool adds, and with lists in one order. */
  private static Map<String, JsonNode> comparable(List<JsonNode> documents) throws IOException {
    Map<String, JsonNode> byName = new TreeMap<>();
    for (JsonNode document : documents) {
      ObjectNode copy =
          (ObjectNode)
              YAML.readTree(
                  document.toString().replaceAll("gnomon-config-[a-z0-9]{10}", "gnomon-config"));
      if (copy.at("/metadata/labels") instanceof ObjectNode labels) {
        labels.remove(List.of("app.kubernetes.io/managed-by", "helm.sh/chart"));
      }
      if (copy.at("/spec/template/metadata") instanceof ObjectNode template) {
        template.remove("annotations");
      }
      if (copy.path("data") instanceof ObjectNode data) {
        for (var entry : List.copyOf(data.properties())) {
          data.set(entry.getKey(), YAML.readTree(entry.getValue().asText()));
        }
      }
      sortNamed(copy);
      byName.put(copy.path("kind").asText() + " " + copy.at("/metadata/name").asText(), copy);
    }
    return byName;
  }

  /** Sorts each list of objects that have names. */
  private static void sortNamed(JsonNode node) {
    node.forEach(HelmChartTest::sortNamed);
    if (node instanceof ArrayNode list && !list.isEmpty() && list.get(0).has("name")) {
      List<JsonNode> sorted = new ArrayList<>();
      list.forEach(sorted::add);
      sorted.sort(Comparator.comparing(one -> one.path("name").asText()));
      list.removeAll().addAll(sorted);
    }
  }

  @Test
  void everythingItCanRenderIsWhatTheApiTakes() throws IOException {
    List<JsonNode> all =
        render(
            Map.of(
                "autoscaling.enabled", true,
                "monitoring.enabled", true,
                "kafka.secret", "gnomon-kafka",
                "image.pullSecrets[0]", "registry",
                "env[0].name", "GNOMON_LOG_LEVEL",
                "env[0].value", "DEBUG",
                "tolerations[0].key", "service",
                "tolerations[0].operator", "Exists",
                "nodeSelector.role", "service",
                "networkPolicy.egress[0].to[0].ipBlock.cidr", "192.0.2.0/28"));
    for (JsonNode document : all) {
      assertThatCode(() -> KubernetesTypes.check(document))
          .as("%s", document)
          .doesNotThrowAnyException();
    }
    JsonNode pod = only(all, "Deployment").at("/spec/template/spec");
    assertThat(pod.at("/containers/0/env").findValuesAsText("name")).contains("GNOMON_LOG_LEVEL");
    assertThat(pod.at("/containers/0/volumeMounts").findValuesAsText("mountPath"))
        .contains("/etc/gnomon-kafka");
    assertThat(pod.path("nodeSelector").path("role").asText()).isEqualTo("service");
    assertThat(only(all, "NetworkPolicy").at("/spec/egress")).hasSize(4);
  }

  @Test
  void theAutoscalerSetsTheReplicasInsteadOfTheDeployment() throws IOException {
    List<JsonNode> documents =
        render(Map.of("autoscaling.enabled", true, "autoscaling.maxReplicas", 6));
    JsonNode autoscaler = only(documents, "HorizontalPodAutoscaler").path("spec");
    JsonNode deployment = only(documents, "Deployment");

    assertThat(deployment.path("spec").has("replicas")).isFalse();
    assertThat(autoscaler.at("/scaleTargetRef/kind").asText()).isEqualTo("Deployment");
    assertThat(autoscaler.at("/scaleTargetRef/name")).isEqualTo(deployment.at("/metadata/name"));
    assertThat(autoscaler.path("minReplicas").asInt()).isEqualTo(2);
    assertThat(autoscaler.path("maxReplicas").asInt()).isEqualTo(6);
    assertThat(autoscaler.path("metrics")).as("no metrics that need an adapter").hasSize(1);
    assertThatThrownBy(
            () -> render(Map.of("autoscaling.enabled", true, "autoscaling.maxReplicas", 1)))
        .hasMessageContaining("autoscaling.maxReplicas is below autoscaling.minReplicas");
  }

  @Test
  void partsThatAreSwitchedOffAreLeftOut() throws IOException {
    List<JsonNode> documents =
        render(Map.of("disruptionBudget.enabled", false, "networkPolicy.enabled", false));
    assertThat(documents.stream().map(one -> one.path("kind").asText()))
        .containsExactlyInAnyOrder("ServiceAccount", "ConfigMap", "Service", "Deployment");
  }

  @Test
  void aDigestNamesTheImageAndTheNamespaceTheService() throws IOException {
    String digest = "sha256:" + "ab".repeat(32);
    List<JsonNode> documents =
        render(
            "site",
            Map.of("image.repository", "registry.example.org/gnomon", "image.digest", digest));
    JsonNode configuration =
        YAML.readTree(only(documents, "ConfigMap").at("/data/gnomon.yaml").asText());

    assertThat(only(documents, "Deployment").at("/spec/template/spec/containers/0/image").asText())
        .isEqualTo("registry.example.org/gnomon@" + digest);
    assertThat(configuration.at("/http/allowed-hosts").asText())
        .isEqualTo("gnomon,gnomon.site.svc");
    assertThat(documents)
        .allMatch(one -> one.at("/metadata/namespace").asText().equals("site"), "in site");
  }

  @Test
  void aKeyOfTheConfigurationIsSetAndRollsThePods() throws IOException {
    List<JsonNode> before = render(Map.of());
    List<JsonNode> after =
        render(Map.of("config.kafka.bootstrap\\.servers", "b:9093", "config.http.port", 8090));
    JsonNode configuration =
        YAML.readTree(only(after, "ConfigMap").at("/data/gnomon.yaml").asText());
    String checksum = "/spec/template/metadata/annotations/checksum~1config";

    assertThat(configuration.at("/kafka/bootstrap.servers").asText()).isEqualTo("b:9093");
    assertThat(configuration.at("/kafka/group").asText()).isEqualTo("gnomon-controller");
    assertThat(only(after, "Service").at("/spec/ports/0/port").asInt()).isEqualTo(8090);
    assertThat(only(after, "Deployment").at(checksum).asText())
        .hasSize(64)
        .isNotEqualTo(only(before, "Deployment").at(checksum).asText());
  }

  @ParameterizedTest
  @CsvSource({
    "replica, 2, replica",
    "replicas, two, replicas",
    "replicas, 0, replicas",
    "image.digest, sha256:12, digest",
    "config.tuning.mode, automatic, mode",
    "config.kafka.bootstrap\\.servers, '', bootstrap.servers"
  })
  void valuesThatTheSchemaForbidsAreRefused(String key, String value, String named) {
    assertThatThrownBy(() -> render(Map.of(key, value))).hasMessageContaining(named);
  }
}
