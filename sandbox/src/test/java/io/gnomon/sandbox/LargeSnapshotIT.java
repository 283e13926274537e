package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/**
 * A cluster sends snapshots of 100,000 jobs, with events of others and its own between them, in one
 * partition of a real broker: all take effect, each cluster's in order, and a controller that comes
 * later restores the same.
 */
class LargeSnapshotIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int JOBS = 100_000;
  private static final int SMALL_JOBS = 500;
  private static final int TWICE = 7;

  private final EventCodec codec = new EventCodec();
  private final Map<String, Integer> sequences = new HashMap<>();

  @Test
  void everyEventTakesEffectInItsOrder() throws Exception {
    EmbeddedKafka kafka = SharedKafka.emptied();
    kafka.createTopics(DemoTopics.all("gnomon", 1));
    String large;
    String small;
    try (LocalController controller = LocalController.start(config(kafka))) {
      send(kafka);
      awaitAll(controller);
      large = hash(controller, "large");
      small = hash(controller, "small");
    }
    try (LocalController again = LocalController.start(config(kafka))) {
      awaitAll(again);
      assertThat(hash(again, "large")).isEqualTo(large);
      assertThat(hash(again, "small")).isEqualTo(small);
    }
    assertThat(TopicReader.records(kafka.bootstrapServers(), Topic.REJECTED.named("gnomon")))
        .hasSize(2)
        .allSatisfy(
            rejected -> {
              assertThat(rejected.key()).isEqualTo("large");
              assertThat(new String(rejected.value(), StandardCharsets.UTF_8))
                  .as("the beginning of the snapshot")
                  .contains("io.gnomon.cluster.snapshot.v1");
            });
  }

  private void send(EmbeddedKafka kafka) {
    Map<String, Object> settings = new HashMap<>(kafka.client());
    settings.put("max.request.size", 16 << 20);
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      for (String cluster : List.of("large", "small")) {
        send(
            producer,
            cluster,
            new ClusterDeclared(0, 8, 0, null, null, new Configuration("easy", 1)));
      }
      for (int i = 1; i <= SMALL_JOBS; i++) {
        if (i % (SMALL_JOBS / 2) == 1) {
          send(producer, "large", snapshot(i));
        }
        send(producer, "large", new JobSubmitted("after" + i, i, 1, 60));
        send(producer, "small", new JobSubmitted("job" + i, i, 1, 60));
      }
    }
  }

  /** It has the jobs that were submitted since the former one, too, and one job twice. */
  private static ClusterSnapshot snapshot(int at) {
    return new ClusterSnapshot(
        at,
        8,
        EventData.NONE,
        null,
        IntStream.concat(IntStream.range(0, JOBS + at - 1), IntStream.of(TWICE))
            .mapToObj(job -> job < JOBS ? "job" + job : "after" + (job - JOBS + 1))
            .map(LargeSnapshotIT::waiting)
            .toList());
  }

  private static JobSnapshot waiting(String job) {
    int submitted = job.startsWith("after") ? Integer.parseInt(job.substring(5)) : 0;
    return new JobSnapshot(
        job, JobState.WAITING, submitted, EventData.NONE, new JobDescription(1, 60));
  }

  private void send(KafkaProducer<String, byte[]> producer, String cluster, EventData data) {
    int sequence = sequences.merge(cluster, 1, Integer::sum);
    GnomonEvent event = GnomonEvent.of(cluster, cluster + sequence, sequence, null, data);
    producer.send(
        new ProducerRecord<>(
            Topic.EVENTS.named("gnomon"), cluster, codec.encodeStructured(event).value()));
  }

  private static ControllerConfig config(EmbeddedKafka kafka) {
    return ControllerKeys.read(
        kafka
            .configure(ControllerKeys.loader())
            .flag("http.port=0")
            .flag("tuning.mode=observe")
            .flag("tuning.threshold=1000000")
            .load());
  }

  private static void awaitAll(LocalController controller) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions() // the cluster is not known yet
        .untilAsserted(
            () -> {
              for (String cluster : List.of("large", "small")) {
                JsonNode seen = read(controller, cluster);
                assertThat(seen.path("at").asLong()).isEqualTo(SMALL_JOBS);
                assertThat(seen.path("waiting").asInt())
                    .isEqualTo(SMALL_JOBS + (cluster.equals("large") ? JOBS : 0));
                assertThat(seen.path("state").asText()).isNotEqualTo("DEGRADED");
              }
            });
  }

  private static String hash(LocalController controller, String cluster) throws IOException {
    return read(controller, cluster).path("stateHash").asText();
  }

  private static JsonNode read(LocalController controller, String cluster) throws IOException {
    try (var in =
        URI.create(controller.dashboard() + "api/v1/clusters/" + cluster).toURL().openStream()) {
      return new ObjectMapper().readTree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
