package io.gnomon.controller.doctor;

import io.gnomon.controller.kafka.topic.TopicSettings;
import io.gnomon.events.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/** Checks of the topics: existence, partitions, replicas and settings. */
final class TopicChecks {
  private static final String CREATE =
      "Create it with 'gnomon serve --create-topics' or as docs/install.md#topics says.";
  private static final String ALTER =
      "Change it with kafka-configs.sh; docs/install.md#topics lists the settings.";

  private final Map<Topic, TopicDetails> topics;
  private final int brokers;

  private TopicChecks(Map<Topic, TopicDetails> topics, int brokers) {
    this.topics = topics;
    this.brokers = brokers;
  }

  /** Returns one check for each topic, and those of the settings of topics that exist. */
  static List<Check> of(Map<Topic, TopicDetails> topics, int brokers) {
    TopicChecks checking = new TopicChecks(topics, brokers);
    List<Check> checks = new ArrayList<>();
    for (TopicDetails topic : topics.values()) {
      checks.add(checking.existence(topic));
      if (topic.settings() != null) {
        checks.add(replication(topic));
        checks.add(policy(topic));
        checks.addAll(size(topic));
      } else if (topic.description() != null) {
        checks.add(unknown(topic));
      }
    }
    return checks;
  }

  private Check existence(TopicDetails topic) {
    String name = "topic " + topic.name();
    TopicDescription description = topic.description();
    if (description == null) {
      return topic.missing()
          ? Check.failed(name, "it does not exist, or may not be described", CREATE)
          : Check.failed(
              name, "it may not be described", "Allow Describe (docs/install.md#topics).");
    }
    List<Integer> leaderless =
        description.partitions().stream()
            .filter(partition -> partition.leader() == null || partition.leader().isEmpty())
            .map(TopicPartitionInfo::partition)
            .toList();
    if (!leaderless.isEmpty()) {
      return Check.failed(
          name,
          "partitions " + leaderless + " have no leader",
          "Start the brokers that hold them.");
    }
    TopicDetails events = Objects.requireNonNull(topics.get(Topic.EVENTS));
    if (topic.topic() == Topic.CHECKPOINTS && topic.partitions() < events.partitions()) {
      return Check.failed(
          name,
          "it has %d partitions, and topic %s has %d"
              .formatted(topic.partitions(), events.name(), events.partitions()),
          "Add partitions with 'kafka-topics.sh --alter'.");
    }
    String found = "partitions: %d, replicas: %d".formatted(topic.partitions(), topic.replicas());
    return topic.replicas() == 1 && brokers > 1
        ? Check.warning(
            name,
            found + ", so that Gnomon stops with the broker that holds it",
            "Add replicas with kafka-reassign-partitions.sh.")
        : Check.ok(name, found);
  }

  private static Check unknown(TopicDetails topic) {
    return Check.warning(
        "settings of " + topic.name(),
        "they may not be read, so that they cannot be checked",
        "Allow DescribeConfigs on the topic (docs/install.md#topics).");
  }

  private static Check replication(TopicDetails topic) {
    String key = TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG;
    String name = key + " of " + topic.name();
    int minimum = number(topic, key);
    String found = "it is %d with %d replicas".formatted(minimum, topic.replicas());
    if (minimum > topic.replicas()) {
      return Check.failed(name, found + ", so that no record can be written", ALTER);
    }
    TopicDescription description = Objects.requireNonNull(topic.description());
    for (TopicPartitionInfo partition : description.partitions()) {
      if (partition.isr().size() < minimum) {
        return Check.failed(
            name,
            "it is %d, and partition %d has %d replicas in sync"
                .formatted(minimum, partition.partition(), partition.isr().size()),
            "Start the brokers that hold its replicas.");
      }
    }
    return minimum == topic.replicas() && minimum > 1
        ? Check.warning(name, found + ", so that Gnomon stops when one broker stops", ALTER)
        : Check.ok(name, found);
  }

  private static Check policy(TopicDetails topic) {
    String key = TopicConfig.CLEANUP_POLICY_CONFIG;
    String name = key + " of " + topic.name();
    String policy = String.valueOf(topic.setting(key));
    String wanted = TopicSettings.of(topic.topic(), topic.replicas()).get(key);
    if (policy.equals(wanted)) {
      return Check.ok(name, policy);
    }
    boolean lost = topic.topic() == Topic.CHECKPOINTS || policy.contains("compact");
    String found = "it is '" + policy + "', and must be exactly '" + wanted + "'";
    return lost
        ? Check.failed(name, found + ", or Kafka deletes records that Gnomon needs", ALTER)
        : Check.warning(name, "it is '" + policy + "' instead of '" + wanted + "'", ALTER);
  }

  /** A check if the topic needs a larger limit than Kafka's default. */
  private static List<Check> size(TopicDetails topic) {
    String key = TopicConfig.MAX_MESSAGE_BYTES_CONFIG;
    String wanted = TopicSettings.of(topic.topic(), topic.replicas()).get(key);
    if (wanted == null) {
      return List.of();
    }
    String name = key + " of " + topic.name();
    int bytes = number(topic, key);
    return List.of(
        bytes < Integer.parseInt(wanted)
            ? Check.warning(
                name, "it is " + bytes + "; large clusters need up to " + wanted + " bytes", ALTER)
            : Check.ok(name, Integer.toString(bytes)));
  }

  private static int number(TopicDetails topic, String key) {
    @Nullable String value = topic.setting(key);
    return value == null ? 0 : Integer.parseInt(value);
  }
}
