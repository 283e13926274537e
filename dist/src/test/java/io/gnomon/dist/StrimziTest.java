package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.controller.kafka.topic.TopicSettings;
import io.gnomon.events.Topic;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Topics and users: all that is needed and no more. */
class StrimziTest {
  @Test
  void everyTopicIsThere() {
    assertThat(topics().keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Topic.values()).map(Topic::named).toList());
    assertThat(partitions(Topic.CHECKPOINTS)).isEqualTo(partitions(Topic.EVENTS));
    assertThat(topics().get(Topic.CHECKPOINTS.named()).at("/spec/config/cleanup.policy").asText())
        .isEqualTo("compact");
  }

  @Test
  void topicsHaveTheSettingsThatServeCreatesThemWith() {
    for (Topic topic : Topic.values()) {
      JsonNode spec = topics().get(topic.named()).path("spec");
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
    assertThat(rights("gnomon-controller"))
        .isEqualTo(
            Map.of(
                "topic literal gnomon.events", Set.of("Describe", "Read"),
                "group literal gnomon-controller", Set.of("Read"),
                "topic literal gnomon.checkpoints",
                    Set.of("Describe", "DescribeConfigs", "Read", "Write"),
                "topic literal gnomon.commands", Set.of("Describe", "Write"),
                "topic literal gnomon.decisions", Set.of("Describe", "Write"),
                "topic literal gnomon.rejected", Set.of("Describe", "Write"),
                "transactionalId prefix gnomon.events-owner-", Set.of("Describe", "Write")));
  }

  @Test
  void theBridgeTellsAndObeys() {
    assertThat(rights("gnomon-bridge"))
        .isEqualTo(
            Map.of(
                "topic literal gnomon.events", Set.of("Describe", "Read", "Write"),
                "topic literal gnomon.commands", Set.of("Describe", "Read"),
                "group prefix gnomon-bridge-", Set.of("Read")));
  }

  @Test
  void everySecretIsOneThatStrimziKeeps() {
    List<String> secrets =
        Workload.of("strimzi").get(0).pod().path("volumes").findValuesAsText("secretName");

    assertThat(secrets).containsExactlyInAnyOrder("kafka-cluster-ca-cert", "gnomon-controller");
  }

  private static Map<String, JsonNode> topics() {
    Map<String, JsonNode> topics = new TreeMap<>();
    Overlay.build("strimzi", "KafkaTopic")
        .forEach(topic -> topics.put(topic.at("/spec/topicName").asText(), topic));
    return topics;
  }

  private static int partitions(Topic topic) {
    return topics().get(topic.named()).at("/spec/partitions").asInt();
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
