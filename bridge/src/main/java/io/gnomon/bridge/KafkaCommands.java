package io.gnomon.bridge;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster's commands from Kafka, committed ones only. Where it has got to is kept as the offsets
 * of a group of its own. A record that is not a legal event is logged and passed over: it has no id
 * by which it could be answered. Not thread-safe.
 */
public final class KafkaCommands implements CommandSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaCommands.class);

  private final String cluster;
  private final EventCodec codec = new EventCodec();
  private final KafkaConsumer<String, byte[]> consumer;

  /**
   * Goes on where the cluster's last bridge committed, else from the beginning.
   *
   * @param kafka properties, {@code bootstrap.servers} among them
   * @param prefix of the topics
   */
  public KafkaCommands(Map<String, String> kafka, String prefix, String cluster) {
    this.cluster = cluster;
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("group.id", prefix + "-bridge-" + cluster);
    properties.put("enable.auto.commit", "false");
    properties.put("auto.offset.reset", "earliest");
    properties.put("isolation.level", "read_committed");
    consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
    consumer.assign(
        consumer.partitionsFor(Topic.COMMANDS.named(prefix)).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList());
  }

  @Override
  public List<GnomonEvent> poll(Duration patience) {
    List<GnomonEvent> commands = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : consumer.poll(patience)) {
      if (record.key() != null && !record.key().equals(cluster)) {
        continue;
      }
      try {
        GnomonEvent command =
            codec.decode(
                record.value(),
                name -> {
                  Header header = record.headers().lastHeader(name);
                  return header == null ? null : header.value();
                });
        if (command.cluster().equals(cluster)) {
          commands.add(command);
        }
      } catch (InvalidEventException e) {
        LOG.warn(
            "{}: the record at offset {} of {} is no command: {}",
            cluster,
            record.offset(),
            record.topic(),
            e.getMessage());
      }
    }
    return commands;
  }

  @Override
  public void commit() {
    consumer.commitSync();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
