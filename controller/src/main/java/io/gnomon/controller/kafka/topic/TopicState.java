package io.gnomon.controller.kafka.topic;

import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.events.Topic;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the brokers say about one of Gnomon's topics.
 *
 * @param name the topic's name
 * @param id the topic's id; empty if it is not known
 * @param partitions the number of partitions, 0 if it is not known
 * @param cleanupPolicy the setting {@code cleanup.policy}, or null if it is not known
 * @param problem why the topic or its policy cannot be described, or null
 */
public record TopicState(
    String name,
    String id,
    int partitions,
    @Nullable String cleanupPolicy,
    @Nullable Problem problem) {
  private static final String COMPACT = "compact";

  /** Returns the problems of the topics; one that concerns all of them appears once. */
  public static List<Problem> problems(Map<Topic, TopicState> topics) {
    Set<Problem> problems = new LinkedHashSet<>();
    topics.values().forEach(topic -> topic.addTo(problems));
    TopicState events = topics.get(Topic.EVENTS);
    TopicState checkpoints = topics.get(Topic.CHECKPOINTS);
    if (events != null && checkpoints != null) {
      checkpoints.addMisconfigured(events, problems);
    }
    return new ArrayList<>(problems);
  }

  private void addTo(Set<Problem> problems) {
    if (problem != null) {
      problems.add(problem);
    }
  }

  private void addMisconfigured(TopicState events, Set<Problem> problems) {
    if (cleanupPolicy != null && !cleanupPolicy.equals(COMPACT)) {
      problems.add(
          new Problem(
              ProblemKind.TOPIC_MISCONFIGURED,
              "cleanup.policy of topic "
                  + name
                  + " is '"
                  + cleanupPolicy
                  + "'; it must be exactly 'compact', or Kafka deletes the checkpoints"));
    }
    if (partitions > 0 && partitions < events.partitions) {
      problems.add(
          new Problem(
              ProblemKind.TOPIC_MISCONFIGURED,
              "topic "
                  + name
                  + " has "
                  + partitions
                  + " partitions; it must have at least the "
                  + events.partitions
                  + " partitions of topic "
                  + events.name));
    }
  }
}
