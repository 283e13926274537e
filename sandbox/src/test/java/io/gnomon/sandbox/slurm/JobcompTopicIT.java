package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.polling.QueueTracker;
import io.gnomon.bridge.slurm.notify.JobcompTopic;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.sandbox.SharedKafka;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What jobcomp/kafka would have written, on a real broker. */
class JobcompTopicIT {
  private static final String TOPIC = "slurm";

  @Test
  void aJobThatSlurmHasForgottenEndsAsItWasRecorded() throws Exception {
    long now = Instant.now().getEpochSecond();
    EmbeddedKafka kafka = SharedKafka.emptied();
    kafka.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)));
    Map<String, String> servers = Map.of("bootstrap.servers", kafka.bootstrapServers());
    QueueTracker tracker = new QueueTracker();
    JobSnapshot job =
        new JobSnapshot("17", JobState.RUNNING, now - 60, now - 50, new JobDescription(8, 600));
    tracker.advance(
        new QueueObservation(
            now - 40, 8, Map.of("17", new QueueObservation.Active(job, 0)), Map.of(), List.of()),
        0,
        null);
    try (KafkaProducer<String, String> producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer());
        JobcompTopic topic = new JobcompTopic(servers, TOPIC, now)) {
      producer.send(new ProducerRecord<>(TOPIC, "nonsense")).get();
      producer
          .send(
              new ProducerRecord<>(
                  TOPIC,
                  "{\"jobid\":17,\"state\":\"TIMEOUT\",\"@start\":\"%s\",\"@end\":\"%s\"}"
                      .formatted(utc(now - 50), utc(now - 10))))
          .get();
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () -> {
                topic.drain();
                QueueObservation seen =
                    topic.addPurged(
                        new QueueObservation(now, 8, Map.of(), Map.of(), List.of()), List.of(job));
                return seen.ended().containsKey("17");
              });
      assertThat(topic.unreadable()).isEqualTo(1);
      List<EventData> reported =
          tracker.advance(
              topic.addPurged(
                  new QueueObservation(now, 8, Map.of(), Map.of(), List.of()), List.of(job)),
              1,
              null);
      assertThat(reported).contains(new JobFinished("17", now - 10, JobOutcome.TIMEOUT));
    }
  }

  private static String utc(long second) {
    return Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC).toLocalDateTime().toString();
  }
}
