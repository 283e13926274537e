package io.gnomon.sandbox.watch;

import io.gnomon.events.Topic;
import io.gnomon.events.codec.SizeLimits;
import io.gnomon.sandbox.DemoTopics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Gnomon's topics with a bounded size. Retention is by size only: after a long pause, the events
 * since the last checkpoint must still be there. Kafka deletes whole segments, so that a topic
 * takes up to one segment more than its retention.
 */
final class WatchTopics {
  private static final long MEBIBYTE = 1 << 20;
  private static final long SEGMENT = SizeLimits.RECORD_BYTES; // must hold the largest record
  private static final String HOUR_MILLIS = "3600000";

  private WatchTopics() {}

  /** Returns all topics. */
  static List<NewTopic> all(String prefix) {
    List<NewTopic> topics = DemoTopics.all(prefix, 1);
    for (Topic topic : Topic.values()) {
      String name = topic.named(prefix);
      topics.stream()
          .filter(one -> one.name().equals(name))
          .forEach(
              one -> {
                Map<String, String> settings = new HashMap<>(one.configs());
                settings.putAll(bounds(topic));
                one.configs(settings);
              });
    }
    return topics;
  }

  private static Map<String, String> bounds(Topic topic) {
    return switch (topic) {
      case EVENTS -> retention(256 * MEBIBYTE);
      case DECISIONS -> retention(128 * MEBIBYTE);
      case COMMANDS, REJECTED -> retention(SEGMENT);
      // compaction skips the active segment
      case CHECKPOINTS ->
          Map.of("segment.bytes", Long.toString(SEGMENT), "segment.ms", HOUR_MILLIS);
    };
  }

  private static Map<String, String> retention(long bytes) {
    return Map.of(
        "retention.ms", "-1",
        "retention.bytes", Long.toString(bytes),
        "segment.bytes", Long.toString(SEGMENT));
  }
}
