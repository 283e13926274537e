package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.ChangeSink;
import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.ReceivedCommand;
import io.gnomon.bridge.SchedulerPort;
import io.gnomon.bridge.kafka.KafkaBridge;
import io.gnomon.bridge.kafka.KafkaEventSink;
import io.gnomon.bridge.storage.FileCommandLedger;
import io.gnomon.bridge.storage.KeyFileAuthenticator;
import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EncodedEvent;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.ContentHash;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bridge on a real broker, through restarts of its own. */
class KafkaBridgeIT {
  private static final String PREFIX = Topic.DEFAULT_PREFIX;
  private static final String POLICY = "multi-queue(partitions=2)";
  private static final Duration SOON = Duration.ofMinutes(2);

  private static EmbeddedKafka kafka;

  @TempDir private Path folder;

  private final EmulatedCluster cluster =
      new EmulatedCluster(JobLog.builder().job(1, 10, 5, 5, 1).build(), 8, 0);

  @BeforeAll
  static void startBroker() throws Exception {
    kafka = SharedKafka.emptied();
    kafka.createTopics(DemoTopics.all(PREFIX, 1));
  }

  private static Map<String, String> servers() {
    return Map.of("bootstrap.servers", kafka.bootstrapServers());
  }

  private KafkaBridge bridge(String name, CommandLedger ledger) {
    return bridge(name, ledger, CommandAuthenticator.ANY);
  }

  private KafkaBridge bridge(
      String name, CommandLedger ledger, CommandAuthenticator authenticator) {
    return new KafkaBridge(name, cluster, ledger, servers(), PREFIX, authenticator, null);
  }

  private static List<GnomonEvent> published(String name) {
    return TopicReader.everything(kafka.bootstrapServers(), Topic.EVENTS).stream()
        .filter(event -> event.cluster().equals(name))
        .toList();
  }

  private static void write(Topic topic, String key, byte[] value) throws Exception {
    write(new ProducerRecord<>(topic.named(), key, value));
  }

  private static void write(ProducerRecord<String, byte[]> record) throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      producer.send(record).get();
    }
  }

  private static void command(String name, String id) throws Exception {
    write(Topic.COMMANDS, name, new EventCodec().encodeStructured(requested(name, id)).value());
  }

  private static void command(String name, EncodedEvent encoded, byte[] signature)
      throws Exception {
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(Topic.COMMANDS.named(), name, encoded.value());
    encoded
        .headers()
        .forEach((key, text) -> record.headers().add(key, text.getBytes(StandardCharsets.UTF_8)));
    record.headers().add(SigningKeys.HEADER, signature);
    write(record);
  }

  private static GnomonEvent requested(String name, String id) {
    ConfigRequested data =
        new ConfigRequested(
            0,
            id,
            "p",
            CommandMode.APPLY,
            1,
            new Configuration(POLICY, 2),
            ContentHash.of(POLICY, 1, name),
            1_000,
            "slow",
            null);
    return GnomonEvent.of(name, id, EventData.NONE, null, data);
  }

  @Test
  void aCommandThatComesAgainAfterARestartIsNeitherRepeatedNorAnsweredTwice() throws Exception {
    String name = "restarted";
    Path file = folder.resolve("ledger");
    try (FileCommandLedger ledger = new FileCommandLedger(file);
        KafkaBridge first = bridge(name, ledger)) {
      first.runner().start();
      command(name, "x");
      List<ReceivedCommand> polled = first.commands().poll(SOON);
      assertThat(polled).hasSize(1);
      // obeyed and not committed, as where the process ends in between
      first.runner().handle(polled.get(0));
    }

    try (FileCommandLedger ledger = new FileCommandLedger(file);
        KafkaBridge second = bridge(name, ledger)) {
      BridgeRunner runner = second.runner();
      runner.start();
      runner.poll(second.commands(), SOON);
      assertThat(runner.duplicateCommands()).isEqualTo(1);
    }

    assertThat(cluster.configuration()).isEqualTo(new Configuration(POLICY, 2));
    List<GnomonEvent> published = published(name);
    assertThat(published.stream().map(GnomonEvent::type))
        .containsExactly(
            EventType.CLUSTER_DECLARED,
            EventType.CONFIG_APPLIED,
            EventType.CLUSTER_DECLARED,
            EventType.CLUSTER_SNAPSHOT);
    assertThat(((ConfigApplied) published.get(1).data()).command()).isEqualTo("x");
    assertThat(published.stream().map(event -> event.envelope().sequence()))
        .containsExactly(1L, 2L, 3L, 4L);
  }

  /** Refuses configurations with a plan that has a line for each of many jobs, as a dry run. */
  private static final class DryRun implements SchedulerPort {
    private static final String STEP = "scontrol update JobId=%d Nice=-1900000000; ";
    private final EmulatedCluster cluster;

    DryRun(EmulatedCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public long now() {
      return cluster.now();
    }

    @Override
    public ClusterDeclared declare() {
      return cluster.declare();
    }

    @Override
    public ClusterSnapshot snapshot(long reflectsSequence) {
      return cluster.snapshot(reflectsSequence);
    }

    @Override
    public void changes(long lastSequence, ChangeSink sink) {
      cluster.changes(lastSequence, sink);
    }

    @Override
    public Configuration configuration() {
      return cluster.configuration();
    }

    @Override
    public void apply(Configuration configuration) throws CannotApplyException {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_ALLOWED,
          IntStream.range(0, 50_000).mapToObj(STEP::formatted).collect(Collectors.joining()));
    }
  }

  @Test
  void aBridgeThatHasRejectedACommandWithALongPlanStartsAgainAndAnswersTheNext() throws Exception {
    String name = "planned";
    Path file = folder.resolve("ledger");
    for (String id : List.of("x", "y")) {
      try (FileCommandLedger ledger = new FileCommandLedger(file);
          KafkaBridge bridge =
              new KafkaBridge(
                  name,
                  new DryRun(cluster),
                  ledger,
                  servers(),
                  PREFIX,
                  CommandAuthenticator.ANY,
                  null)) {
        bridge.runner().start();
        command(name, id);
        bridge.runner().poll(bridge.commands(), SOON);
      }
    }
    assertThat(published(name).stream().map(GnomonEvent::data))
        .filteredOn(ConfigRejected.class::isInstance)
        .extracting(data -> ((ConfigRejected) data).command())
        .containsExactly("x", "y");
  }

  @Test
  void whatWasCommittedDoesNotComeAgain() throws Exception {
    String name = "committed";
    try (KafkaBridge first = bridge(name, CommandLedger.NONE)) {
      first.runner().start();
      write(Topic.COMMANDS, name, "not a command".getBytes(StandardCharsets.UTF_8));
      command(name, "y");
      first.runner().poll(first.commands(), SOON);
    }
    command(name, "z");
    try (KafkaBridge second = bridge(name, CommandLedger.NONE)) {
      List<ReceivedCommand> polled = second.commands().poll(SOON);
      assertThat(polled.stream().map(received -> received.event().envelope().id()))
          .containsExactly("z");
    }
  }

  @Test
  void onlyACommandThatIsSignedWithAKeyOfTheFileIsCarriedOut() throws Exception {
    String name = "guarded";
    SigningKeys keys = SigningKeys.parse("test", "5a".repeat(32));
    Path file = keyFile("5a".repeat(32) + "\n");
    EncodedEvent forged = new EventCodec().encodeStructured(requested(name, "c"));
    EncodedEvent signed = new EventCodec().encodeStructured(requested(name, "x"));
    EncodedEvent binary = new EventCodec().encodeBinary(requested(name, "x"));
    byte[] signature = bytes(keys.sign(signed.value()));
    try (KafkaBridge bridge = bridge(name, CommandLedger.NONE, new KeyFileAuthenticator(file))) {
      bridge.runner().start();
      command(name, "x");
      command(name, forged, signature);
      command(name, binary, bytes(keys.sign(binary.value())));
      handle(bridge, 3);
      assertThat(cluster.configuration().version()).isEqualTo(1);

      // a new key, which the bridge accepts beside the old one without a restart
      SigningKeys fresh = SigningKeys.parse("test", "6b".repeat(32));
      keyFile("5a".repeat(32) + "\n" + "6b".repeat(32) + "\n");
      command(name, signed, bytes(fresh.sign(signed.value())));
      handle(bridge, 1);
      assertThat(cluster.configuration()).isEqualTo(new Configuration(POLICY, 2));
    }
    assertThat(published(name).stream().map(GnomonEvent::data))
        .filteredOn(ConfigRejected.class::isInstance)
        .extracting(data -> ((ConfigRejected) data).command())
        .containsExactly("x", "c", "x");
    assertThat(published(name).stream().map(GnomonEvent::data))
        .filteredOn(ConfigRejected.class::isInstance)
        .extracting(data -> ((ConfigRejected) data).reason())
        .containsOnly(ConfigRejectReason.NOT_AUTHENTICATED);
  }

  private Path keyFile(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("command.key"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Handles a number of commands; waits for each. */
  private static void handle(KafkaBridge bridge, int commands) {
    for (int left = commands; left > 0; ) {
      List<ReceivedCommand> polled = bridge.commands().poll(SOON);
      assertThat(polled).isNotEmpty();
      polled.forEach(bridge.runner()::handle);
      left -= polled.size();
    }
  }

  @Test
  void countsOnFromItsLastEventHoweverFarBackThatIs() throws Exception {
    String name = "quiet";
    try (KafkaBridge first = bridge(name, CommandLedger.NONE)) {
      first.runner().start();
      first.runner().publishChanges();
    }
    try (KafkaEventSink other = new KafkaEventSink(servers(), PREFIX)) {
      LongStream.rangeClosed(1, 6_000)
          .forEach(
              number ->
                  other.send(
                      GnomonEvent.of(
                          "busy", "busy-" + number, number, null, new ClockAdvanced(number))));
    }
    try (KafkaBridge second = bridge(name, CommandLedger.NONE)) {
      assertThat(second.runner().sequence()).isEqualTo(1);
    }
    try (KafkaBridge fresh = bridge("new", CommandLedger.NONE)) {
      assertThat(fresh.runner().sequence()).isZero();
    }
  }

  @Test
  void aSnapshotOfAVeryLongQueueIsOneRecord() throws Exception {
    List<JobSnapshot> jobs = new ArrayList<>();
    for (int job = 0; job < 200_000; job++) {
      jobs.add(waiting("job-of-a-long-queue-" + job));
    }
    ClusterSnapshot snapshot = new ClusterSnapshot(1, 8, 0, null, jobs);
    GnomonEvent event = GnomonEvent.of("long", "1", 1, null, snapshot);
    assertThat(new EventCodec().encodeStructured(event).value().length)
        .as("more than a producer buffers by default")
        .isBetween(33_554_433, 67_000_000);

    try (KafkaEventSink sink = new KafkaEventSink(servers(), PREFIX)) {
      sink.send(event);
      sink.flush();
    }

    assertThat(published("long")).containsExactly(event);
  }

  private static JobSnapshot waiting(String job) {
    int none = EventData.NONE;
    return new JobSnapshot(
        job,
        JobState.WAITING,
        0,
        none,
        new JobDescription(
            1, 60, "user", "group", "application", "queue", none, none, List.of(), null));
  }

  @Test
  void aWriteThatFailsIsThrownByTheNextCallAndByClosing() {
    Map<String, String> narrow =
        Map.of("bootstrap.servers", kafka.bootstrapServers(), "max.request.size", "100");
    KafkaEventSink sink = new KafkaEventSink(narrow, PREFIX);
    sink.send(GnomonEvent.of("c", "1", 1, null, new ClockAdvanced(1)));
    assertThatThrownBy(sink::flush)
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("gnomon.events");
    assertThatThrownBy(() -> sink.send(GnomonEvent.of("c", "2", 2, null, new ClockAdvanced(2))))
        .isInstanceOf(KafkaException.class);
    assertThatThrownBy(sink::close).isInstanceOf(KafkaException.class);
  }
}
