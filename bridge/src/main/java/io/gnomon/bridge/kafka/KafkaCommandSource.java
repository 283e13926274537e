package io.gnomon.bridge.kafka;

import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.CommandSource;
import io.gnomon.bridge.RateLimit;
import io.gnomon.bridge.ReceivedCommand;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.Topic;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.topics.BoundedConsumer;
import io.gnomon.topics.EventDecoder;
import io.gnomon.topics.RecordHeaders;
import io.gnomon.topics.ValueLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes a cluster's commands from Kafka, in committed transactions only. Its progress is stored
 * as the offsets of the consumer group {@code PREFIX-bridge-CLUSTER}. A record that is not a valid
 * event is logged and skipped, because it has no id to be answered by. Not thread-safe.
 */
public final class KafkaCommandSource implements CommandSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaCommandSource.class);

  private static final int MAX_WARNINGS_PER_MINUTE = 10;

  private final RateLimit invalid = new RateLimit(MAX_WARNINGS_PER_MINUTE, System::nanoTime);
  private final String cluster;
  private final CommandAuthenticator authenticator;
  private final EventCodec codec = new EventCodec();
  private final EventDecoder decoder = new EventDecoder(codec);
  private final BoundedConsumer consumer;

  /**
   * Continues after the last committed offset, or starts at the beginning of the topic.
   *
   * @param kafka properties of the Kafka client, including {@code bootstrap.servers}
   * @param prefix prefix of the topics
   */
  public KafkaCommandSource(
      Map<String, String> kafka,
      String prefix,
      String cluster,
      CommandAuthenticator authenticator) {
    this.cluster = cluster;
    this.authenticator = authenticator;
    consumer =
        BoundedConsumer.of(
            kafka,
            Map.of(
                "group.id", prefix + "-bridge-" + cluster,
                "auto.offset.reset", "earliest",
                "isolation.level", "read_committed"),
            ValueLimit.small(),
            cluster::equals);
    consumer.assign(consumer.partitions(Topic.COMMANDS.named(prefix)));
  }

  @Override
  public List<ReceivedCommand> poll(Duration timeout) {
    List<ReceivedCommand> commands = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : consumer.poll(timeout)) {
      try {
        GnomonEvent command = decoder.decode(record);
        if (command.cluster().equals(cluster)) {
          commands.add(new ReceivedCommand(command, problem(record, command)));
        }
      } catch (InvalidEventException e) {
        if (invalid.permits()) {
          LOG.warn(
              "{}: offset {} of topic {} is not a valid command: {}{}",
              cluster,
              record.offset(),
              record.topic(),
              e.getMessage(),
              invalid.remark());
        }
      }
    }
    return commands;
  }

  /** Returns why a command is not authentic, or null. Requests for a snapshot need no signature. */
  private @Nullable String problem(ConsumerRecord<String, byte[]> record, GnomonEvent command) {
    if (!(command.data() instanceof ConfigRequested)) {
      return null;
    }
    String problem =
        authenticator.problem(record.value(), new RecordHeaders(record).value(SigningKeys.HEADER));
    boolean checked = problem == null && authenticator != CommandAuthenticator.ANY;
    return checked && !isInValue(record.value(), command)
        ? "the command is in binary mode, whose headers are not signed; use structured mode"
        : problem;
  }

  /** Returns whether the record's value alone, which is signed, is the whole command. */
  private boolean isInValue(byte[] value, GnomonEvent command) {
    try {
      return codec.decode(value).equals(command);
    } catch (InvalidEventException onlyData) {
      return false;
    }
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
