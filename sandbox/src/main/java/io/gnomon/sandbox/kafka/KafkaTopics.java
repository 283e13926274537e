package io.gnomon.sandbox.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.RetriableException;

/** Creates and deletes topics and groups of a broker. Stateless. */
public final class KafkaTopics {
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(30);

  private KafkaTopics() {}

  /**
   * Creates the topics that do not exist and waits until each partition has a leader, for at most
   * 30 s; an earlier producer could lose its first batch.
   *
   * @param client properties of the client
   * @throws KafkaException if the topics cannot be created
   */
  public static void create(Map<String, String> client, Collection<NewTopic> topics) {
    Map<TopicPartition, OffsetSpec> ends =
        topics.stream()
            .flatMap(
                topic ->
                    Stream.iterate(0, p -> p < topic.numPartitions(), p -> p + 1)
                        .map(p -> new TopicPartition(topic.name(), p)))
            .collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest()));
    long deadline = System.nanoTime() + LEADER_TIMEOUT.toNanos();
    try (Admin admin = Admin.create(new HashMap<>(client))) {
      Set<String> existing = admin.listTopics().names().get();
      admin
          .createTopics(topics.stream().filter(topic -> !existing.contains(topic.name())).toList())
          .all()
          .get();
      while (!haveLeaders(admin, ends)) {
        if (System.nanoTime() > deadline) {
          throw new KafkaException(
              "no leaders for " + topics + " within " + LEADER_TIMEOUT.toSeconds() + " s");
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } catch (ExecutionException e) {
      throw new KafkaException("cannot create topics " + topics, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted while creating topics " + topics, e);
    }
  }

  /** Whether every partition has a leader; a new topic can still be unknown. */
  private static boolean haveLeaders(Admin admin, Map<TopicPartition, OffsetSpec> ends)
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

  /**
   * Deletes topics and consumer groups, and returns when the broker has accepted it. A group that
   * does not exist is no error.
   *
   * @param groups without members
   * @throws KafkaException if something cannot be deleted
   */
  public static void delete(
      Map<String, String> client, Collection<String> topics, Collection<String> groups) {
    try (Admin admin = Admin.create(new HashMap<>(client))) {
      admin.deleteTopics(topics).all().get();
      for (KafkaFuture<Void> deleted :
          admin.deleteConsumerGroups(groups).deletedGroups().values()) {
        try {
          deleted.get();
        } catch (ExecutionException e) {
          if (!(e.getCause() instanceof GroupIdNotFoundException)) {
            throw e;
          }
        }
      }
    } catch (ExecutionException e) {
      throw new KafkaException("cannot delete " + topics + " and " + groups, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted while deleting " + topics + " and " + groups, e);
    }
  }
}
