package io.gnomon.sandbox;

import io.gnomon.events.Topic;
import io.gnomon.events.codec.SizeLimits;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;

/** Gnomon's topics, configured for a single broker. */
public final class DemoTopics {
  private DemoTopics() {}

  /** All topics; events and checkpoints with as many partitions as given, the others with one. */
  public static List<NewTopic> all(String prefix, int partitions) {
    return Arrays.stream(Topic.values()).map(topic -> topic(topic, prefix, partitions)).toList();
  }

  private static NewTopic topic(Topic topic, String prefix, int partitions) {
    boolean perPartition = topic == Topic.EVENTS || topic == Topic.CHECKPOINTS;
    Map<String, String> settings = new HashMap<>();
    settings.put("compression.type", "zstd");
    settings.put("max.message.bytes", Integer.toString(SizeLimits.RECORD_BYTES));
    settings.put("cleanup.policy", topic == Topic.CHECKPOINTS ? "compact" : "delete");
    return new NewTopic(topic.named(prefix), perPartition ? partitions : 1, (short) 1)
        .configs(settings);
  }
}
