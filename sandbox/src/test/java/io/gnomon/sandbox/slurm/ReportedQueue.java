package io.gnomon.sandbox.slurm;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.MirrorListener;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * A mirror of the jobs that a cluster reports on its topic, with its content at the end of each
 * second. A job is shown as {@code PENDING 16} or {@code RUNNING 16 since 1700000000}.
 */
final class ReportedQueue implements AutoCloseable {
  private final TopicPartition topic = new TopicPartition(Topic.EVENTS.named(), 0);
  private final EventCodec codec = new EventCodec();
  private final KafkaConsumer<String, byte[]> consumer;
  private final List<GnomonEvent> events = new ArrayList<>();
  private final List<Long> written = new ArrayList<>();
  private final NavigableMap<Long, Map<String, String>> seconds = new TreeMap<>();
  private @Nullable Mirror mirror;

  /** Creates a mirror that reads the only partition of the events topic from its start. */
  ReportedQueue(String bootstrapServers) {
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    consumer.assign(List.of(topic));
    consumer.seekToBeginning(List.of(topic));
  }

  /** Reads all events published so far. */
  ReportedQueue read() {
    long end = consumer.endOffsets(List.of(topic)).getOrDefault(topic, 0L);
    while (consumer.position(topic) < end) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(50))) {
        GnomonEvent event = codec.decode(record.value());
        events.add(event);
        written.add(record.timestamp());
        take(event.data());
      }
    }
    return this;
  }

  private void take(EventData event) {
    Mirror known = mirror;
    try {
      if (event instanceof ClusterDeclared declared) {
        if (known == null) {
          mirror =
              new Mirror(declared.timeOrigin(), declared.processors(), new MirrorListener() {});
        }
        return;
      }
      if (known == null) {
        throw new AssertionError(event + " came before the cluster was declared");
      }
      if (event.at() > known.now()) {
        seconds.put(known.now(), now());
      }
      if (event instanceof ClusterSnapshot snapshot) {
        known.replace(snapshot);
      } else {
        known.apply(event);
      }
    } catch (RejectedEventException e) {
      throw new AssertionError(event + " was rejected: " + e.getMessage(), e);
    }
  }

  /** Every event, in order. */
  List<GnomonEvent> events() {
    return events;
  }

  /** The data of every event of a kind, in order. */
  <T extends EventData> List<T> ofType(Class<T> type) {
    return events.stream().map(GnomonEvent::data).filter(type::isInstance).map(type::cast).toList();
  }

  /** When the {@code i}-th event was written, in milliseconds of the epoch. */
  long writtenAt(int i) {
    return written.get(i);
  }

  /** The last second reported; 0 before any event. */
  long clock() {
    return mirror == null ? 0 : mirror.now();
  }

  /** The waiting and running jobs, by name. */
  Map<String, String> now() {
    Map<String, String> jobs = new TreeMap<>();
    Mirror known = mirror;
    if (known == null) {
      return jobs;
    }
    ClusterState state = known.state();
    state.forEachActive(
        slot ->
            jobs.put(
                known.name(slot),
                state.phase(slot) == JobPhase.RUNNING
                    ? "RUNNING %d since %d"
                        .formatted(
                            state.heldProcessors(slot), known.origin() + state.startTime(slot))
                    : "PENDING " + state.width(slot)));
    return jobs;
  }

  /** The jobs at the end of a past second. */
  Map<String, String> at(long second) {
    Map.Entry<Long, Map<String, String>> last = seconds.floorEntry(second);
    return last == null ? Map.of() : last.getValue();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
