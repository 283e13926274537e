package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.RecordedFidelity;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.cluster.HiddenRules;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.workload.JobLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Two clusters on a real broker: only the one that does what it reports receives commands. */
class FidelityGateIT {
  private static final int PROCESSORS = 64;
  private static final int JOBS = 350;
  private static final int HOUR = 3600;

  private final Vertx vertx = Vertx.vertx();

  private static <T> T within120(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  @Test
  void onlyAClusterThatIsPredictedWellReceivesCommands() throws Exception {
    JobLog log = TestClusters.workload(JOBS, PROCESSORS, 0.8, 5);
    try (ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = TestClusters.kafka();
      resources.add(() -> within120(vertx.close()));
      ControllerConfig config =
          ControllerKeys.read(
              ControllerKeys.loader()
                  .flag("kafka.bootstrap.servers=" + kafka.bootstrapServers())
                  .flag("http.port=0")
                  .flag("tuning.mode=apply")
                  .flag("study.time-limit=1m")
                  .flag("guard.fidelity-jobs=60")
                  .flag("guard.min-gain=0")
                  .flag("guard.significance=0")
                  .load());
      Controller controller = within120(Controller.start(vertx, config));
      resources.add(() -> within120(controller.close()));

      List<DecisionRecorded> faithful =
          decisions("faithful", kafka, new EmulatedCluster(log, new ClusterState(PROCESSORS), 0));
      List<DecisionRecorded> limited =
          decisions(
              "limited",
              kafka,
              new EmulatedCluster(log, new ClusterState(PROCESSORS), 0, new HiddenRules(2, 0)));

      int first = firstCommand(faithful);
      assertThat(faithful.subList(0, first))
          .as("before the first command of the faithful cluster")
          .anyMatch(FidelityGateIT::withheld);
      assertThat(faithful.subList(first, faithful.size()))
          .noneMatch(FidelityGateIT::withheld)
          .allMatch(decision -> fidelity(decision).trusted());
      assertThat(limited).noneMatch(decision -> decision.command() != null);
      assertThat(limited).anyMatch(FidelityGateIT::withheld);
      assertThat(fidelity(limited.get(limited.size() - 1)).waitBias())
          .as("jobs wait longer than predicted")
          .isNegative();
      assertThat(shown(controller, "faithful").getBoolean("trusted")).isTrue();
      assertThat(shown(controller, "limited").getString("objection"))
          .startsWith("the model is not trusted: the predicted waits of");
      assertThat(get(controller, "/metrics"))
          .contains("gnomon_model_trusted{cluster=\"faithful\"} 1")
          .contains("gnomon_model_trusted{cluster=\"limited\"} 0");
    }
  }

  private static List<DecisionRecorded> decisions(
      String name, EmbeddedKafka kafka, EmulatedCluster cluster) throws Exception {
    List<DecisionRecorded> decisions = new ArrayList<>();
    try (TunedCluster tuned = TestClusters.tuned(kafka, name, cluster, HOUR)) {
      while (!cluster.done()) {
        DecisionRecorded decision = tuned.week(TunedCluster::runUntil);
        if (decision != null) {
          decisions.add(decision);
        }
        tuned.applyCommands();
      }
    }
    return decisions;
  }

  private static int firstCommand(List<DecisionRecorded> decisions) {
    for (int i = 0; i < decisions.size(); i++) {
      if (decisions.get(i).command() != null) {
        return i;
      }
    }
    throw new AssertionError("no command among " + decisions.size() + " decisions");
  }

  private static boolean withheld(DecisionRecorded decision) {
    return decision.reason() == DecisionReason.MODEL_NOT_TRUSTED;
  }

  private static RecordedFidelity fidelity(DecisionRecorded decision) {
    return Objects.requireNonNull(decision.fidelity());
  }

  private static JsonObject shown(Controller controller, String cluster) throws Exception {
    return new JsonObject(get(controller, "/api/v1/clusters/" + cluster)).getJsonObject("fidelity");
  }

  private static String get(Controller controller, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + controller.httpPort() + path))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
