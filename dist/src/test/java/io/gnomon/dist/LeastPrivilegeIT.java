package io.gnomon.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.bridge.CommandAuthenticator;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.kafka.KafkaBridge;
import io.gnomon.config.ConfigLoader;
import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.TopicReader;
import io.gnomon.sandbox.TunedCluster;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rights in the overlay strimzi, given to users of a real broker: enough, and no more. */
class LeastPrivilegeIT {
  private static final int PROCESSORS = 128;
  private static final String CONTROLLER = "gnomon-controller-tetralith";
  private static final String BRIDGE = "gnomon-bridge-tetralith";
  private static final String SITE = "gnomon.tetralith";
  private static final String OTHER_SITE = "gnomon.sigma";
  private static final Map<String, String> PASSWORDS = Map.of(CONTROLLER, "sun", BRIDGE, "moon");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path secrets;

  private final JobLog log =
      new Preparation(PROCESSORS, OverrunRule.KNOWN)
          .prepare(WorkloadGenerator.generate(700, PROCESSORS, 0.6, 1))
          .log();

  @Test
  void controllerAndBridgeDoTheirWorkWithTheShippedRightsAndNothingElse() throws Exception {
    List<AclBinding> rights = rights();
    Vertx vertx = Vertx.vertx();
    try (EmbeddedKafka kafka = EmbeddedKafka.startSecured(PASSWORDS)) {
      kafka.createTopics(DemoTopics.all(SITE, 1));
      kafka.createTopics(DemoTopics.all(OTHER_SITE, 1));
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        admin.createAcls(rights).all().get();
      }
      Controller controller =
          Controller.start(vertx, ControllerKeys.read(configuration(kafka).load()))
              .toCompletionStage()
              .toCompletableFuture()
              .get(2, TimeUnit.MINUTES);

      tune(kafka);
      assertThat(TopicReader.records(kafka.bootstrapServers(), Topic.COMMANDS.named(SITE)))
          .isNotEmpty();
      bridge(kafka);
      write(kafka, BRIDGE, Topic.EVENTS.named(SITE));
      await("what is no event, set aside")
          .atMost(PATIENCE)
          .until(() -> end(kafka, Topic.REJECTED) > 0);

      assertThat(controller.ready()).isTrue();
      refused(kafka, CONTROLLER, Topic.EVENTS.named(SITE));
      refused(kafka, BRIDGE, Topic.COMMANDS.named(SITE));
      refused(kafka, BRIDGE, Topic.CHECKPOINTS.named(SITE));
      for (Topic topic : Topic.values()) {
        refused(kafka, BRIDGE, topic.named(OTHER_SITE));
        refused(kafka, CONTROLLER, topic.named(OTHER_SITE));
      }
      // before its broker: clients that are closed after it wait for it
      controller.close().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
    }
  }

  /** The controller's, with its password where a Secret would be mounted. */
  private ConfigLoader configuration(EmbeddedKafka kafka) throws Exception {
    Files.writeString(secrets.resolve("sasl.jaas.config"), login(CONTROLLER));
    ConfigLoader loader = ControllerKeys.loader();
    kafka
        .securedClient()
        .forEach(
            (name, value) ->
                loader.flag(
                    (name.equals("bootstrap.servers") ? "kafka." : "kafka.client.")
                        + name
                        + "="
                        + value));
    return loader
        .flag("kafka.client.config.providers=dir")
        .flag(
            "kafka.client.config.providers.dir.class="
                + "org.apache.kafka.common.config.provider.DirectoryConfigProvider")
        .flag("kafka.client.config.providers.dir.param.allowed.paths=" + secrets)
        .flag("kafka.client.sasl.jaas.config=${dir:" + secrets + ":sasl.jaas.config}")
        .flag("topics.prefix=" + SITE)
        .flag("kafka.group=" + CONTROLLER)
        .flag("tuning.mode=apply")
        .flag("tuning.search=partitions")
        .flag("tuning.threshold=50")
        .flag("guard.min-gain=0")
        .flag("guard.significance=0")
        .flag("guard.fidelity-jobs=0")
        .flag("http.port=0");
  }

  private void tune(EmbeddedKafka kafka) throws Exception {
    try (TunedCluster tuned =
        new TunedCluster(
            kafka.bootstrapServers(),
            SITE,
            "tuned",
            TunedCluster.emulated(log, PROCESSORS),
            PATIENCE)) {
      while (!tuned.cluster().done()) {
        tuned.week(TunedCluster::runUntil);
        tuned.applyCommands();
      }
      tuned.runner().flush();
    }
  }

  private void bridge(EmbeddedKafka kafka) {
    EmulatedCluster small = new EmulatedCluster(JobLog.builder().job(1, 10, 5, 5, 1).build(), 8, 0);
    try (KafkaBridge bridge =
        new KafkaBridge(
            "small",
            small,
            CommandLedger.NONE,
            user(kafka, BRIDGE),
            SITE,
            CommandAuthenticator.ANY,
            null)) {
      bridge.runner().start();
      small.runUntil(20);
      bridge.runner().publishChanges();
      bridge.runner().flush();
      bridge.commands().poll(Duration.ofMillis(200));
      bridge.commands().commit();
    }
  }

  private static void refused(EmbeddedKafka kafka, String user, String topic) {
    assertThatThrownBy(() -> write(kafka, user, topic))
        .as("%s writes %s", user, topic)
        .hasRootCauseInstanceOf(TopicAuthorizationException.class);
  }

  private static void write(EmbeddedKafka kafka, String user, String topic) throws Exception {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            new HashMap<>(user(kafka, user)), new StringSerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, "small", new byte[] {'{'})).get();
    }
  }

  private static Map<String, String> user(EmbeddedKafka kafka, String user) {
    Map<String, String> properties = new HashMap<>(kafka.securedClient());
    properties.put("sasl.jaas.config", login(user));
    return properties;
  }

  private static String login(String user) {
    return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\";"
        .formatted(user, PASSWORDS.get(user));
  }

  private static long end(EmbeddedKafka kafka, Topic topic) throws Exception {
    TopicPartition partition = new TopicPartition(topic.named(SITE), 0);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()))
          .partitionResult(partition)
          .get()
          .offset();
    }
  }

  /** The rights as the overlay has them. */
  private static List<AclBinding> rights() {
    List<AclBinding> rights = new ArrayList<>();
    for (JsonNode user : Overlay.build("strimzi", "KafkaUser")) {
      for (JsonNode acl : user.at("/spec/authorization/acls")) {
        ResourcePattern pattern = pattern(acl.path("resource"));
        for (JsonNode operation : acl.path("operations")) {
          rights.add(
              new AclBinding(
                  pattern,
                  new AccessControlEntry(
                      "User:" + user.at("/metadata/name").asText(),
                      "*",
                      operation(operation.asText()),
                      AclPermissionType.ALLOW)));
        }
      }
    }
    return rights;
  }

  /** The operation that Strimzi names in one word, such as {@code DescribeConfigs}. */
  private static AclOperation operation(String name) {
    return AclOperation.fromString(name.replaceAll("([a-z])([A-Z])", "$1_$2"));
  }

  private static ResourcePattern pattern(JsonNode resource) {
    ResourceType type =
        resource.path("type").asText().equals("transactionalId")
            ? ResourceType.TRANSACTIONAL_ID
            : ResourceType.fromString(resource.path("type").asText());
    PatternType kind =
        resource.path("patternType").asText().toLowerCase(Locale.ROOT).equals("prefix")
            ? PatternType.PREFIXED
            : PatternType.LITERAL;
    return new ResourcePattern(type, resource.path("name").asText(), kind);
  }
}
