package io.gnomon.controller.kafka.topic;

import io.gnomon.events.Topic;
import io.gnomon.events.codec.SizeLimits;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The settings of Gnomon's topics, as docs/install.md and the overlay {@code strimzi} have them.
 */
public final class TopicSettings {
  /** The partitions of the events and checkpoints topics. */
  public static final int EVENT_PARTITIONS = 3;

  /** The replicas of each partition, if there are as many brokers. */
  public static final int MAX_REPLICAS = 3;

  private static final int DECISION_BYTES = 8 << 20;
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Duration YEAR = Duration.ofDays(365);

  private TopicSettings() {}

  /** Whether the topic must have the partitions of the events topic. */
  public static boolean partitionedAsEvents(Topic topic) {
    return topic == Topic.EVENTS || topic == Topic.CHECKPOINTS;
  }

  /** Returns the number of replicas for a number of brokers. */
  public static short replicas(int brokers) {
    return (short) Math.max(1, Math.min(MAX_REPLICAS, brokers));
  }

  /**
   * Returns the settings of a topic by name.
   *
   * @param replicas the number of replicas of each partition
   */
  public static Map<String, String> of(Topic topic, int replicas) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(TopicConfig.COMPRESSION_TYPE_CONFIG, "zstd");
    // one replica may be down without stopping Gnomon
    settings.put(
        TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(Math.max(1, replicas - 1)));
    if (topic == Topic.CHECKPOINTS) {
      settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
      settings.put(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.1");
      settings.put(TopicConfig.SEGMENT_MS_CONFIG, millis(Duration.ofDays(1)));
    } else {
      settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
      settings.put(
          TopicConfig.RETENTION_MS_CONFIG, millis(topic == Topic.DECISIONS ? YEAR : MONTH));
    }
    if (topic == Topic.DECISIONS) {
      settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(DECISION_BYTES));
    } else if (topic != Topic.COMMANDS) {
      settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(SizeLimits.RECORD_BYTES));
    }
    return settings;
  }

  private static String millis(Duration time) {
    return Long.toString(time.toMillis());
  }
}
