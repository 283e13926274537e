package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * {@code serve} as a process of its own, with the heap of a container of 1 GiB, against a producer
 * that may write anything to the events topic. After each attack the same process must apply the
 * next good event within 30 seconds.
 *
 * <p>{@code -Dgnomon.records=1000000} sets the number of mutated records, {@code -Dgnomon.seed} the
 * seed, which is printed.
 */
class HostileProducerIT {
  private static final Duration RECOVERY = Duration.ofSeconds(30);
  private static final int MIB = 1 << 20;
  private static EmbeddedKafka kafka;

  private String prefix = "";
  private ControllerProcess service;
  private int sequence;

  @BeforeAll
  static void startKafka() throws Exception {
    kafka = EmbeddedKafka.start();
  }

  @AfterAll
  static void stopKafka() throws Exception {
    kafka.close();
  }

  @BeforeEach
  void startService(org.junit.jupiter.api.TestInfo test) throws Exception {
    prefix = test.getTestMethod().orElseThrow().getName();
    kafka.createTopics(
        DemoTopics.all(prefix, 1).stream().map(HostileProducerIT::asBrokersHaveIt).toList());
    service =
        new ControllerProcess(
                kafka.bootstrapServers(), "topics.prefix=" + prefix, "kafka.group=" + prefix)
            .asInProduction("665m")
            .start();
    try (KafkaProducer<String, byte[]> producer = producer(Map.of())) {
      good(producer, new ClusterDeclared(0, 8, 0, null, null, new Configuration("easy", 0)));
    }
    awaitGood(0);
  }

  /** The rejected topic has the limit that brokers have by default. */
  private static NewTopic asBrokersHaveIt(NewTopic topic) {
    Map<String, String> settings = new HashMap<>(topic.configs());
    if (topic.name().endsWith("rejected")) {
      settings.put("max.message.bytes", "1048588");
    }
    return topic.configs(settings);
  }

  @AfterEach
  void stopService() {
    service.kill().join();
  }

  @Test
  void manyMebibytesOfSpacesInKilobytesAreRejectedOneByOne() throws Exception {
    byte[] spaces = spaces(MIB);
    int count = 1_500;
    try (KafkaProducer<String, byte[]> producer =
        producer(Map.of("batch.size", 32 * MIB, "linger.ms", 200))) {
      for (int i = 0; i < count; i++) {
        send(producer, event(spaces));
      }
      producer.flush();
      takesTheNextGoodEvent(producer);
    }
    assertThat(rejected(count)).hasSize(count);
    assertThat(service.printed().split("INVALID", -1).length - 1)
        .as("lines about the same kind of record")
        .isLessThan(5);
  }

  @Test
  void recordsThatCannotBeCopiedAreRejectedWithSizeHashAndStart() throws Exception {
    List<Original> originals = new ArrayList<>();
    try (KafkaProducer<String, byte[]> producer =
        producer(Map.of("max.request.size", 110 * MIB, "buffer.memory", 220L * MIB))) {
      for (byte[] value : List.of(noise(3 * MIB), longSnapshot(40 * MIB), new byte[] {'{'})) {
        originals.add(Original.of(value));
        ProducerRecord<String, byte[]> record = event(value);
        if (value.length == 1) {
          record.headers().add("h", spaces(20 * MIB));
        }
        send(producer, record);
        producer.flush();
      }
      for (int mebibytes : List.of(70, 100)) {
        byte[] value = spaces(mebibytes * MIB);
        originals.add(Original.of(value));
        send(producer, event(value));
        producer.flush();
      }
      ProducerRecord<String, byte[]> manyHeaders = event(null);
      for (int i = 0; i < 100_000; i++) {
        manyHeaders.headers().add("h", new byte[0]);
      }
      originals.add(Original.of(new byte[0]));
      send(producer, manyHeaders);
      send(
          producer,
          new ProducerRecord<>(topic(Topic.EVENTS), "k".repeat(5 * MIB), new byte[] {'{'}));
      takesTheNextGoodEvent(producer);
    }

    List<ConsumerRecord<String, byte[]>> rejected = rejected(originals.size() + 1);
    assertThat(rejected)
        .extracting(record -> header(record, RejectHeaders.OFFSET))
        .containsExactly("1", "2", "3", "4", "5", "6", "7");
    for (int i = 0; i < originals.size(); i++) {
      ConsumerRecord<String, byte[]> record = rejected.get(i);
      assertThat(header(record, RejectHeaders.REASON)).isEqualTo("INVALID");
      assertThat(
              new Original(
                  Integer.parseInt(header(record, RejectHeaders.SIZE)),
                  header(record, RejectHeaders.SHA256),
                  HexFormat.of().formatHex(record.value())))
          .isEqualTo(originals.get(i));
    }
    assertThat(header(rejected.get(2), RejectHeaders.DETAIL)).contains("bytes of headers");
    assertThat(rejected.get(6).key()).hasSizeLessThanOrEqualTo(1_024);
  }

  /** What the rejected record has to say of the original's value. */
  private record Original(int size, String sha256, String start) {
    static Original of(byte[] value) throws Exception {
      HexFormat hex = HexFormat.of();
      return new Original(
          value.length,
          hex.formatHex(MessageDigest.getInstance("SHA-256").digest(value)),
          hex.formatHex(value, 0, Math.min(value.length, 1_024)));
    }
  }

  private ProducerRecord<String, byte[]> event(byte[] value) {
    return new ProducerRecord<>(topic(Topic.EVENTS), "c", value);
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new SplittableRandom(1).nextBytes(noise);
    return noise;
  }

  private static byte[] longSnapshot(int bytes) {
    byte[] snapshot = spaces(bytes);
    byte[] start = "{\"type\":\"io.gnomon.cluster.snapshot.v1\",".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(start, 0, snapshot, 0, start.length);
    return snapshot;
  }

  @Test
  void mutatedRecordsDoNoHarm() throws Exception {
    int records = Integer.getInteger("gnomon.records", 20_000);
    long seed = Long.getLong("gnomon.seed", System.nanoTime());
    System.out.println("hostile producer: " + records + " records, -Dgnomon.seed=" + seed);
    RecordMutator mutator = new RecordMutator(seed);
    try (KafkaProducer<String, byte[]> producer = producer(Map.of())) {
      for (int i = 0; i < records; i++) {
        RecordMutator.Mutant mutant = mutator.next();
        ProducerRecord<String, byte[]> record = event(mutant.value());
        mutant.headers().forEach(record.headers()::add);
        send(producer, record);
      }
      producer.flush();
      takesTheNextGoodEvent(producer);
    }
    assertThat(service.printed().lines())
        .as("every line of the log begins with its time or continues a stack trace")
        .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT.*|\\t.*"));
  }

  private void takesTheNextGoodEvent(KafkaProducer<String, byte[]> producer) throws Exception {
    int jobs = sequence;
    good(producer, new JobSubmitted("job" + jobs, jobs, 1, 60));
    producer.flush();
    awaitGood(jobs);
  }

  /** Waits until the controller has applied the good cluster's events up to a time. */
  private void awaitGood(long at) {
    await("the next good event")
        .atMost(RECOVERY)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              assertThat(service.alive()).as("the process lives").isTrue();
              JsonNode cluster = service.cluster("good");
              return cluster.path("at").asLong(-1) == at && service.ready();
            });
  }

  private void good(KafkaProducer<String, byte[]> producer, EventData data) throws Exception {
    sequence++;
    byte[] value =
        new EventCodec()
            .encodeStructured(GnomonEvent.of("good", "good" + sequence, sequence, null, data))
            .value();
    send(producer, new ProducerRecord<>(topic(Topic.EVENTS), "good", value));
    producer.flush();
  }

  private final AtomicReference<Exception> unsent = new AtomicReference<>();

  private void send(KafkaProducer<String, byte[]> producer, ProducerRecord<String, byte[]> record) {
    producer.send(record, (written, problem) -> unsent.compareAndSet(null, problem));
    assertThat(unsent.get()).isNull();
  }

  private KafkaProducer<String, byte[]> producer(Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("bootstrap.servers", kafka.bootstrapServers());
    all.put("compression.type", "zstd");
    all.putIfAbsent("max.request.size", 64 * MIB);
    all.putIfAbsent("buffer.memory", 128L * MIB);
    all.putIfAbsent("linger.ms", 20);
    return new KafkaProducer<>(all, new StringSerializer(), new ByteArraySerializer());
  }

  private String topic(Topic topic) {
    return topic.named(prefix);
  }

  private List<ConsumerRecord<String, byte[]>> rejected(int count) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "max.poll.records",
                "20"),
            new StringDeserializer(),
            (topic, value) -> Arrays.copyOf(value, Math.min(value.length, 1_025)))) {
      TopicPartition partition = new TopicPartition(topic(Topic.REJECTED), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      await()
          .atMost(RECOVERY)
          .until(
              () -> {
                for (ConsumerRecord<String, byte[]> record :
                    consumer.poll(Duration.ofMillis(100))) {
                  // a header that has not been read keeps the whole record
                  record.headers().forEach(header -> header.value());
                  record.headers().forEach(header -> header.key());
                  records.add(record);
                }
                return records.size() >= count;
              });
    }
    return records;
  }

  private static String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private static byte[] spaces(int bytes) {
    byte[] spaces = new byte[bytes];
    Arrays.fill(spaces, (byte) ' ');
    return spaces;
  }
}
