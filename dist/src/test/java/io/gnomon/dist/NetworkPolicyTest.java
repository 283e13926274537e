package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the network policies let in and out. */
class NetworkPolicyTest {
  private static final int HTTP_PORT = 8080;

  static Stream<String> overlaysWithADeployment() throws IOException {
    return Overlay.names().stream().filter(name -> !name.equals("sidecar"));
  }

  private static JsonNode policy(String overlay) {
    List<JsonNode> policies = Overlay.build(overlay, "NetworkPolicy");
    assertThat(policies).hasSize(1);
    return policies.get(0).path("spec");
  }

  private static List<String> types(JsonNode policy) {
    List<String> types = new ArrayList<>();
    policy.path("policyTypes").forEach(type -> types.add(type.asText()));
    return types;
  }

  /** The ports that rules open for a protocol. */
  private static BitSet ports(List<JsonNode> rules, String protocol) {
    BitSet ports = new BitSet(65_536);
    for (JsonNode rule : rules) {
      for (JsonNode range : rule.path("ports")) {
        int from = range.path("port").asInt();
        if (range.path("protocol").asText().equals(protocol)) {
          ports.set(from, range.path("endPort").asInt(from) + 1);
        }
      }
    }
    return ports;
  }

  private static BitSet all() {
    BitSet all = new BitSet(65_536);
    all.set(1, 65_536);
    return all;
  }

  @ParameterizedTest
  @MethodSource("overlaysWithADeployment")
  void gnomonReachesKafkaDnsAndItsReplicasOnly(String overlay) {
    JsonNode policy = policy(overlay);
    assertThat(types(policy)).containsExactlyInAnyOrder("Ingress", "Egress");
    List<JsonNode> rules = new ArrayList<>();
    for (JsonNode rule : policy.path("egress")) {
      assertThat(rule.path("to")).as("a rule to everywhere").isNotEmpty();
      for (JsonNode peer : rule.path("to")) {
        assertThat(peer.has("ipBlock")).isFalse();
      }
      rules.add(rule);
    }
    assertThat(ports(rules, "TCP").stream()).containsExactly(53, HTTP_PORT, 9092, 9093, 9094);
    assertThat(ports(rules, "UDP").stream()).containsExactly(53);
  }

  @Test
  void aSidecarsPolicyClosesGnomonsPortOnlyAndNothingOnTheWayOut() {
    JsonNode policy = policy("sidecar");
    assertThat(types(policy)).containsExactly("Ingress");
    List<JsonNode> open = new ArrayList<>();
    List<JsonNode> limited = new ArrayList<>();
    policy.path("ingress").forEach(rule -> (rule.has("from") ? limited : open).add(rule));
    BitSet others = all();
    others.clear(HTTP_PORT);
    assertThat(ports(open, "TCP")).isEqualTo(others);
    assertThat(ports(open, "UDP")).isEqualTo(all());
    assertThat(ports(open, "SCTP")).isEqualTo(all());
    assertThat(ports(limited, "TCP").stream()).containsExactly(HTTP_PORT);
    assertThat(Workload.of("sidecar").get(0).gnomon().at("/ports/0/containerPort").asInt())
        .isEqualTo(HTTP_PORT);
  }

  @Test
  void theDocumentedRuleForOtherBrokersIsAdded() throws IOException {
    Path root = Path.of(System.getProperty("gnomon.root"));
    Matcher example =
        Pattern.compile("```yaml\n(patches:\n.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(root.resolve("docs/install.md")));
    assertThat(example.find()).isTrue();
    Path folder = Files.createTempDirectory(root.resolve("dist/target"), "overlay");
    try {
      Files.writeString(
          folder.resolve("kustomization.yaml"),
          "resources:\n  - ../../../k8s/overlays/standalone\n" + example.group(1));

      List<JsonNode> policies =
          Overlay.kustomize(folder).stream()
              .filter(document -> document.path("kind").asText().equals("NetworkPolicy"))
              .toList();

      assertThat(policies).hasSize(1);
      assertThat(policies.get(0).at("/spec/egress")).hasSize(4);
      assertThat(policies.get(0).at("/spec/egress/3/to/0/ipBlock/cidr").asText())
          .isEqualTo("192.0.2.0/28");
      KubernetesTypes.check(policies.get(0));
    } finally {
      Files.delete(folder.resolve("kustomization.yaml"));
      Files.delete(folder);
    }
  }
}
