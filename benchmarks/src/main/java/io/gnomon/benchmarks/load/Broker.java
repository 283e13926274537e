package io.gnomon.benchmarks.load;

import io.gnomon.events.Topic;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sandbox.kafka.KafkaTopics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/**
 * The broker of the runs: an embedded one, or given brokers on which each run has topics and a
 * group of its own, which are deleted on close.
 */
final class Broker implements AutoCloseable {
  private final @Nullable EmbeddedKafka embedded;
  private final Map<String, String> client;
  private final String name = "gnomon-load-%08x".formatted(ThreadLocalRandom.current().nextInt());
  private final List<String> prefixes = new ArrayList<>();

  private Broker(@Nullable EmbeddedKafka embedded, Map<String, String> client) {
    this.embedded = embedded;
    this.client = Map.copyOf(client);
  }

  /** Starts an embedded broker. */
  static Broker embedded() throws IOException {
    EmbeddedKafka kafka = EmbeddedKafka.start();
    return new Broker(kafka, kafka.client());
  }

  /**
   * Given brokers.
   *
   * @param client properties of the clients, including {@code bootstrap.servers}
   */
  static Broker given(Map<String, String> client) {
    return new Broker(null, client);
  }

  /** Properties of the clients. */
  Map<String, String> client() {
    return client;
  }

  /**
   * Creates the topics of a run, whose records have the broker's times.
   *
   * @return their prefix, which is also the name of the group
   */
  String prepare(String run, int partitions) {
    String prefix = name + "-" + run;
    prefixes.add(prefix);
    KafkaTopics.create(
        client, DemoTopics.all(prefix, partitions).stream().map(this::timedByBroker).toList());
    return prefix;
  }

  /** The topic with the broker's times and, on given brokers, their number of replicas. */
  private NewTopic timedByBroker(NewTopic topic) {
    Map<String, String> settings = new HashMap<>(topic.configs());
    settings.put("message.timestamp.type", "LogAppendTime");
    return new NewTopic(
            topic.name(),
            Optional.of(topic.numPartitions()),
            embedded == null ? Optional.empty() : Optional.of(topic.replicationFactor()))
        .configs(settings);
  }

  @Override
  public void close() throws IOException {
    if (embedded == null) {
      KafkaTopics.delete(
          client,
          prefixes.stream()
              .flatMap(prefix -> Arrays.stream(Topic.values()).map(topic -> topic.named(prefix)))
              .toList(),
          prefixes);
    } else {
      embedded.close();
    }
  }
}
