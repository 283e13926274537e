package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.events.Topic;
import io.gnomon.sandbox.watch.WatchProcess;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other users of the machine on which {@code watch} or {@code demo} runs. */
class PrivateBrokerIT {
  private static final String EVENTS = Topic.EVENTS.named();
  private static final Pattern DASHBOARD = Pattern.compile("http://127.0.0.1:(\\d+)/");
  private static final Pattern CLIENT_FILE = Pattern.compile("kcat -F (\\S+) -C");

  @TempDir private Path folder;

  @Test
  void noPortOfWatchServesKafkaWithoutItsPassword() throws Exception {
    Path recording = folder.resolve("squeue.json");
    try (var in = PrivateBrokerIT.class.getResourceAsStream("/watch/squeue.json")) {
      Files.copy(Objects.requireNonNull(in), recording);
    }
    try (WatchProcess watch =
        WatchProcess.start(Map.of("GNOMON_LOG_LEVEL", "DEBUG"), "--squeue", recording.toString())) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> watch.printed().contains("Press Ctrl-C to stop."));
      Set<Integer> ports = ListeningPorts.of(watch.pid());
      Matcher dashboard = DASHBOARD.matcher(watch.printed());
      assertThat(dashboard.find()).isTrue();
      ports.remove(Integer.valueOf(dashboard.group(1)));
      refused(ports);

      Matcher printed = CLIENT_FILE.matcher(watch.printed());
      assertThat(printed.find()).isTrue();
      String password = ownersAccess(Path.of(printed.group(1)));
      assertThat(watch.printed()).doesNotContain(password);
      for (String file : new String[] {"cmdline", "environ"}) {
        assertThat(
                Files.readString(
                    Path.of("/proc", Long.toString(watch.pid()), file),
                    StandardCharsets.ISO_8859_1))
            .as(file)
            .doesNotContain(password);
      }
    }
  }

  @Test
  void noPortOfTheDemoServesKafkaWithoutItsPassword() throws Exception {
    long pid = ProcessHandle.current().pid();
    Set<Integer> before = ListeningPorts.of(pid);
    try (DemoRun run = new DemoRun(DemoSettings.generated(), new DemoProgress(System.err, false))) {
      Set<Integer> ports = ListeningPorts.of(pid);
      ports.removeAll(before);
      ports.remove(URI.create(run.dashboard()).getPort());
      refused(ports);
      String password = ownersAccess(run.kafka().clientFile());
      assertThat(DemoText.welcome(run, DemoSettings.generated()))
          .contains(run.kafka().clientFile().toString())
          .doesNotContain(password);
    }
  }

  /**
   * Neither an administrator's client, nor a producer, nor a consumer gets an answer. The KRaft
   * controller says that it has no topics to list, and nothing else.
   */
  private static void refused(Set<Integer> ports) {
    assertThat(ports).as("broker and KRaft controller").hasSize(2);
    ports.forEach(PrivateBrokerIT::refused);
  }

  private static void refused(int port) {
    Map<String, Object> anonymous =
        Map.of(
            "bootstrap.servers", "127.0.0.1:" + port,
            "request.timeout.ms", "1000",
            "default.api.timeout.ms", "1500",
            "delivery.timeout.ms", "1500",
            "max.block.ms", "1500");
    try (Admin admin = Admin.create(anonymous)) {
      assertThatThrownBy(() -> admin.listTopics().names().get())
          .as("port %d, as an administrator", port)
          .rootCause()
          .isInstanceOfAny(TimeoutException.class, UnsupportedVersionException.class);
    }
    Map<String, Object> controller = new HashMap<>(anonymous);
    controller.remove("bootstrap.servers");
    controller.put("bootstrap.controllers", "127.0.0.1:" + port);
    try (Admin admin = Admin.create(controller)) {
      assertThatThrownBy(() -> admin.describeCluster().clusterId().get())
          .as("port %d, as an administrator of the controller", port)
          .rootCause()
          .isInstanceOfAny(TimeoutException.class, UnsupportedVersionException.class);
    }
    Map<String, Object> forger = new HashMap<>(anonymous);
    forger.put("linger.ms", "0");
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(forger, new StringSerializer(), new StringSerializer())) {
      assertThatThrownBy(() -> producer.send(new ProducerRecord<>(EVENTS, "c", "forged")).get())
          .as("port %d, as a producer", port)
          .rootCause()
          .isInstanceOfAny(TimeoutException.class, UnsupportedVersionException.class);
    }
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(anonymous, new StringDeserializer(), new StringDeserializer())) {
      assertThatThrownBy(() -> consumer.partitionsFor(EVENTS))
          .as("port %d, as a consumer", port)
          .isInstanceOfAny(TimeoutException.class, UnsupportedVersionException.class);
    }
  }

  /** Reads a topic with the file, which only its owner can read, and returns the password. */
  private static String ownersAccess(Path file) throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file.resolveSibling(""))))
        .isEqualTo("rwx------");
    Properties properties = new Properties();
    properties.load(new StringReader(Files.readString(file)));
    TopicPartition events = new TopicPartition(EVENTS, 0);
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      assertThat(consumer.endOffsets(Set.of(events)).get(events)).isPositive();
    }
    String password = properties.getProperty("sasl.password");
    properties.replaceAll(
        (name, value) -> value.toString().replace(password, password.replace('1', '2') + "3"));
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      assertThatThrownBy(() -> consumer.endOffsets(Set.of(events)))
          .isInstanceOf(SaslAuthenticationException.class);
    }
    return password;
  }
}
