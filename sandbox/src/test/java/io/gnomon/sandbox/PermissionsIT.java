package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.doctor.Doctor;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.controller.health.Readiness;
import io.gnomon.controller.kafka.topic.TopicCreation;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/**
 * A user with the rights that docs/install.md lists, some of which are missing or are revoked:
 * {@code doctor} and the readiness of a controller name them.
 */
class PermissionsIT {
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final String USER = "ada";

  private static final Vertx VERTX = Vertx.vertx();
  private static EmbeddedKafka kafka;
  private static Admin admin;

  @TempDir private Path folder;
  private String prefix = "";

  @BeforeAll
  static void startBroker() throws IOException {
    kafka = EmbeddedKafka.startSecured(Map.of(USER, "sun"));
    admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
  }

  @AfterAll
  static void stopBroker() throws Exception {
    admin.close();
    VERTX.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
    kafka.close();
  }

  @BeforeEach
  void nameTopics(TestInfo test) {
    prefix = test.getTestMethod().orElseThrow().getName();
  }

  // --- topics and rights

  private List<NewTopic> createTopics() throws Exception {
    return TopicCreation.createMissing(
        Map.of("bootstrap.servers", kafka.bootstrapServers()), topic -> topic.named(prefix));
  }

  private AclBinding right(ResourceType type, String name, AclOperation operation) {
    PatternType pattern =
        type == ResourceType.TRANSACTIONAL_ID ? PatternType.PREFIXED : PatternType.LITERAL;
    return new AclBinding(
        new ResourcePattern(type, name, pattern),
        new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW));
  }

  private AclBinding right(Topic topic, AclOperation operation) {
    return right(ResourceType.TOPIC, topic.named(prefix), operation);
  }

  /** Allows what a controller needs, except some rights. */
  private void allowAllBut(AclBinding... missing) throws Exception {
    List<AclBinding> rights = new ArrayList<>();
    rights.add(right(Topic.EVENTS, AclOperation.READ));
    rights.add(right(Topic.CHECKPOINTS, AclOperation.READ));
    rights.add(right(Topic.CHECKPOINTS, AclOperation.DESCRIBE_CONFIGS));
    for (Topic topic : Topic.values()) {
      if (topic != Topic.EVENTS) {
        rights.add(right(topic, AclOperation.WRITE));
      }
    }
    rights.add(right(ResourceType.GROUP, prefix, AclOperation.READ));
    rights.add(right(ResourceType.TRANSACTIONAL_ID, prefix + ".events-owner-", AclOperation.WRITE));
    rights.removeAll(List.of(missing));
    admin.createAcls(rights).all().get();
  }

  private void revoke(AclBinding right) throws Exception {
    admin.deleteAcls(List.of(right.toFilter())).all().get();
  }

  /** The configuration of the user. */
  private Path configuration(String... more) throws IOException {
    StringBuilder yaml = new StringBuilder("topics.prefix: " + prefix + "\nhttp.port: 0\nkafka:\n");
    yaml.append("  group: ").append(prefix).append("\n  client:\n");
    kafka
        .securedClient()
        .forEach(
            (key, value) -> {
              if (!key.equals("bootstrap.servers")) {
                yaml.append("    ").append(key).append(": ").append(value).append('\n');
              }
            });
    yaml.append("    metadata.max.age.ms: 1000\n    sasl.jaas.config: >-\n      ")
        .append("org.apache.kafka.common.security.plain.PlainLoginModule required")
        .append(" username=\"" + USER + "\" password=\"sun\";\n")
        .append("  bootstrap.servers: ")
        .append(kafka.securedClient().get("bootstrap.servers"))
        .append('\n');
    for (String line : more) {
      yaml.append(line).append('\n');
    }
    return Files.writeString(folder.resolve("gnomon.yaml"), yaml);
  }

  // --- doctor

  private record Outcome(int status, String report) {}

  private static Outcome doctor(Path configuration, String... options) {
    StringWriter out = new StringWriter();
    CommandLine line = Doctor.commandLine();
    line.setOut(new PrintWriter(out));
    List<String> arguments = new ArrayList<>(List.of("--config", configuration.toString()));
    arguments.addAll(List.of(options));
    int status = line.execute(arguments.toArray(String[]::new));
    return new Outcome(status, out.toString());
  }

  @Test
  void createdTopicsAndAllRightsPass() throws Exception {
    List<NewTopic> created = createTopics();
    assertThat(created)
        .extracting(topic -> topic.name() + " " + topic.numPartitions())
        .containsExactlyInAnyOrder(
            prefix + ".events 3",
            prefix + ".checkpoints 3",
            prefix + ".commands 1",
            prefix + ".decisions 1",
            prefix + ".rejected 1");
    assertThat(createTopics()).as("all exist").isEmpty();
    allowAllBut();

    Outcome outcome = doctor(configuration());

    assertThat(outcome.report())
        .contains("ok       brokers: 1 of cluster ")
        .contains("ok       topic " + prefix + ".events: partitions: 3, replicas: 1")
        .contains("ok       cleanup.policy of " + prefix + ".checkpoints: compact")
        .contains("ok       ACLs of topic " + prefix + ".checkpoints: allowed: ")
        .contains("ok       ACLs of group " + prefix + ": allowed: Read")
        .contains("ok       ACLs of transactional id " + prefix + ".events-owner-doctor")
        .contains("warning  clock: cannot be compared")
        .doesNotContain("failed");
    assertThat(outcome.status()).isZero();

    admin
        .createAcls(List.of(right(ResourceType.CLUSTER, "kafka-cluster", AclOperation.DESCRIBE)))
        .all()
        .get();
    assertThat(doctor(configuration()).report())
        .containsPattern("ok       clock: differs by [0-9.]+ s from that of the Kafka controller");
  }

  @Test
  void whatIsMissingFailsWithItsRemedy() throws Exception {
    createTopics();
    admin.deleteTopics(List.of(Topic.DECISIONS.named(prefix))).all().get();
    Path operators = Files.writeString(folder.resolve("operators.yaml"), "ada: short\n");
    allowAllBut(
        right(Topic.COMMANDS, AclOperation.WRITE),
        right(Topic.CHECKPOINTS, AclOperation.DESCRIBE_CONFIGS),
        right(ResourceType.GROUP, prefix, AclOperation.READ),
        right(ResourceType.TRANSACTIONAL_ID, prefix + ".events-owner-", AclOperation.WRITE));
    admin.createAcls(List.of(right(Topic.COMMANDS, AclOperation.DESCRIBE))).all().get();

    Outcome outcome = doctor(configuration("http.operators-file: " + operators));

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.report())
        .contains("failed   operators file: ", "chmod o-rw " + operators)
        .contains("failed   topic " + prefix + ".decisions: it does not exist")
        .contains("gnomon serve --create-topics")
        .contains("warning  settings of " + prefix + ".checkpoints: they may not be read")
        .contains("failed   ACLs of topic " + prefix + ".commands: not allowed: Write. Add the ACL")
        .contains("failed   ACLs of group " + prefix + ": not allowed: Read")
        .contains("failed   ACLs of transactional id " + prefix + ".events-owner-doctor: not");
    Outcome json = doctor(configuration(), "--format", "json");
    assertThat(json.report()).contains("\"passed\" : false", "\"status\" : \"failed\"");
  }

  // --- a running controller

  private Controller start() throws Exception {
    return Controller.start(
            VERTX, ControllerKeys.read(ControllerKeys.loader().file(configuration()).load()))
        .toCompletionStage()
        .toCompletableFuture()
        .get(1, TimeUnit.MINUTES);
  }

  private static void stop(Controller controller) throws Exception {
    controller.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
  }

  private static List<Problem> problems(Controller controller) throws Exception {
    return controller
        .ask(Controller::problems)
        .toCompletionStage()
        .toCompletableFuture()
        .get(1, TimeUnit.MINUTES);
  }

  private static HttpResponse<String> get(Controller controller, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + controller.httpPort() + path))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aRevokedRightShowsInReadinessMetricAndLogUntilItIsBack() throws Exception {
    createTopics();
    allowAllBut();
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(Readiness.class);
    logger.addAppender(log);
    Controller controller = start();
    try {
      await().atMost(LIMIT).until(() -> problems(controller).isEmpty());
      AclBinding reading = right(Topic.EVENTS, AclOperation.READ);
      revoke(reading);

      await()
          .atMost(LIMIT)
          .untilAsserted(
              () ->
                  assertThat(problems(controller))
                      .extracting(Problem::kind)
                      .contains(ProblemKind.NOT_AUTHORIZED));
      HttpResponse<String> ready = get(controller, "/health/ready");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("not-authorized", "docs/install.md#topics");
      assertThat(get(controller, "/metrics").body())
          .contains("gnomon_problem{reason=\"not-authorized\"} 1")
          .contains("gnomon_ready 0");
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  List.copyOf(log.list).stream()
                      .anyMatch(
                          line ->
                              line.getFormattedMessage().startsWith("not ready: ")
                                  && line.getFormattedMessage().contains("ACLs")));

      admin.createAcls(List.of(reading)).all().get();
      await().atMost(LIMIT).until(() -> problems(controller).isEmpty());
      assertThat(get(controller, "/health/ready").statusCode()).isEqualTo(200);
    } finally {
      logger.detachAppender(log);
      stop(controller);
    }
  }

  @Test
  void withoutDescribeConfigsTheControllerIsReadyWithAWarning() throws Exception {
    createTopics();
    allowAllBut(right(Topic.CHECKPOINTS, AclOperation.DESCRIBE_CONFIGS));
    Controller controller = start();
    try {
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () ->
                  assertThat(problems(controller))
                      .extracting(Problem::kind)
                      .containsExactly(ProblemKind.SETTINGS_UNKNOWN));
      HttpResponse<String> ready = get(controller, "/health/ready");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body()).contains("settings-unknown", "Allow DescribeConfigs");
      assertThat(get(controller, "/metrics").body())
          .contains("gnomon_problem{reason=\"settings-unknown\"} 1")
          .contains("gnomon_ready 1");
    } finally {
      stop(controller);
    }
  }
}
