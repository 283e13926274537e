package io.gnomon.bridge.slurm.read;

import io.gnomon.bridge.slurm.read.JobcompReader.Completion;
import io.gnomon.bridge.slurm.read.Observation.Ended;
import io.gnomon.events.job.JobSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Slurm's jobcomp/kafka has written to its topic since a day before: word that something has
 * happened, as from hooks, and the ends of jobs that slurmctld has forgotten before they were
 * looked at. Not thread-safe.
 */
public final class JobcompTopic implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobcompTopic.class);
  private static final Duration BACK = Duration.ofDays(1);
  private static final int MOST = 200_000;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final JobcompReader reader = new JobcompReader();
  private final Map<String, Completion> completions =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Completion> eldest) {
          return size() > MOST;
        }
      };
  private long unreadable;

  /**
   * A topic, which must exist.
   *
   * @param kafka properties, {@code bootstrap.servers} among them
   * @param now epoch second
   */
  public JobcompTopic(Map<String, String> kafka, String topic, long now) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put("enable.auto.commit", "false");
    consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<TopicPartition> partitions = new ArrayList<>();
    Map<TopicPartition, Long> since = new HashMap<>();
    consumer
        .partitionsFor(topic)
        .forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
    partitions.forEach(partition -> since.put(partition, (now - BACK.toSeconds()) * 1000));
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    consumer
        .offsetsForTimes(since)
        .forEach(
            (partition, first) ->
                consumer.seek(
                    partition, first == null ? ends.getOrDefault(partition, 0L) : first.offset()));
  }

  /** Takes what has been written; how many records there were. */
  public int take() {
    int words = 0;
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ZERO)) {
      words++;
      try {
        reader.read(record.value()).ifPresent(end -> completions.put(end.job(), end));
      } catch (IOException e) {
        unreadable++;
        LOG.warn(
            "{} at offset {} is no record of jobcomp/kafka: {}",
            record.topic(),
            record.offset(),
            e.getMessage());
      }
    }
    return words;
  }

  /** How many records could not be read. */
  public long unreadable() {
    return unreadable;
  }

  /** An observation with the recorded ends of jobs that were told and that Slurm has forgotten. */
  public Observation complete(Observation seen, List<JobSnapshot> told) {
    Map<String, Ended> ended = new LinkedHashMap<>(seen.ended());
    for (JobSnapshot job : told) {
      Completion end = completions.get(job.job());
      boolean forgotten =
          !seen.active().containsKey(job.job()) && !seen.ended().containsKey(job.job());
      if (forgotten && end != null && end.at() >= job.startedAt()) {
        JobSnapshot recorded = job.at(job.submittedAt(), end.startedAt());
        ended.put(job.job(), new Ended(recorded, end.at(), end.outcome()));
      }
    }
    return new Observation(seen.at(), seen.capacity(), seen.active(), ended, seen.notes());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
