package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.controller.kafka.topic.TopicSettings;
import io.gnomon.events.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topics and users: all that is needed and no more. */
class StrimziTest {
  private static final String PREFIX = "gnomon.tetralith";

  @Test
  void everyTopicIsThere() {
    assertThat(topics().keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Topic.values()).map(topic -> topic.named(PREFIX)).toList());
    assertThat(partitions(Topic.CHECKPOINTS)).isEqualTo(partitions(Topic.EVENTS));
    assertThat(topic(Topic.CHECKPOINTS).at("/spec/config/cleanup.policy").asText())
        .isEqualTo("compact");
  }

  @Test
  void topicsHaveTheSettingsThatServeCreatesThemWith() {
    for (Topic topic : Topic.values()) {
      JsonNode spec = topic(topic).path("spec");
      Map<String, String> settings = new TreeMap<>();
      spec.path("config")
          .properties()
          .forEach(setting -> settings.put(setting.getKey(), setting.getValue().asText()));
      assertThat(settings)
          .as(topic.named())
          .isEqualTo(TopicSettings.of(topic, spec.path("replicas").asInt()));
      assertThat(spec.path("partitions").asInt())
          .as(topic.named())
          .isEqualTo(TopicSettings.partitionedAsEvents(topic) ? TopicSettings.EVENT_PARTITIONS : 1);
    }
  }

  @Test
  void theControllerMayDoWhatItDoesAndNoMore() {
    assertThat(rights("gnomon-controller-tetralith"))
        .isEqualTo(
            Map.of(
                "topic literal gnomon.tetralith.events", Set.of("Describe", "Read"),
                "group literal gnomon-controller-tetralith", Set.of("Read"),
                "topic literal gnomon.tetralith.checkpoints",
                    Set.of("Describe", "DescribeConfigs", "Read", "Write"),
                "topic literal gnomon.tetralith.commands", Set.of("Describe", "Write"),
                "topic literal gnomon.tetralith.decisions", Set.of("Describe", "Write"),
                "topic literal gnomon.tetralith.rejected", Set.of("Describe", "Write"),
                "transactionalId prefix gnomon.tetralith.events-owner-",
                    Set.of("Describe", "Write")));
  }

  @Test
  void theBridgeMayDoWhatItDoesAndNoMore() {
    assertThat(rights("gnomon-bridge-tetralith"))
        .isEqualTo(
            Map.of(
                "topic literal gnomon.tetralith.events", Set.of("Describe", "Read", "Write"),
                "topic literal gnomon.tetralith.commands", Set.of("Describe", "Read"),
                "group prefix gnomon.tetralith-bridge-", Set.of("Read")));
  }

  @Test
  void everySecretIsOneThatStrimziKeeps() {
    List<String> secrets =
        Workload.of("strimzi").get(0).pod().path("volumes").findValuesAsText("secretName");

    assertThat(secrets)
        .containsExactlyInAnyOrder("kafka-cluster-ca-cert", "gnomon-controller-tetralith");
  }

  /** As the comment in the overlay says: the folder is copied and the site's name replaced. */
  @Test
  void twoSitesShareNothing(@TempDir Path folder) throws Exception {
    copy(Overlay.folder(), folder, text -> text);
    copy(
        Overlay.folder().resolve("overlays/strimzi"),
        folder.resolve("overlays/other"),
        text -> text.replace("tetralith", "sigma"));
    List<JsonNode> one = Overlay.build("strimzi");
    List<JsonNode> other = Overlay.kustomize(folder.resolve("overlays/other"));

    assertThat(names(other)).hasSameSizeAs(names(one)).doesNotContainAnyElementsOf(names(one));
    assertThat(resources(other)).isNotEmpty().doesNotContainAnyElementsOf(resources(one));
    assertThat(selectors(other)).isNotEmpty().doesNotContainAnyElementsOf(selectors(one));
    assertThat(other.toString()).doesNotContain("tetralith");
    assertThat(resources(one)).allMatch(name -> name.contains("tetralith"));
  }

  private static void copy(Path from, Path to, UnaryOperator<String> change) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.resolveSibling(""));
        Files.writeString(target, change.apply(Files.readString(file)));
      }
    }
  }

  private static Set<String> names(List<JsonNode> documents) {
    Set<String> names = new TreeSet<>();
    for (JsonNode document : documents) {
      names.add(document.path("kind").asText() + " " + document.at("/metadata/name").asText());
      names.add("topic " + document.at("/spec/topicName").asText(document.toString()));
    }
    return names;
  }

  /** What the users of a site have rights on. */
  private static Set<String> resources(List<JsonNode> documents) {
    Set<String> resources = new TreeSet<>();
    documents.forEach(
        document ->
            document
                .at("/spec/authorization/acls")
                .forEach(acl -> resources.add(acl.at("/resource/name").asText())));
    return resources;
  }

  /** The labels by which Services, Deployments and policies find pods. */
  private static Set<String> selectors(List<JsonNode> documents) {
    Set<String> selectors = new TreeSet<>();
    for (JsonNode document : documents) {
      JsonNode spec = document.path("spec");
      for (JsonNode selector : List.of(spec.path("selector"), spec.path("podSelector"))) {
        if (!selector.isMissingNode()) {
          selectors.add(selector.toString());
        }
      }
    }
    return selectors;
  }

  private static Map<String, JsonNode> topics() {
    Map<String, JsonNode> topics = new TreeMap<>();
    Overlay.build("strimzi", "KafkaTopic")
        .forEach(topic -> topics.put(topic.at("/spec/topicName").asText(), topic));
    return topics;
  }

  private static JsonNode topic(Topic topic) {
    return topics().get(topic.named(PREFIX));
  }

  private static int partitions(Topic topic) {
    return topic(topic).at("/spec/partitions").asInt();
  }

  private static Map<String, Set<String>> rights(String user) {
    JsonNode found =
        Overlay.build("strimzi", "KafkaUser").stream()
            .filter(one -> one.at("/metadata/name").asText().equals(user))
            .findFirst()
            .orElseThrow();
    Map<String, Set<String>> rights = new TreeMap<>();
    for (JsonNode acl : found.at("/spec/authorization/acls")) {
      JsonNode resource = acl.path("resource");
      Set<String> operations = new TreeSet<>();
      acl.path("operations").forEach(operation -> operations.add(operation.asText()));
      rights.put(
          String.join(
              " ",
              resource.path("type").asText(),
              resource.path("patternType").asText(),
              resource.path("name").asText()),
          operations);
    }
    return rights;
  }
}
