package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectHeaders;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
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
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
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
  private static final long TWENTY_YEARS = 20L * 365 * 24 * 3600;
  private static final String EVENTS = Topic.EVENTS.named();
  private static final TopicPartition REJECTED = new TopicPartition(Topic.REJECTED.named(), 0);
  private static final int CHUNK = 20_000;

  private static EmbeddedKafka kafka;
  private static ControllerProcess service;
  private static int sequence;
  private static long second;

  private final AtomicReference<Exception> unsent = new AtomicReference<>();
  private long rejectedBefore;

  @BeforeAll
  static void start() throws Exception {
    kafka = SharedKafka.emptied();
    kafka.createTopics(
        DemoTopics.all("gnomon", 1).stream().map(HostileProducerIT::asBrokersHaveIt).toList());
    service =
        new ControllerProcess(kafka.bootstrapServers(), "clusters.max=100")
            .asInProduction("665m")
            .start();
    await().atMost(Duration.ofMinutes(2)).until(service::ready);
  }

  @AfterAll
  static void stop() throws Exception {
    service.kill().join();
  }

  @BeforeEach
  void declareTheGoodCluster() throws Exception {
    try (KafkaProducer<String, byte[]> producer = producer(Map.of())) {
      second++;
      good(producer, new ClusterDeclared(second, 8, 0, null, null, new Configuration("easy", 0)));
      good(producer, new ClusterSnapshot(second, 8, sequence, null, List.of()));
    }
    awaitGood();
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      rejectedBefore = consumer.endOffsets(List.of(REJECTED)).get(REJECTED);
    }
  }

  /** The rejected topic has the limit that brokers have by default. */
  private static NewTopic asBrokersHaveIt(NewTopic topic) {
    Map<String, String> settings = new HashMap<>(topic.configs());
    if (topic.name().endsWith("rejected")) {
      settings.put("max.message.bytes", "1048588");
    }
    return topic.configs(settings);
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
        .isLessThan(20);
  }

  @Test
  void recordsThatCannotBeCopiedAreRejectedWithSizeHashAndStart() throws Exception {
    List<Original> originals = new ArrayList<>();
    try (KafkaProducer<String, byte[]> producer =
        producer(Map.of("max.request.size", 110 * MIB, "buffer.memory", 220L * MIB))) {
      originals.add(write(producer, event(noise(3 * MIB))));
      originals.add(write(producer, event(longSnapshot(40 * MIB))));
      originals.add(write(producer, event(spaces(70 * MIB))));
      originals.add(write(producer, event(spaces(100 * MIB))));
      ProducerRecord<String, byte[]> largeHeader = event(new byte[] {'{'});
      largeHeader.headers().add("h", spaces(20 * MIB));
      originals.add(write(producer, largeHeader));
      ProducerRecord<String, byte[]> manyHeaders = event(null);
      for (int i = 0; i < 100_000; i++) {
        manyHeaders.headers().add("h", new byte[0]);
      }
      originals.add(write(producer, manyHeaders));
      write(producer, new ProducerRecord<>(EVENTS, "k".repeat(5 * MIB), new byte[] {'{'}));
      takesTheNextGoodEvent(producer);
    }

    List<ConsumerRecord<String, byte[]>> rejected = rejected(originals.size() + 1);
    for (int i = 0; i < originals.size(); i++) {
      ConsumerRecord<String, byte[]> record = rejected.get(i);
      assertThat(header(record, RejectHeaders.REASON)).isEqualTo("INVALID");
      assertThat(
              new Original(
                  Long.parseLong(header(record, RejectHeaders.OFFSET)),
                  Integer.parseInt(header(record, RejectHeaders.SIZE)),
                  header(record, RejectHeaders.SHA256),
                  HexFormat.of().formatHex(record.value())))
          .isEqualTo(originals.get(i));
    }
    assertThat(header(rejected.get(4), RejectHeaders.DETAIL)).contains("bytes of headers");
    assertThat(rejected.get(6).key()).hasSizeLessThanOrEqualTo(1_024);
  }

  /** What the rejected record has to say of the original. */
  private record Original(long offset, int size, String sha256, String start) {}

  /** Writes a record and waits for it, so that no two large ones are in memory. */
  private static Original write(
      KafkaProducer<String, byte[]> producer, ProducerRecord<String, byte[]> record)
      throws Exception {
    byte[] value = record.value() == null ? new byte[0] : record.value();
    HexFormat hex = HexFormat.of();
    return new Original(
        producer.send(record).get().offset(),
        value.length,
        hex.formatHex(MessageDigest.getInstance("SHA-256").digest(value)),
        hex.formatHex(value, 0, Math.min(value.length, 1_024)));
  }

  private ProducerRecord<String, byte[]> event(byte[] value) {
    return new ProducerRecord<>(EVENTS, "c", value);
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
    int records = Integer.getInteger("gnomon.records", CHUNK);
    long seed = Long.getLong("gnomon.seed", System.nanoTime());
    System.out.println("hostile producer: " + records + " records, -Dgnomon.seed=" + seed);
    RecordMutator mutator = new RecordMutator(seed);
    try (KafkaProducer<String, byte[]> producer = producer(Map.of())) {
      for (int i = 1; i <= records; i++) {
        RecordMutator.Mutant mutant = mutator.next();
        ProducerRecord<String, byte[]> record = event(mutant.value());
        mutant.headers().forEach(record.headers()::add);
        send(producer, record);
        if (i % CHUNK == 0) {
          producer.flush();
          takesTheNextGoodEvent(producer);
        }
      }
      producer.flush();
      takesTheNextGoodEvent(producer);
    }
    assertThat(service.printed().lines())
        .as("every line of the log begins with its time or continues a stack trace")
        .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT.*|\\t.*"));
  }

  @Test
  void oneWrongTimeLastsUntilTheNextSnapshotOnly() throws Exception {
    try (KafkaProducer<String, byte[]> producer = producer(Map.of())) {
      good(producer, new ClockAdvanced(second + TWENTY_YEARS));
      assertThat(header(rejected(1).get(0), RejectHeaders.REASON)).isEqualTo("TIME_OUT_OF_RANGE");
      await().atMost(RECOVERY).until(() -> goodState().equals("DEGRADED"));
    }
    declareTheGoodCluster();
    try (KafkaProducer<String, byte[]> producer = producer(Map.of())) {
      takesTheNextGoodEvent(producer);
    }
    assertThat(goodState()).isNotEqualTo("DEGRADED");
  }

  @Test
  void unknownSourcesAndTooManyDeclarationsLeaveNoTrace() throws Exception {
    EventCodec codec = new EventCodec();
    int sources = 3_000;
    try (KafkaProducer<String, byte[]> producer = producer(Map.of())) {
      for (int i = 0; i < sources; i++) {
        EventData data =
            i % 10 == 0
                ? new ClusterDeclared(1, 8, 0, null, null, new Configuration("easy", 0))
                : new JobSubmitted("job", 1, 1, 60);
        GnomonEvent event = GnomonEvent.of("junk" + i, "e" + i, EventData.NONE, null, data);
        send(producer, event(codec.encodeStructured(event).value()));
      }
      producer.flush();
      takesTheNextGoodEvent(producer);
    }
    assertThat(service.clusters()).hasSizeLessThanOrEqualTo(100);
    assertThat(service.metrics().lines().filter(line -> line.contains("cluster=\"junk")))
        .hasSizeLessThan(100 * 150)
        .noneMatch(line -> line.contains("cluster=\"junk1\""));
  }

  private void takesTheNextGoodEvent(KafkaProducer<String, byte[]> producer) throws Exception {
    second++;
    good(producer, new JobSubmitted("job" + second, second, 1, 60));
    awaitGood();
  }

  /** Waits until the controller has applied the latest event of the good cluster. */
  private static void awaitGood() {
    await("the next good event")
        .atMost(RECOVERY)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              assertThat(service.alive()).as("the process lives").isTrue();
              return service.cluster("good").path("at").asLong(-1) == second && service.ready();
            });
  }

  private static String goodState() throws Exception {
    return service.cluster("good").path("state").asText();
  }

  private void good(KafkaProducer<String, byte[]> producer, EventData data) {
    sequence++;
    byte[] value =
        new EventCodec()
            .encodeStructured(GnomonEvent.of("good", "good" + sequence, sequence, null, data))
            .value();
    send(producer, new ProducerRecord<>(EVENTS, "good", value));
    producer.flush();
  }

  private void send(KafkaProducer<String, byte[]> producer, ProducerRecord<String, byte[]> record) {
    producer.send(record, (written, problem) -> unsent.compareAndSet(null, problem));
    assertThat(unsent.get()).isNull();
  }

  private static KafkaProducer<String, byte[]> producer(Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("bootstrap.servers", kafka.bootstrapServers());
    all.put("compression.type", "zstd");
    all.putIfAbsent("max.request.size", 64 * MIB);
    all.putIfAbsent("buffer.memory", 128L * MIB);
    all.putIfAbsent("linger.ms", 20);
    return new KafkaProducer<>(all, new StringSerializer(), new ByteArraySerializer());
  }

  /** The records rejected since the test began, with the first kilobyte of their values. */
  private List<ConsumerRecord<String, byte[]>> rejected(int count) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      consumer.assign(List.of(REJECTED));
      consumer.seek(REJECTED, rejectedBefore);
      await()
          .atMost(RECOVERY)
          .until(
              () -> {
                for (ConsumerRecord<String, byte[]> record :
                    consumer.poll(Duration.ofMillis(100))) {
                  // a header that has not been read keeps the whole record
                  record.headers().forEach(Header::value);
                  record.headers().forEach(Header::key);
                  records.add(record);
                }
                return records.size() >= count;
              });
    }
    return records;
  }

  private static KafkaConsumer<String, byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            kafka.bootstrapServers(),
            "isolation.level",
            "read_committed",
            "max.poll.records",
            "20"),
        new StringDeserializer(),
        (topic, value) -> Arrays.copyOf(value, Math.min(value.length, 1_025)));
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
