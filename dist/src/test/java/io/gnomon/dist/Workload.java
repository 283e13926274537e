package io.gnomon.dist;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What runs pods.
 *
 * @param document the Deployment or StatefulSet
 */
record Workload(JsonNode document) {
  /** All of an overlay. */
  static List<Workload> of(String overlay) {
    return Stream.of("Deployment", "StatefulSet")
        .flatMap(kind -> Overlay.build(overlay, kind).stream())
        .map(Workload::new)
        .toList();
  }

  /** The pods' specification. */
  JsonNode pod() {
    return document.at("/spec/template/spec");
  }

  /** Containers and those that start before them. */
  List<JsonNode> containers() {
    List<JsonNode> all = new ArrayList<>();
    pod().path("initContainers").forEach(all::add);
    pod().path("containers").forEach(all::add);
    return all;
  }

  /** The container that runs Gnomon. */
  JsonNode gnomon() {
    return containers().stream()
        .filter(container -> container.path("name").asText().equals("gnomon"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no container is called gnomon in " + document));
  }

  /** Whether a selector of labels means these pods. */
  boolean selectedBy(JsonNode matchLabels) {
    return !matchLabels.isEmpty() && labels().entrySet().containsAll(texts(matchLabels).entrySet());
  }

  private Map<String, String> labels() {
    return texts(document.at("/spec/template/metadata/labels"));
  }

  private static Map<String, String> texts(JsonNode node) {
    Map<String, String> texts = new HashMap<>();
    node.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts;
  }
}
