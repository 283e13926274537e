package io.gnomon.bridge.slurm.notify;

import io.gnomon.bridge.RateLimit;
import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.bridge.slurm.notify.JobcompReader.Completion;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.topics.BoundedConsumer;
import io.gnomon.topics.ValueLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes the topic of Slurm's jobcomp/kafka plugin, from one day back. Its records bring the next
 * poll forward, as hooks do, and contain the ends of jobs that slurmctld purged before the bridge
 * polled them. Not thread-safe.
 */
public final class JobcompTopic implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobcompTopic.class);
  private static final Duration LOOKBACK = Duration.ofDays(1);
  private static final int MAX_WARNINGS_PER_MINUTE = 10;
  private static final int MAX_COMPLETIONS = 200_000;

  private final BoundedConsumer consumer;
  private final RateLimit warnings = new RateLimit(MAX_WARNINGS_PER_MINUTE, System::nanoTime);
  private final JobcompReader reader = new JobcompReader();
  private final Map<String, Completion> completions =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Completion> eldest) {
          return size() > MAX_COMPLETIONS;
        }
      };
  private long unreadable;

  /**
   * A consumer of an existing topic.
   *
   * @param kafka properties of the Kafka client, including {@code bootstrap.servers}
   * @param now present epoch second
   */
  public JobcompTopic(Map<String, String> kafka, String topic, long now) {
    consumer =
        BoundedConsumer.of(
            kafka, Map.of("isolation.level", "read_uncommitted"), ValueLimit.small());
    List<TopicPartition> partitions = consumer.partitions(topic);
    Map<TopicPartition, Long> since = new HashMap<>();
    partitions.forEach(partition -> since.put(partition, (now - LOOKBACK.toSeconds()) * 1000));
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    consumer
        .offsetsForTimes(since)
        .forEach(
            (partition, first) ->
                consumer.seek(
                    partition, first == null ? ends.getOrDefault(partition, 0L) : first.offset()));
  }

  /** Reads the records written since the last call and returns their number. */
  public int drain() {
    int records = 0;
    for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ZERO)) {
      records++;
      try {
        reader.read(record.value()).ifPresent(end -> completions.put(end.job(), end));
      } catch (IOException e) {
        unreadable++;
        if (warnings.permits()) {
          LOG.warn(
              "topic {}, offset {}: not a record of jobcomp/kafka: {}{}",
              record.topic(),
              record.offset(),
              e.getMessage(),
              warnings.remark());
        }
      }
    }
    return records;
  }

  /** Returns how many records could not be parsed. */
  public long unreadable() {
    return unreadable;
  }

  /**
   * Adds the recorded ends of jobs that Slurm no longer knows to an observation.
   *
   * @param active the active jobs after the last poll
   */
  public QueueObservation addPurged(QueueObservation seen, List<JobSnapshot> active) {
    Map<String, Ended> ended = new LinkedHashMap<>(seen.ended());
    for (JobSnapshot job : active) {
      Completion end = completions.get(job.job());
      if (seen.isGone(job.job()) && end != null && end.at() >= job.startedAt()) {
        JobSnapshot recorded = job.at(job.submittedAt(), end.startedAt());
        ended.put(job.job(), new Ended(recorded, end.at(), end.outcome()));
      }
    }
    return new QueueObservation(
        seen.at(),
        seen.capacity(),
        seen.active(),
        ended,
        seen.notes(),
        seen.machine(),
        seen.leftOut());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
