package io.gnomon.sandbox.kafka;

import io.gnomon.config.ConfigLoader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka broker with its KRaft controller in this process, on loopback by default. A private
 * broker requires a password on every listener; the others are for tests and measurements, and
 * every user of this machine can use them.
 *
 * <p>{@code KafkaRaftServer} is internal to Kafka: its version is pinned and this is the only class
 * that uses it. Starting takes a few seconds. Not safe for concurrent use.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private static final int NODE = 1;
  private static final String LOOPBACK = "127.0.0.1";
  private static final String SEGMENT_BYTES = String.valueOf(16 << 20);
  private static final String METADATA_BYTES = String.valueOf(32 << 20);

  private final Path folder;
  private final boolean temporary;
  private final String host;
  private final int port;
  private final int controllerPort;
  private final @Nullable SecuredListener secured;
  private final @Nullable Login login;
  private final Map<String, String> settings;
  private final CompletableFuture<IOException> failure = new CompletableFuture<>();
  private @Nullable KafkaRaftServer server;

  private EmbeddedKafka(
      Path folder,
      boolean temporary,
      String host,
      int port,
      int controllerPort,
      @Nullable SecuredListener secured,
      @Nullable Login login,
      Map<String, String> settings) {
    this.folder = folder;
    this.temporary = temporary;
    this.host = host;
    this.port = port;
    this.controllerPort = controllerPort;
    this.secured = secured;
    this.login = login;
    this.settings = Map.copyOf(settings);
  }

  /** Starts a broker on free ports with a temporary data folder that is deleted on close. */
  public static EmbeddedKafka start() throws IOException {
    return start(Map.of());
  }

  /**
   * The same with other settings.
   *
   * @param settings broker properties that replace or supplement those of this class
   */
  public static EmbeddedKafka start(Map<String, String> settings) throws IOException {
    EmbeddedKafka kafka =
        new EmbeddedKafka(
            temporaryFolder(),
            true,
            LOOPBACK,
            FreePorts.next(),
            FreePorts.next(),
            null,
            null,
            settings);
    kafka.startup();
    return kafka;
  }

  /**
   * Starts a broker in a temporary folder with a second listener for users with passwords, whose
   * rights are limited to ACLs. Clients of the plain listener have all rights.
   *
   * @param passwords by user
   */
  public static EmbeddedKafka startSecured(Map<String, String> passwords) throws IOException {
    SecuredListener secured = new SecuredListener(FreePorts.next(), passwords);
    return started(temporaryFolder(), true, LOOPBACK, FreePorts.next(), secured);
  }

  /**
   * Starts a broker with a secured listener whose data remain in {@code folder} after it closes. It
   * can be started again with the same ports, also by another process.
   *
   * @param passwords by user
   * @param settings broker properties that replace or supplement those of this class
   */
  public static EmbeddedKafka startSecured(
      Path folder, BrokerPorts ports, Map<String, String> passwords, Map<String, String> settings)
      throws IOException {
    EmbeddedKafka kafka =
        new EmbeddedKafka(
            Files.createDirectories(folder),
            false,
            LOOPBACK,
            ports.plain(),
            ports.controller(),
            new SecuredListener(ports.secured(), passwords),
            null,
            settings);
    kafka.startup();
    return kafka;
  }

  /**
   * Starts a private broker on free ports with a temporary data folder that is deleted on close.
   */
  public static EmbeddedKafka startPrivate() throws IOException {
    return startedPrivate(temporaryFolder(), true);
  }

  /** Starts a private broker on free ports whose data remain in {@code folder} after it closes. */
  public static EmbeddedKafka startPrivate(Path folder) throws IOException {
    return startedPrivate(Files.createDirectories(folder), false);
  }

  private static EmbeddedKafka startedPrivate(Path folder, boolean temporary) throws IOException {
    Login login = Login.random();
    EmbeddedKafka kafka =
        new EmbeddedKafka(
            folder, temporary, LOOPBACK, FreePorts.next(), FreePorts.next(), null, login, Map.of());
    login.writeTo(kafka.clientFile(), kafka.bootstrapServers());
    kafka.startup();
    return kafka;
  }

  private static Path temporaryFolder() throws IOException {
    return Files.createTempDirectory("gnomon-kafka");
  }

  /**
   * Starts a broker whose data remain in {@code folder} after it closes.
   *
   * @param port for clients, on 127.0.0.1
   */
  public static EmbeddedKafka start(Path folder, int port) throws IOException {
    return start(folder, LOOPBACK, port);
  }

  /**
   * Starts a broker that is reachable from other hosts, for use in a container only.
   *
   * @param host name or address that clients use; if it is not loopback, the broker listens on all
   *     addresses without encryption
   */
  public static EmbeddedKafka start(Path folder, String host, int port) throws IOException {
    return started(Files.createDirectories(folder), false, host, port, null);
  }

  private static EmbeddedKafka started(
      Path folder, boolean temporary, String host, int port, @Nullable SecuredListener secured)
      throws IOException {
    EmbeddedKafka kafka =
        new EmbeddedKafka(folder, temporary, host, port, FreePorts.next(), secured, null, Map.of());
    kafka.startup();
    return kafka;
  }

  /** The address for clients. */
  public String bootstrapServers() {
    return host + ":" + port;
  }

  /** Client properties: the address and, of a private broker, the login. */
  public Map<String, String> client() {
    Map<String, String> client = new HashMap<>(login == null ? Map.of() : login.client());
    client.put("bootstrap.servers", bootstrapServers());
    return client;
  }

  /** Sets the keys that connect a component of Gnomon to this broker. */
  public ConfigLoader configure(ConfigLoader loader) {
    client()
        .forEach(
            (name, value) ->
                loader.flag(
                    (name.equals("bootstrap.servers") ? "kafka." : "kafka.client.")
                        + name
                        + "="
                        + value));
    return loader;
  }

  /** The file with the client properties of a private broker, which only its owner can read. */
  public Path clientFile() {
    return folder.resolve("client.properties");
  }

  /**
   * Completes when the broker ends by itself, such as on a full disk, with what happened and what
   * to do. Any thread may complete it.
   */
  public CompletableFuture<IOException> failure() {
    return failure;
  }

  /** Client properties of the secured listener, without the user's credentials. */
  public Map<String, String> securedClient() {
    if (secured == null) {
      throw new IllegalStateException(
          "this broker has no secured listener; start it with startSecured");
    }
    return secured.client();
  }

  /** Stops the broker and starts it again on the same port with the same data. */
  public void restart() throws IOException {
    stop();
    startup();
  }

  /** Stops the broker; {@link #resume()} starts it again. */
  public void stop() {
    KafkaRaftServer running = server;
    server = null;
    // a shutdown of a broker that has ended by itself would wait for threads that have died
    if (running != null && !failure.isDone()) {
      running.shutdown();
      running.awaitShutdown();
    }
  }

  /** Starts a stopped broker on the same port with the same data. */
  public void resume() throws IOException {
    startup();
  }

  /** Creates topics on this broker; see {@link KafkaTopics#create}. */
  public void createTopics(Collection<NewTopic> topics) {
    KafkaTopics.create(client(), topics);
  }

  @Override
  public void close() throws IOException {
    stop();
    if (temporary) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private void startup() throws IOException {
    // a port that is in use must raise an exception instead of ending this process
    Exit.setExitProcedure(this::refuseToExit);
    Exit.setHaltProcedure(this::refuseToExit);
    if (!Files.exists(folder.resolve("meta.properties"))) {
      format();
    }
    KafkaRaftServer started = new KafkaRaftServer(new KafkaConfig(properties()), Time.SYSTEM);
    started.startup();
    server = started;
  }

  private void refuseToExit(int status, @Nullable String message) {
    failure.complete(
        new IOException(
            "the embedded broker has ended%s; %s has %d MiB free. If that is little, make room and start again; otherwise see the log"
                .formatted(message == null ? "" : ": " + message, folder, freeMebibytes())));
    throw new KafkaException(
        "the embedded broker failed with exit status " + status + ": " + message);
  }

  private long freeMebibytes() {
    return folder.toFile().getUsableSpace() >> 20;
  }

  private void format() {
    try {
      new Formatter()
          .setPrintStream(
              new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
          .setNodeId(NODE)
          .setClusterId(Uuid.randomUuid().toString())
          .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
          .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
          .setControllerListenerName("CONTROLLER")
          .setMetadataLogDirectory(folder.toString())
          .setDirectories(List.of(folder.toString()))
          .run();
    } catch (Exception e) { // the declared type of Formatter.run
      throw new KafkaException("cannot format " + folder + " for the embedded broker", e);
    }
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>();
    properties.put("node.id", String.valueOf(NODE));
    properties.put("process.roles", "broker,controller");
    properties.put(
        "listeners",
        "CLIENT://%s:%d,CONTROLLER://%s:%d"
            .formatted(
                host.equals(LOOPBACK) ? LOOPBACK : "0.0.0.0", port, LOOPBACK, controllerPort));
    properties.put("advertised.listeners", "CLIENT://" + host + ":" + port);
    properties.put("inter.broker.listener.name", "CLIENT");
    properties.put("listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    properties.put("controller.listener.names", "CONTROLLER");
    properties.put("controller.quorum.voters", NODE + "@" + LOOPBACK + ":" + controllerPort);
    properties.put("log.dirs", folder.toString());
    for (String topic :
        List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
      properties.put(topic + ".replication.factor", "1");
    }
    properties.put("transaction.state.log.min.isr", "1");
    properties.put("share.coordinator.state.topic.min.isr", "1");
    properties.put("offsets.topic.num.partitions", "1");
    properties.put("transaction.state.log.num.partitions", "1");
    // small segments bound what is not deleted or compacted
    properties.put("offsets.topic.segment.bytes", SEGMENT_BYTES);
    properties.put("transaction.state.log.segment.bytes", SEGMENT_BYTES);
    properties.put("metadata.log.segment.bytes", SEGMENT_BYTES);
    properties.put("metadata.max.retention.bytes", METADATA_BYTES);
    properties.put("group.initial.rebalance.delay.ms", "0");
    properties.put("auto.create.topics.enable", "false");
    properties.put("num.network.threads", "2");
    properties.put("num.io.threads", "2");
    properties.put("background.threads", "1");
    properties.put("log.cleaner.dedupe.buffer.size", "2097152");
    properties.put("message.max.bytes", "16777216");
    if (login != null) {
      login.addTo(properties);
    }
    if (secured != null) {
      secured.addTo(properties);
    }
    properties.putAll(settings);
    return properties;
  }
}
