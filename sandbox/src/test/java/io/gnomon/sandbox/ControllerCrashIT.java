package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.Outbox;
import io.gnomon.controller.config.ConfigAssembler;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The controller as a process of its own, killed with SIGKILL at random moments, and the broker
 * restarted under it. What comes out must be what comes out of an undisturbed run.
 */
class ControllerCrashIT {
  private static final int PROCESSORS = 128;
  private static final String CLUSTER = "crash";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int KILLS = 5;

  private final JobLog log =
      new Preparation(PROCESSORS, OverrunRule.KNOWN)
          .prepare(WorkloadGenerator.generate(4_000, PROCESSORS, 0.6, 1))
          .log();

  /** What a run leaves behind. */
  private record Traces(
      String stateHash,
      List<GnomonEvent> events,
      List<GnomonEvent> decisions,
      List<GnomonEvent> commands,
      long repeated) {}

  @Test
  void killedAtRandomMomentsNothingIsLostAndNothingIsDoneTwice() throws Exception {
    Traces undisturbed = run(0);
    Traces disturbed = run(KILLS);

    assertThat(undisturbed.commands()).isNotEmpty();
    assertThat(disturbed.repeated()).isZero();
    assertThat(disturbed.commands()).isEqualTo(undisturbed.commands());
    assertThat(disturbed.decisions()).isEqualTo(undisturbed.decisions());
    assertThat(disturbed.stateHash()).isEqualTo(undisturbed.stateHash());
  }

  @Test
  void replayingTheEventsReproducesTheStateAndTheDecisions() throws Exception {
    Traces live = run(0);
    List<EventData> said = new ArrayList<>();
    Outbox outbox =
        new Outbox() {
          @Override
          public void publish(String cluster, String id, EventData data) {
            said.add(data);
          }

          @Override
          public void reject(long offset, RejectReason reason, String detail) {
            throw new AssertionError(reason + " at " + offset + ": " + detail);
          }
        };
    ControlSettings settings =
        ConfigAssembler.assemble(
                ControllerKeys.loader()
                    .flag("tuning.mode=apply")
                    .flag("tuning.search=partitions")
                    .flag("tuning.threshold=50")
                    .flag("guard.min-gain=0")
                    .load())
            .control();
    ClusterController controller = new ClusterController(CLUSTER, settings);
    for (int offset = 0; offset < live.events().size(); offset++) {
      ClusterTask task = controller.take(offset, EventData.NONE, live.events().get(offset), outbox);
      while (task != null) {
        task =
            task.<@Nullable ClusterTask>match(
                evaluation -> controller.conclude(evaluation.run(), outbox),
                backtest -> controller.conclude(backtest.run(), outbox));
      }
    }

    assertThat(said.stream().filter(DecisionRecorded.class::isInstance).toList())
        .isEqualTo(live.decisions().stream().map(GnomonEvent::data).toList());
    assertThat(controller.tracked()).isNotNull();
    assertThat(String.format("%016x", controller.tracked().mirror().state().hash()))
        .isEqualTo(live.stateHash());
  }

  private Traces run(int kills) throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      ControllerProcess service =
          new ControllerProcess(
                  kafka.bootstrapServers(),
                  "tuning.mode=apply",
                  "tuning.search=partitions",
                  "tuning.threshold=50",
                  "guard.min-gain=0",
                  "checkpoint.interval-events=500")
              .start();
      try (TunedCluster tuned =
          new TunedCluster(
              kafka.bootstrapServers(),
              "gnomon",
              CLUSTER,
              TunedCluster.emulated(log, PROCESSORS),
              PATIENCE)) {
        int left = kills;
        boolean restart = kills > 0;
        while (!tuned.cluster().done()) {
          boolean kill = left > 0 && random.nextInt(2) == 0;
          List<CompletableFuture<Void>> killings = new ArrayList<>();
          long moment = random.nextLong(0, 120);
          tuned.week(
              (running, end) -> {
                // somewhere between the first event of the week and the decision on it
                int middle = (running.cluster().state().now() + end) / 2;
                running.runUntil(middle);
                running.runner().flush();
                if (kill) {
                  killings.add(
                      CompletableFuture.runAsync(
                          () -> killAndStart(service),
                          CompletableFuture.delayedExecutor(moment, TimeUnit.MILLISECONDS)));
                }
                running.runUntil(end);
              });
          killings.forEach(CompletableFuture::join);
          left -= kill ? 1 : 0;
          tuned.applyCommands();
          if (restart && left == 2) {
            tuned.runner().flush();
            kafka.restart();
            restart = false;
          }
        }
        tuned.runner().flush();
        assertThat(left).isZero();
        String hash = stateHashAt(service, tuned.cluster().now(), tuned.cluster().state().now());
        return new Traces(
            hash,
            TopicReader.everything(kafka.bootstrapServers(), Topic.EVENTS),
            TopicReader.everything(kafka.bootstrapServers(), Topic.DECISIONS),
            TopicReader.everything(kafka.bootstrapServers(), Topic.COMMANDS),
            tuned.runner().duplicateCommands());
      } finally {
        service.kill().join();
      }
    }
  }

  private static void killAndStart(ControllerProcess service) {
    service.kill().join();
    service.start();
  }

  /** The hash of the mirror once it has come to the cluster's clock. */
  private static String stateHashAt(ControllerProcess service, long at, int second) {
    JsonNode[] seen = new JsonNode[1];
    await("the mirror at second " + second)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              seen[0] = service.cluster(CLUSTER);
              return seen[0].path("at").asLong() == at;
            });
    assertThat(seen[0].path("running").asInt()).isZero();
    return seen[0].path("stateHash").asText();
  }
}
