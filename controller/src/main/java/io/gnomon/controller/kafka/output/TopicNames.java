package io.gnomon.controller.kafka.output;

import io.gnomon.events.Topic;

/**
 * The names of the topics.
 *
 * @param prefix in front of each, such as {@code gnomon}
 */
public record TopicNames(String prefix) {
  /** The name of a topic. */
  public String of(Topic topic) {
    return topic.named(prefix);
  }
}
