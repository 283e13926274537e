package io.gnomon.sandbox;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.topics.BoundedConsumer;
import io.gnomon.topics.EventDecoder;
import io.gnomon.topics.ValueLimit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A consumer of the decisions that a controller records for one cluster. Not thread-safe. */
final class DecisionReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionReader.class);
  private static final Duration POLL = Duration.ofMillis(20);

  private final String cluster;
  private final BoundedConsumer consumer;
  private final EventDecoder decoder = new EventDecoder(new EventCodec());

  DecisionReader(Map<String, String> kafka, String prefix, String cluster) {
    this.cluster = cluster;
    consumer =
        BoundedConsumer.of(
            kafka,
            Map.of("isolation.level", "read_committed"),
            ValueLimit.small(),
            cluster::equals);
    consumer.assign(List.of(new TopicPartition(Topic.DECISIONS.named(prefix), 0)));
    consumer.seekToBeginning(consumer.assignment());
  }

  /** Polls once and returns the latest decision that is not older than {@code at}, or null. */
  @Nullable DecisionRecorded poll(long at) {
    DecisionRecorded found = null;
    for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
      try {
        GnomonEvent event = decoder.decode(record);
        if (event.cluster().equals(cluster)
            && event.data() instanceof DecisionRecorded decision
            && decision.at() >= at) {
          found = decision;
        }
      } catch (InvalidEventException noDecision) {
        LOG.warn(
            "offset {} of topic {} is no decision: {}",
            record.offset(),
            record.topic(),
            noDecision.getMessage());
      }
    }
    return found;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
