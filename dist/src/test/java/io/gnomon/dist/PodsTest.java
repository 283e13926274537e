package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pods may do, how they are watched and how they end. */
class PodsTest {
  /** What {@code serve} takes at most to end in order. */
  private static final int ORDERLY_END_SECONDS = 20;

  static List<String> overlays() throws IOException {
    return Overlay.names();
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void everyPodKeepsToTheRestrictedStandard(String overlay) {
    for (Workload workload : Workload.of(overlay)) {
      JsonNode pod = workload.pod();
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.at("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
      assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
      assertThat(pod.path("hostNetwork").asBoolean()).isFalse();
      assertThat(pod.path("hostPID").asBoolean()).isFalse();
      for (JsonNode container : workload.containers()) {
        JsonNode context = container.path("securityContext");
        assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(context.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
        assertThat(context.at("/capabilities/add").isMissingNode()).isTrue();
        assertThat(container.at("/resources/requests/cpu").asText()).isNotEmpty();
        assertThat(container.at("/resources/requests/memory").asText()).isNotEmpty();
        assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
      }
      for (JsonNode volume : pod.path("volumes")) {
        assertThat(kindOf(volume)).isIn("configMap", "secret", "emptyDir");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void everyMountHasItsVolumeAndEveryVolumeItsMount(String overlay) {
    for (Workload workload : Workload.of(overlay)) {
      Set<String> mounted = new HashSet<>();
      workload
          .containers()
          .forEach(one -> one.path("volumeMounts").forEach(m -> mounted.add(name(m))));
      Set<String> volumes = new HashSet<>();
      workload.pod().path("volumes").forEach(volume -> volumes.add(name(volume)));
      assertThat(mounted).isEqualTo(volumes);
      assertThat(workload.gnomon().path("volumeMounts").findValuesAsText("mountPath"))
          .contains("/tmp", "/etc/gnomon");
    }
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void theEndFitsIntoTheGracePeriod(String overlay) {
    for (Workload workload : Workload.of(overlay)) {
      assertThat(workload.pod().path("terminationGracePeriodSeconds").asInt())
          .isGreaterThan(ORDERLY_END_SECONDS);
    }
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void selectorsMeanThePods(String overlay) {
    List<Workload> workloads = Workload.of(overlay);
    for (String kind : List.of("Service", "PodDisruptionBudget", "NetworkPolicy")) {
      String path =
          switch (kind) {
            case "Service" -> "/spec/selector";
            case "NetworkPolicy" -> "/spec/podSelector/matchLabels";
            default -> "/spec/selector/matchLabels";
          };
      for (JsonNode document : Overlay.build(overlay, kind)) {
        assertThat(workloads)
            .as("%s %s", kind, document.at("/metadata/name").asText())
            .anyMatch(workload -> workload.selectedBy(document.at(path)));
      }
    }
    assertThat(Overlay.build(overlay, "NetworkPolicy")).isNotEmpty();
    for (Workload workload : workloads) {
      assertThat(workload.selectedBy(workload.document().at("/spec/selector/matchLabels")))
          .isTrue();
    }
  }

  @Test
  void twoReplicasStandSoThatOneIsAlwaysThere() {
    Workload gnomon = Workload.of("standalone").get(0);
    JsonNode budget = Overlay.build("standalone", "PodDisruptionBudget").get(0);

    assertThat(gnomon.document().at("/spec/replicas").asInt()).isEqualTo(2);
    assertThat(gnomon.document().at("/spec/strategy/rollingUpdate/maxUnavailable").asInt(1))
        .isZero();
    assertThat(budget.at("/spec/maxUnavailable").asInt()).isEqualTo(1);
  }

  @Test
  void probesAskWhatTheyAreFor() {
    JsonNode container = Workload.of("standalone").get(0).gnomon();

    assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/health/live");
    assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/health/live");
    assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/health/ready");
  }

  @Test
  void theSidecarNeitherHoldsTheSchedulerUpNorDiffersOtherwise() {
    ObjectNode alone = Workload.of("standalone").get(0).gnomon().deepCopy();
    ObjectNode beside = Workload.of("sidecar").get(0).gnomon().deepCopy();

    assertThat(beside.path("restartPolicy").asText()).isEqualTo("Always");
    assertThat(beside.has("startupProbe")).isFalse();
    assertThat(beside.has("readinessProbe")).isFalse();
    assertThat(beside.path("args")).isEqualTo(alone.path("args"));
    assertThat(beside.path("image")).isEqualTo(alone.path("image"));
    assertThat(beside.at("/resources/limits")).isEqualTo(alone.at("/resources/limits"));
    assertThat(beside.path("volumeMounts").findValuesAsText("mountPath"))
        .isEqualTo(alone.path("volumeMounts").findValuesAsText("mountPath"));
  }

  private static String name(JsonNode node) {
    return node.path("name").asText();
  }

  private static String kindOf(JsonNode volume) {
    return volume.properties().stream()
        .map(Map.Entry::getKey)
        .filter(key -> !key.equals("name"))
        .findFirst()
        .orElse("");
  }
}
