package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Two controllers beside one cluster. The active one is killed, later its successor is asked to
 * end; each time the other takes over, and all that is said is what one undisturbed controller
 * says.
 */
class TakeOverIT {
  private static final int PROCESSORS = 128;
  private static final String CLUSTER = "pair";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  // Kafka detects a killed member after 6 s; the rest is room for a busy machine
  private static final Duration TAKE_OVER = Duration.ofSeconds(40);
  private static final Duration GRACE = Duration.ofMinutes(2);

  private final JobLog log =
      new Preparation(PROCESSORS, OverrunRule.KNOWN)
          .prepare(WorkloadGenerator.generate(2_000, PROCESSORS, 0.6, 1))
          .log();

  /** What a run leaves behind. */
  private record Said(List<GnomonEvent> decisions, List<GnomonEvent> commands, long repeated) {}

  /** One that may own the cluster and one that stands by. */
  private record Pair(ControllerProcess active, ControllerProcess standby) {}

  @Test
  void theOtherReplicaTakesOverWithoutALostOrRepeatedCommand() throws Exception {
    Said alone = run(false);
    Said pair = run(true);

    assertThat(alone.commands()).isNotEmpty();
    assertThat(pair.commands()).isEqualTo(alone.commands());
    assertThat(pair.decisions()).isEqualTo(alone.decisions());
    assertThat(pair.repeated()).isZero();
  }

  private Said run(boolean disturbed) throws Exception {
    List<ControllerProcess> replicas = new ArrayList<>();
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      for (int i = 0; i < (disturbed ? 2 : 1); i++) {
        replicas.add(
            new ControllerProcess(
                    kafka.bootstrapServers(),
                    "tuning.mode=apply",
                    "tuning.search=partitions",
                    "tuning.threshold=50",
                    "guard.min-gain=0")
                .start());
      }
      try (TunedCluster tuned =
          new TunedCluster(
              kafka.bootstrapServers(),
              "gnomon",
              CLUSTER,
              TunedCluster.emulated(log, PROCESSORS),
              PATIENCE)) {
        int week = 0;
        while (!tuned.cluster().done()) {
          int now = week++;
          tuned.week(
              (running, end) -> {
                running.runUntil((running.cluster().state().now() + end) / 2);
                running.runner().flush();
                if (disturbed && (now == 1 || now == 3)) {
                  takeOver(replicas, running.cluster().now(), now == 1);
                }
                running.runUntil(end);
              });
          tuned.applyCommands();
        }
        assertThat(week).isGreaterThan(3);
        tuned.runner().flush();
        return new Said(
            TopicReader.everything(kafka.bootstrapServers(), Topic.DECISIONS),
            TopicReader.everything(kafka.bootstrapServers(), Topic.COMMANDS),
            tuned.runner().duplicateCommands());
      }
    } finally {
      replicas.forEach(replica -> replica.kill().join());
    }
  }

  /** Ends the active one and lets it come back as the one that stands by. */
  private static void takeOver(List<ControllerProcess> replicas, long at, boolean kill) {
    Pair pair = settled(replicas, at);
    long began = System.nanoTime();
    CompletableFuture<Process> ended = kill ? pair.active().kill() : pair.active().terminate();
    await("the other replica at the cluster's clock")
        .atMost(TAKE_OVER)
        .pollInterval(Duration.ofMillis(50))
        .until(owns(pair.standby(), at));
    long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    System.out.printf(
        "take-over after %s: %.1f s%n", kill ? "SIGKILL" : "SIGTERM", tookMillis / 1000.0);
    assertThat(ended).succeedsWithin(GRACE);
    pair.active().start();
  }

  /** Waits until one of them has come to the cluster's clock and the other stands by. */
  private static Pair settled(List<ControllerProcess> replicas, long at) {
    Pair[] found = new Pair[1];
    await("one active, one standing by")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              boolean first = owns(replicas.get(0), at).call();
              boolean second = owns(replicas.get(1), at).call();
              found[0] =
                  first
                      ? new Pair(replicas.get(0), replicas.get(1))
                      : new Pair(replicas.get(1), replicas.get(0));
              return first != second && replicas.get(0).ready() && replicas.get(1).ready();
            });
    return found[0];
  }

  private static Callable<Boolean> owns(ControllerProcess replica, long at) {
    return () -> replica.cluster(CLUSTER).path("at").asLong() == at;
  }
}
