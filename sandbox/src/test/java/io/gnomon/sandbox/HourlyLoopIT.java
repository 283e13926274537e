package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.config.ControllerKeys;
import io.gnomon.controller.kafka.output.TopicNames;
import io.gnomon.controller.replay.Replay;
import io.gnomon.controller.replay.ReplayedDecision;
import io.gnomon.controller.replay.TopicRecording;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.Alternative;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.Tuner;
import io.gnomon.sim.workload.JobLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The hourly loop ({@code tuning.search: library}) on a real broker. */
class HourlyLoopIT {
  private static final int PROCESSORS = 64;
  private static final int JOBS = 350;
  private static final int HOUR = 3600;

  private static <T> T within60(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  @Test
  void looksEachHourDecidesWithinItsDeadlineAndTriesThePoliciesBetweenTwoLooks() throws Exception {
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
                  .flag("tuning.mode=apply")
                  .flag("tuning.search=library")
                  .flag("guard.fidelity-jobs=20")
                  .flag("guard.min-gain=0")
                  .flag("guard.significance=0")
                  .load());
      Controller controller = within60(Controller.start(vertx, config));
      resources.add(() -> within60(controller.close()));
      EmulatedCluster cluster = TunedCluster.emulated(log, PROCESSORS);
      TunedCluster tuned = resources.add(TestClusters.tuned(kafka, DemoRun.CLUSTER, cluster, HOUR));

      List<DecisionRecorded> decisions = new ArrayList<>();
      while (!cluster.done()) {
        DecisionRecorded decision = tuned.week(TunedCluster::runUntil);
        if (decision != null) {
          decisions.add(decision);
        }
        tuned.applyCommands();
      }

      assertThat(decisions).extracting(DecisionRecorded::at).doesNotHaveDuplicates();
      assertThat(decisions).anyMatch(decision -> decision.command() != null);
      assertThat(decisions)
          .filteredOn(decision -> !decision.alternatives().isEmpty())
          .hasSizeGreaterThan(5)
          .allMatch(
              decision ->
                  decision.extent() != null
                      && decision.extent().scenarios() <= StudyDesign.SAMPLES);
      assertThat(decisions)
          .flatExtracting(DecisionRecorded::alternatives)
          .extracting(Alternative::policy)
          .contains("easy(head=none, order=wfp3)");
      Seen seen = within60(controller.ask(one -> Seen.of(one.clusters().get(0))));
      assertThat(seen.refusals()).isEmpty();
      assertThat(seen.acknowledgements()).isPositive();
      assertThat(seen.tried()).as("policies that were tried over the past").isPositive();
      assertThat(seen.period()).isEqualTo(HOUR);
      assertMadeAgain(decisions, config);
    }
  }

  /** All decisions come out again as they are on the topic, each study as far as it went. */
  private static void assertMadeAgain(List<DecisionRecorded> decisions, ControllerConfig config)
      throws IOException {
    DecisionRecorded last =
        decisions.stream()
            .filter(decision -> !decision.alternatives().isEmpty())
            .reduce((former, latter) -> latter)
            .orElseThrow();
    TopicRecording topics =
        new TopicRecording(
            config.kafka().properties(), new TopicNames(config.kafka().prefix()), null);

    ReplayedDecision again =
        ReplayedDecision.make(
            last.decision(),
            topics,
            config.control(),
            ForkJoinPool.commonPool(),
            true,
            ReplayedDecision.Watcher.NONE);

    assertThat(again.comparison().differences()).isEmpty();
    assertThat(again.firstDifferent()).isNull();
    assertThat(again.unrecorded()).isZero();
    assertThat(again.others()).isEqualTo(decisions.indexOf(last));
    assertThat(
            Replay.commandLine()
                .execute(
                    last.decision(),
                    "--set=kafka.bootstrap.servers="
                        + config.kafka().properties().get("bootstrap.servers"),
                    "--set=tuning.mode=apply",
                    "--set=tuning.search=library",
                    "--set=guard.fidelity-jobs=20",
                    "--set=guard.min-gain=0",
                    "--set=guard.significance=0"))
        .as("from a checkpoint that is still there, or from the beginning")
        .isZero();
    TopicRecording elsewhere =
        new TopicRecording(config.kafka().properties(), new TopicNames("elsewhere"), null);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> elsewhere.audit(DemoRun.CLUSTER))
          .as("and asking for a topic does not make it")
          .isInstanceOf(IOException.class)
          .hasMessageContaining("there is no topic elsewhere.")
          .hasMessageContaining("topics.prefix is 'elsewhere'");
    }
  }

  /** What the controller has seen and done. */
  private record Seen(
      Map<RejectReason, Long> refusals, long acknowledgements, int tried, int period) {
    static Seen of(ClusterController controller) {
      Tuner tuner = controller.tracked().tuner();
      return new Seen(
          Map.copyOf(controller.counters().rejectedEvents()),
          controller.counters().of(Count.APPLIED_COMMANDS),
          tuner.backtestScores().costs().size(),
          tuner.settings().periodSeconds());
    }
  }
}
