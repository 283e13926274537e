package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.controller.replay.ReplayedDecision;
import io.gnomon.controller.replay.TopicRecording;
import io.gnomon.events.audit.DecisionCadence;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The default settings, which recommend durable changes, on a real broker. */
class DurableLoopIT {
  private static final int PROCESSORS = 64;
  private static final int JOBS = 500;
  private static final int DAY = 24 * 3600;
  private static final int DAYS = 5;

  private static <T> T within60(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
  }

  @Test
  void aBacktestOfTheFirstDaysLeadsToARecommendationThatAReplayRepeats() throws Exception {
    JobLog log = TestClusters.workload(JOBS, PROCESSORS, 0.8, 5);
    Vertx vertx = Vertx.vertx();
    try (ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = TestClusters.kafka();
      resources.add(() -> within60(vertx.close()));
      ControllerConfig config =
          ControllerKeys.read(
              ControllerKeys.loader()
                  .flag("kafka.bootstrap.servers=" + kafka.bootstrapServers())
                  .flag("http.port=0")
                  .flag("guard.significance=0.5")
                  .load());
      Controller controller = within60(Controller.start(vertx, config));
      resources.add(() -> within60(controller.close()));
      EmulatedCluster cluster = TunedCluster.emulated(log, PROCESSORS);
      TunedCluster tuned = resources.add(TestClusters.tuned(kafka, DemoRun.CLUSTER, cluster));

      for (int day = 1; day <= DAYS && !cluster.done(); day++) {
        tuned.runUntil(cluster.state().now() + DAY);
      }
      tuned.runner().flush();

      await().atMost(Duration.ofMinutes(1)).until(() -> recommended(controller) != null);
      List<DecisionRecorded> decisions = decisions(controller);
      DecisionRecorded recommended = recommended(controller);
      assertThat(decisions)
          .allMatch(decision -> decision.cadence() == DecisionCadence.DURABLE)
          .anyMatch(decision -> decision.reason() == DecisionReason.NOT_DUE);
      assertThat(recommended.command()).isNull();
      assertThat(recommended.scenario()).isEqualTo("past");
      TopicRecording recording =
          new TopicRecording(
              config.kafka().properties(), new TopicNames(config.kafka().prefix()), null);
      // a decision is known in the controller a moment before its transaction is committed
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> recording.audit(DemoRun.CLUSTER).size() >= decisions.size());
      assertThat(
              ReplayedDecision.make(
                      recommended.decision(),
                      recording,
                      config.control(),
                      ForkJoinPool.commonPool(),
                      true,
                      ReplayedDecision.Watcher.NONE)
                  .comparison()
                  .differences())
          .isEmpty();
    }
  }

  private static List<DecisionRecorded> decisions(Controller controller) throws Exception {
    return within60(
        controller.ask(
            one ->
                one.clusters().isEmpty() || one.clusters().get(0).tracked() == null
                    ? List.<DecisionRecorded>of()
                    : List.copyOf(one.clusters().get(0).tracked().decisions())));
  }

  private static DecisionRecorded recommended(Controller controller) throws Exception {
    return decisions(controller).stream()
        .filter(decision -> decision.outcome() == DecisionOutcome.RECOMMENDED)
        .findFirst()
        .orElse(null);
  }
}
