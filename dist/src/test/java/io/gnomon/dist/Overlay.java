package io.gnomon.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;

/** An overlay of {@code k8s/} as {@code kubectl kustomize} builds it. */
final class Overlay {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Map<String, List<JsonNode>> BUILT = new ConcurrentHashMap<>();

  private Overlay() {}

  /** The folder of the manifests. */
  static Path folder() {
    return Path.of(System.getProperty("gnomon.root"), "k8s");
  }

  /** The names of all overlays. */
  static List<String> names() throws IOException {
    try (var folders = Files.list(folder().resolve("overlays"))) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    }
  }

  /** Its documents; the calling test is skipped where there is no kubectl. */
  static List<JsonNode> build(String name) {
    return BUILT.computeIfAbsent(
        name, overlay -> kustomize(folder().resolve("overlays/" + overlay)));
  }

  /** The documents of a kind. */
  static List<JsonNode> build(String name, String kind) {
    return build(name).stream().filter(doc -> doc.path("kind").asText().equals(kind)).toList();
  }

  /** The documents that a kustomization in a folder makes. */
  static List<JsonNode> kustomize(Path kustomization) {
    try {
      Process process =
          new ProcessBuilder("kubectl", "kustomize", kustomization.toString())
              .directory(folder().toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError("kubectl kustomize " + kustomization + " failed");
      }
      return YAML.readerFor(JsonNode.class).<JsonNode>readValues(text).readAll();
    } catch (IOException e) {
      return Assumptions.abort("kubectl is not on this machine: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while building " + kustomization, e);
    }
  }
}
