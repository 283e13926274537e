package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.ContentHash;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Everything that reads a topic, as a process with a heap of 256 MiB, against a producer that may
 * write anything to that topic: hundreds of mebibytes in kilobytes, under its own key and others.
 */
class HostileTopicsIT {
  private static final int MIB = 1 << 20;
  private static final String JOBCOMP = "jobcomp";
  private static final Duration SOON = Duration.ofMinutes(2);

  private static EmbeddedKafka kafka;

  @BeforeAll
  static void start() throws Exception {
    kafka = SharedKafka.emptied();
    kafka.createTopics(DemoTopics.all(Topic.DEFAULT_PREFIX, 1));
    kafka.createTopics(List.of(new NewTopic(JOBCOMP, 1, (short) 1)));
  }

  @Test
  void aBridgeFindsItsNumberAndItsCommandBehindJunk() throws Exception {
    write(event("site", 41, declared(1)));
    junk(Topic.EVENTS.named(), 400, "site", "elsewhere");
    junk(Topic.COMMANDS.named(), 400, "site", "elsewhere");
    write(command("site", "good"));

    assertThat(ReadingProcess.run(kafka.bootstrapServers(), "bridge", "site"))
        .contains("found good");

    assertThat(
            TopicReader.records(
                    kafka.bootstrapServers(),
                    Topic.EVENTS.named(),
                    record -> record.value().length > 0 && record.value()[0] == '{')
                .stream()
                .map(record -> new EventCodec().decode(record.value()))
                .filter(event -> event.cluster().equals("site"))
                .map(event -> event.envelope().sequence()))
        .startsWith(41L, 42L);
  }

  @Test
  void aBridgeFindsARecordOfJobcompBehindJunk() throws Exception {
    junk(JOBCOMP, 400, null, "x");
    write(
        new ProducerRecord<>(
            JOBCOMP,
            "{\"jobid\":17,\"state\":\"TIMEOUT\",\"@end\":\"2026-01-31T23:59:59\"}"
                .getBytes(StandardCharsets.UTF_8)));

    assertThat(ReadingProcess.run(kafka.bootstrapServers(), "jobcomp", JOBCOMP))
        .contains("found a job after 400 others");
  }

  @Test
  void aReplayReadsWhatIsBehindJunk() throws Exception {
    junk(Topic.DECISIONS.named(), 400, "replayed", "elsewhere");
    junk(Topic.CHECKPOINTS.named(), 400, "replayed", "#part-0-replayed", "elsewhere");
    junk(Topic.EVENTS.named(), 400, "replayed", "elsewhere");
    long offset = write(event("replayed", 1, declared(1)));

    assertThat(ReadingProcess.run(kafka.bootstrapServers(), "replay", "replayed-d" + offset))
        .contains("found 1 events");
  }

  @Test
  void aControllerStartsWithJunkAmongItsCheckpoints() throws Exception {
    ControllerProcess service =
        new ControllerProcess(kafka.bootstrapServers()).asInProduction("255m").start();
    try {
      await().atMost(SOON).until(service::ready);
      declare(service, 1);
      service.kill().join();
      for (int i = 0; i < 800; i += 100) {
        String[] keys = new String[100];
        for (int k = 0; k < keys.length; k++) {
          keys[k] = (k % 2 == 0 ? "#part-" + k + "-cluster" : "cluster") + (i + k);
        }
        junk(Topic.CHECKPOINTS.named(), keys.length, keys);
      }

      service.start();
      await().atMost(SOON).until(service::ready);
      assertThat(service.cluster("controlled").path("at").asLong())
          .as("a small checkpoint among large ones is kept")
          .isEqualTo(1);
      assertThat(service.clusters())
          .filteredOn(cluster -> cluster.path("id").asText().startsWith("cluster"))
          .hasSizeLessThanOrEqualTo(20);
      assertThat(service.printed()).contains("did not fit into a quarter of the heap");

      service.kill().join();
      junk(Topic.CHECKPOINTS.named(), 1, "controlled");
      service.start();
      await().atMost(SOON).until(service::ready);
      declare(service, 2);
      assertThat(service.printed()).contains("are not checkpoints that this version can read");
    } finally {
      service.kill().join();
    }
  }

  /** Declares the controller's own cluster and waits until it is tracked. */
  private static void declare(ControllerProcess service, int at) throws Exception {
    write(event("controlled", 2 * at - 1, declared(at)));
    write(event("controlled", 2 * at, new ClusterSnapshot(at, 8, 2 * at - 1, null, List.of())));
    await()
        .atMost(SOON)
        .until(
            () ->
                service.cluster("controlled").path("at").asLong(-1) == at
                    && service.cluster("controlled").path("state").asText().equals("WATCHING"));
  }

  private static ClusterDeclared declared(long at) {
    return new ClusterDeclared(at, 8, 0, null, null, new Configuration("easy", 0));
  }

  private static ProducerRecord<String, byte[]> event(String cluster, long number, EventData data) {
    return new ProducerRecord<>(
        Topic.EVENTS.named(),
        cluster,
        new EventCodec()
            .encodeStructured(GnomonEvent.of(cluster, cluster + "-" + number, number, null, data))
            .value());
  }

  private static ProducerRecord<String, byte[]> command(String cluster, String id) {
    String policy = "multi-queue(partitions=2)";
    ConfigRequested data =
        new ConfigRequested(
            0,
            id,
            "p",
            CommandMode.APPLY,
            1,
            new Configuration(policy, 2),
            ContentHash.of(policy, 1, cluster),
            1_000,
            "slow",
            null);
    return new ProducerRecord<>(
        Topic.COMMANDS.named(),
        cluster,
        new EventCodec()
            .encodeStructured(GnomonEvent.of(cluster, id, EventData.NONE, null, data))
            .value());
  }

  /** Writes a record and returns its offset. */
  private static long write(ProducerRecord<String, byte[]> record) throws Exception {
    try (KafkaProducer<String, byte[]> producer = producer()) {
      return producer.send(record).get().offset();
    }
  }

  /** Writes compressed mebibytes of spaces under each of the keys in turn. */
  private static void junk(String topic, int count, String... keys) {
    byte[] spaces = new byte[MIB];
    Arrays.fill(spaces, (byte) ' ');
    AtomicReference<Exception> unsent = new AtomicReference<>();
    try (KafkaProducer<String, byte[]> producer = producer()) {
      for (int i = 0; i < count; i++) {
        producer.send(
            new ProducerRecord<>(topic, keys[i % keys.length], spaces),
            (written, problem) -> unsent.compareAndSet(null, problem));
      }
    }
    assertThat(unsent.get()).isNull();
  }

  private static KafkaProducer<String, byte[]> producer() {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            kafka.bootstrapServers(),
            "compression.type",
            "zstd",
            "batch.size",
            32 * MIB,
            "linger.ms",
            20,
            "max.request.size",
            64 * MIB,
            "buffer.memory",
            128L * MIB),
        new StringSerializer(),
        new ByteArraySerializer());
  }
}
