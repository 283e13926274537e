package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.events.EventType;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A submission is not reported: the mirror detects it, requests a snapshot and is correct again.
 */
class DivergenceIT {
  private static final int PROCESSORS = 128;
  private static final int FORGOTTEN = 500;
  // at 0, 1, 3, 7, 15 and 31 h, and then once a day until the week ends
  private static final int MOST_REQUESTS = 11;

  @Test
  void asksForASnapshotAndIsTrueAgain() throws Exception {
    JobLog log = TestClusters.workload(2_000, PROCESSORS, 0.6, 1);
    EmulatedCluster cluster = TunedCluster.emulated(log, PROCESSORS);
    Vertx vertx = Vertx.vertx();
    try (ResourceStack resources = new ResourceStack()) {
      EmbeddedKafka kafka = TestClusters.kafka();
      resources.add(() -> within(vertx.close()));
      Controller controller =
          within(
              Controller.start(
                  vertx,
                  ControllerConfig.defaults(kafka.bootstrapServers())
                      .withPort(0)
                      .withControl(WeeklyControl.of(1e9))));
      resources.add(() -> within(controller.close()));
      TunedCluster tuned =
          resources.add(
              new TunedCluster(
                  kafka.bootstrapServers(),
                  DemoRun.PREFIX,
                  "forgetful",
                  cluster,
                  new OmittingPort(
                      cluster,
                      event ->
                          event instanceof JobSubmitted submitted
                              && submitted.job().equals(cluster.name(FORGOTTEN))),
                  Duration.ofSeconds(60)));

      int trueWeeks = 0;
      while (!cluster.done()) {
        tuned.week(TunedCluster::runUntil);
        tuned.applyCommands();
        // the job is unknown before it starts; a decision stands for all before it
        if (detected(controller)) {
          assertThat(differences(controller, cluster)).isEmpty();
          trueWeeks++;
        }
      }
      assertThat(trueWeeks).isGreaterThan(1);

      assertThat(
              TopicReader.everything(kafka.bootstrapServers(), Topic.COMMANDS).stream()
                  .map(event -> event.type()))
          .as("a week passes before the bridge listens; it is asked again ever more seldom")
          .containsOnly(EventType.SNAPSHOT_REQUESTED)
          .hasSizeBetween(1, MOST_REQUESTS);
      ClusterController mirrored = within(controller.ask(one -> one.clusters().get(0)));
      assertThat(mirrored.state()).isEqualTo(ControllerState.WATCHING);
      assertThat(mirrored.counters().rejectedEvents()).containsKey(RejectReason.UNKNOWN_JOB);
    }
  }

  private static boolean detected(Controller controller) throws Exception {
    return within(
        controller.ask(
            one ->
                one.clusters()
                    .get(0)
                    .counters()
                    .rejectedEvents()
                    .containsKey(RejectReason.UNKNOWN_JOB)));
  }

  private static List<String> differences(Controller controller, EmulatedCluster cluster)
      throws Exception {
    return within(
        controller.ask(
            one ->
                MirrorComparison.differences(cluster, one.clusters().get(0).tracked().mirror())));
  }

  private static <T> T within(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
