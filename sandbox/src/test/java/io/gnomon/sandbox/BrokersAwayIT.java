package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sandbox.kafka.FreePorts;
import io.gnomon.sim.workload.JobLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The brokers go away while a controller has something to say; it can be ended all the same. */
class BrokersAwayIT {
  private static final int PROCESSORS = 64;
  // less than the minute for which a Kafka client waits for brokers
  private static final int MOST_SECONDS = 40;

  private static <T> T within(Future<T> future, int seconds) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
  }

  @Test
  void brokersThatAreAbsentAtTheStartAreAProblemUntilTheyAnswer(@TempDir Path folder)
      throws Exception {
    int port = FreePorts.next();
    Vertx vertx = Vertx.vertx();
    try (ResourceStack resources = new ResourceStack()) {
      resources.add(() -> within(vertx.close(), MOST_SECONDS));
      Controller controller =
          within(
              Controller.start(vertx, ControllerConfig.defaults("127.0.0.1:" + port).withPort(0)),
              60);
      HttpResponse<String> ready = get(controller, "/health/ready");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("brokers-unreachable", "kafka.bootstrap.servers");
      assertThat(get(controller, "/metrics").body())
          .contains("gnomon_problem{reason=\"brokers-unreachable\"} 1", "gnomon_ready 0");

      EmbeddedKafka kafka = resources.add(EmbeddedKafka.start(folder, port));
      kafka.createTopics(DemoTopics.all(DemoRun.PREFIX, 1));

      await()
          .atMost(60, TimeUnit.SECONDS)
          .until(() -> get(controller, "/health/ready").statusCode() == 200);
      within(controller.close(), MOST_SECONDS); // before its broker
    }
  }

  private static HttpResponse<String> get(Controller controller, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + controller.httpPort() + path))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aControllerEndsWithinSomeSecondsWhileATransactionWaitsForThem() throws Exception {
    JobLog log = TestClusters.workload(20, PROCESSORS, 0.6, 1);
    EmulatedCluster cluster = TunedCluster.emulated(log, PROCESSORS);
    Vertx vertx = Vertx.vertx();
    try (ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = resources.add(EmbeddedKafka.start());
      kafka.createTopics(DemoTopics.all(DemoRun.PREFIX, 1));
      resources.add(() -> within(vertx.close(), MOST_SECONDS));
      ControllerConfig config =
          ControllerConfig.defaults(kafka.bootstrapServers())
              .withPort(0)
              .withControl(WeeklyControl.of(1e9));
      Controller controller = within(Controller.start(vertx, config), 60);
      TestClusters.tuned(kafka, DemoRun.CLUSTER, cluster).close();
      await()
          .atMost(60, TimeUnit.SECONDS)
          .until(() -> !within(controller.ask(Controller::clusters), 60).isEmpty());

      kafka.stop();
      Future<OperationResult> asked =
          within(
              controller.ask(
                  one ->
                      one.operate(
                          one.clusters().get(0),
                          new OperatorRequest(
                              null, "ada", "a quiet night", new Operation.SetMode(Mode.OBSERVE)))),
              60);
      within(controller.close(), MOST_SECONDS);

      await().atMost(MOST_SECONDS, TimeUnit.SECONDS).until(asked::isComplete);
      assertThat(asked.failed()).as("nothing was promised that was not published").isTrue();
    }
  }
}
