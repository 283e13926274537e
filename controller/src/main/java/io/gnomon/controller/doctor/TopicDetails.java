package io.gnomon.controller.doctor;

import io.gnomon.events.Topic;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * What the brokers answer about one topic.
 *
 * @param topic the topic
 * @param name its name
 * @param description with the operations that this client may use, or null
 * @param missing whether the topic does not exist
 * @param settings the topic's settings, or null if they may not be read
 */
record TopicDetails(
    Topic topic,
    String name,
    @Nullable TopicDescription description,
    boolean missing,
    @Nullable Config settings) {
  /**
   * Asks the brokers.
   *
   * @throws ExecutionException if they do not answer
   */
  static TopicDetails ask(Admin admin, Topic topic, String name)
      throws ExecutionException, InterruptedException {
    TopicDescription description;
    try {
      description =
          Objects.requireNonNull(
                  admin
                      .describeTopics(
                          List.of(name),
                          new DescribeTopicsOptions().includeAuthorizedOperations(true))
                      .topicNameValues()
                      .get(name))
              .get();
    } catch (ExecutionException e) {
      boolean missing = e.getCause() instanceof UnknownTopicOrPartitionException;
      if (!missing && !(e.getCause() instanceof AuthorizationException)) {
        throw e;
      }
      return new TopicDetails(topic, name, null, missing, null);
    }
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
    try {
      Config settings =
          Objects.requireNonNull(admin.describeConfigs(List.of(resource)).values().get(resource))
              .get();
      return new TopicDetails(topic, name, description, false, settings);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof AuthorizationException)) {
        throw e;
      }
      return new TopicDetails(topic, name, description, false, null);
    }
  }

  /** Returns a setting, or null if it is not known. */
  @Nullable String setting(String key) {
    return settings == null || settings.get(key) == null ? null : settings.get(key).value();
  }

  /** The number of partitions, 0 if it is not known. */
  int partitions() {
    return description == null ? 0 : description.partitions().size();
  }

  /** The smallest number of replicas of a partition, 0 if it is not known. */
  int replicas() {
    return description == null
        ? 0
        : description.partitions().stream()
            .mapToInt(partition -> partition.replicas().size())
            .min()
            .orElse(0);
  }
}
