package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.Topic;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.signature.SigningKeys;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.ResourceStack;
import io.gnomon.sandbox.SharedKafka;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.tune.TuneSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Everything that Gnomon runs beside one Slurm: a broker, a controller in mode {@code approve} with
 * an operator, and the bridge as a process of its own. A reader mirrors what the bridge publishes.
 */
final class LiveLoop implements AutoCloseable {
  private static final String CLUSTER = "real";
  private static final String TOKEN = "0123456789abcdef-0123-ada";
  private static final int EXPIRY_SECONDS = 3600;

  private final ResourceStack resources = new ResourceStack();
  private final EmbeddedKafka kafka;
  private final OperatorClient operator;
  private final ReportedQueue reported;

  /**
   * Starts all of it.
   *
   * @param state folder of the bridge
   * @param policy {@code slurm.policy} of the bridge
   */
  LiveLoop(RealSlurm slurm, Path state, String policy, TuneSettings tuning) throws Exception {
    try {
      kafka = SharedKafka.emptied();
      kafka.createTopics(DemoTopics.all(Topic.DEFAULT_PREFIX, 1));
      Vertx vertx = Vertx.vertx();
      resources.add(() -> within(vertx.close()));
      Controller controller = within(Controller.start(vertx, config(kafka, tuning)));
      resources.add(() -> within(controller.close()));
      operator = new OperatorClient(controller.httpPort(), CLUSTER, TOKEN);
      resources
          .add(new BridgeProcess(slurm, kafka.bootstrapServers(), state, "slurm.policy=" + policy))
          .start();
      reported = resources.add(new ReportedQueue(kafka.bootstrapServers()));
    } catch (Exception | AssertionError e) {
      resources.close();
      throw e;
    }
  }

  private static ControllerConfig config(EmbeddedKafka kafka, TuneSettings tuning) {
    return ControllerConfig.defaults(kafka.bootstrapServers())
        .withCommandKeys(SigningKeys.parse("test", BridgeProcess.KEY))
        .withHttp(HttpSettings.loopback(0).withTokens(Map.of("ada", TOKEN)))
        .withControl(new ControlSettings(Mode.APPROVE, EXPIRY_SECONDS, tuning));
  }

  private static <T> T within(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** What the bridge has published. */
  ReportedQueue reported() {
    return reported;
  }

  /** Whether the controller watches the cluster. */
  boolean isWatching() throws Exception {
    return operator.cluster().path("state").asText().equals("WATCHING");
  }

  /**
   * The number of the configuration that the controller takes to be in force, from 1: the last
   * digits of its version.
   */
  long version() throws Exception {
    return operator.cluster().path("version").asLong() % 1000;
  }

  /** The policy that the controller takes to be in force. */
  String policy() throws Exception {
    return operator.cluster().path("configuration").asText();
  }

  boolean hasProposal() throws Exception {
    return !operator.cluster().path("proposals").isEmpty();
  }

  /** The proposal that waits for approval. */
  JsonNode proposal() throws Exception {
    return operator.cluster().path("proposals").path(0);
  }

  void approve(JsonNode proposal, String reason) throws Exception {
    operator.operate(
        "proposals/" + proposal.path("id").asText() + "/approve",
        Map.of("reason", reason, "contentHash", proposal.path("contentHash").asText()));
  }

  void rollBack(String reason) throws Exception {
    operator.operate("rollback", Map.of("reason", reason));
  }

  /** The bridge has acknowledged the command of the proposal, and no other. */
  void assertOnlyAcknowledged(JsonNode proposal) {
    assertThat(reported.read().ofType(ConfigApplied.class))
        .singleElement()
        .satisfies(
            applied -> {
              assertThat(applied.command()).isEqualTo(proposal.path("command").asText());
              assertThat(applied.configuration().policy())
                  .isEqualTo(proposal.path("policy").asText());
            });
  }

  @Override
  public void close() {
    resources.close();
  }
}
