package io.gnomon.controller.kafka.topic;

import io.gnomon.events.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates the topics that do not exist, with {@link TopicSettings}. Blocking. */
public final class TopicCreation {
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(30);

  private final Admin admin;
  private final Map<Topic, String> names = new EnumMap<>(Topic.class);

  private TopicCreation(Admin admin, Function<Topic, String> names) {
    this.admin = admin;
    for (Topic topic : Topic.values()) {
      this.names.put(topic, names.apply(topic));
    }
  }

  /**
   * Creates the missing topics and waits until each of their partitions has a leader. The
   * checkpoints get as many partitions as an existing events topic has, and the other way round.
   *
   * @param kafka the properties of the client
   * @param names returns the name of a topic
   * @return the created topics; none if all existed
   * @throws IOException if the brokers cannot be reached or refuse, with the reason
   */
  public static List<NewTopic> createMissing(
      Map<String, String> kafka, Function<Topic, String> names)
      throws IOException, InterruptedException {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("default.api.timeout.ms", TIMEOUT_MILLIS);
    properties.put("request.timeout.ms", TIMEOUT_MILLIS / 2);
    try (Admin admin = Admin.create(properties)) {
      return new TopicCreation(admin, names).create();
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new IOException("cannot create topics: " + cause.getMessage(), cause);
    } catch (KafkaException e) {
      throw new IOException("cannot create topics: " + e.getMessage(), e);
    }
  }

  private List<NewTopic> create() throws ExecutionException, InterruptedException, IOException {
    Map<Topic, Integer> present = partitions();
    short replicas = TopicSettings.replicas(admin.describeCluster().nodes().get().size());
    int partitions =
        present.getOrDefault(
            Topic.EVENTS, present.getOrDefault(Topic.CHECKPOINTS, TopicSettings.EVENT_PARTITIONS));
    List<NewTopic> created = new ArrayList<>();
    for (Map.Entry<Topic, String> topic : names.entrySet()) {
      if (!present.containsKey(topic.getKey())) {
        boolean asEvents = TopicSettings.partitionedAsEvents(topic.getKey());
        NewTopic wanted =
            new NewTopic(topic.getValue(), asEvents ? partitions : 1, replicas)
                .configs(TopicSettings.of(topic.getKey(), replicas));
        if (create(wanted)) {
          created.add(wanted);
        }
      }
    }
    awaitLeaders(created);
    return created;
  }

  private Map<Topic, Integer> partitions() throws ExecutionException, InterruptedException {
    Map<Topic, Integer> present = new EnumMap<>(Topic.class);
    var asked = admin.describeTopics(names.values()).topicNameValues();
    for (Map.Entry<Topic, String> topic : names.entrySet()) {
      try {
        present.put(
            topic.getKey(),
            Objects.requireNonNull(asked.get(topic.getValue())).get().partitions().size());
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw e;
        }
      }
    }
    return present;
  }

  private boolean create(NewTopic topic) throws ExecutionException, InterruptedException {
    try {
      admin.createTopics(List.of(topic)).all().get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return false; // another replica was faster
      }
      throw e;
    }
  }

  /** The first batch of a producer can be lost if the partition has no leader yet. */
  private void awaitLeaders(List<NewTopic> topics)
      throws ExecutionException, InterruptedException, IOException {
    Map<TopicPartition, OffsetSpec> ends =
        topics.stream()
            .flatMap(
                topic ->
                    IntStream.range(0, topic.numPartitions())
                        .mapToObj(partition -> new TopicPartition(topic.name(), partition)))
            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    long began = System.nanoTime();
    while (!haveLeaders(ends)) {
      if (System.nanoTime() - began > LEADER_TIMEOUT.toNanos()) {
        throw new IOException(
            "the created topics have no leaders after %d s; check the brokers"
                .formatted(LEADER_TIMEOUT.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private boolean haveLeaders(Map<TopicPartition, OffsetSpec> ends)
      throws ExecutionException, InterruptedException {
    try {
      admin.listOffsets(ends).all().get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RetriableException) {
        return false;
      }
      throw e;
    }
  }
}
