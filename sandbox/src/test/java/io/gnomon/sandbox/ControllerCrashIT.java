package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.controller.Serve;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.cluster.Outbox;
import io.gnomon.controller.config.ConfigLoader;
import io.gnomon.controller.mirror.Refusal;
import io.gnomon.events.DecisionRecorded;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.Topic;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sandbox.kafka.FreePorts;
import io.gnomon.sim.tune.ShadowStudy;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.WorkloadGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
          public void refuse(long offset, Refusal refusal, String detail) {
            throw new AssertionError(refusal + " at " + offset + ": " + detail);
          }
        };
    ControlSettings settings =
        new ConfigLoader()
            .flag("tuning.mode=apply")
            .flag("tuning.threshold=50")
            .flag("guard.least-gain=0")
            .build()
            .control();
    ClusterController controller = new ClusterController(CLUSTER, settings);
    for (int offset = 0; offset < live.events().size(); offset++) {
      ShadowStudy study = controller.take(offset, live.events().get(offset), outbox);
      while (study != null) {
        study = controller.conclude(study.run(), outbox);
      }
    }

    assertThat(said.stream().filter(DecisionRecorded.class::isInstance).toList())
        .isEqualTo(live.decisions().stream().map(GnomonEvent::data).toList());
    assertThat(controller.followed()).isNotNull();
    assertThat(String.format("%016x", controller.followed().mirror().state().hash()))
        .isEqualTo(live.stateHash());
  }

  private Traces run(int kills) throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      Service service = new Service(kafka.bootstrapServers());
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
                          service::killAndStart,
                          CompletableFuture.delayedExecutor(moment, TimeUnit.MILLISECONDS)));
                }
                running.runUntil(end);
              });
          killings.forEach(CompletableFuture::join);
          left -= kill ? 1 : 0;
          tuned.obey();
          if (restart && left == 2) {
            tuned.runner().flush();
            kafka.restart();
            restart = false;
          }
        }
        tuned.runner().flush();
        assertThat(left).isZero();
        String hash = service.stateHashAt(tuned.cluster().now(), tuned.cluster().state().now());
        return new Traces(
            hash,
            Recorded.everything(kafka.bootstrapServers(), Topic.EVENTS),
            Recorded.everything(kafka.bootstrapServers(), Topic.DECISIONS),
            Recorded.everything(kafka.bootstrapServers(), Topic.COMMANDS),
            tuned.runner().repeatedCommands());
      } finally {
        service.stop();
      }
    }
  }

  /** The controller in a process of its own. */
  private static final class Service {
    private final String bootstrapServers;
    private final int port;
    private Process process;

    Service(String bootstrapServers) throws IOException {
      this.bootstrapServers = bootstrapServers;
      port = FreePorts.next();
      process = start();
    }

    private Process start() {
      String classPath =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      try {
        return new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Serve.class.getName(),
                "--set=kafka.bootstrap.servers=" + bootstrapServers,
                "--set=kafka.client.session.timeout.ms=6000",
                "--set=http.port=" + port,
                "--set=tuning.mode=apply",
                "--set=tuning.threshold=50",
                "--set=guard.least-gain=0",
                "--set=checkpoint.events=500")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException("the controller cannot be started", e);
      }
    }

    void killAndStart() {
      stop();
      process = start();
    }

    void stop() {
      process.destroyForcibly().onExit().join();
    }

    /** The hash of the mirror once it has come to the cluster's clock. */
    String stateHashAt(long at, int second) {
      JsonNode[] seen = new JsonNode[1];
      await("the mirror at second " + second)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .ignoreExceptions()
          .until(
              () -> {
                String body =
                    HttpClient.newHttpClient()
                        .send(
                            HttpRequest.newBuilder(
                                    URI.create(
                                        "http://127.0.0.1:" + port + "/api/v1/clusters/" + CLUSTER))
                                .build(),
                            BodyHandlers.ofString())
                        .body();
                seen[0] = new ObjectMapper().readTree(body);
                return seen[0].path("at").asLong() == at;
              });
      assertThat(seen[0].path("running").asInt()).isZero();
      return seen[0].path("stateHash").asText();
    }
  }
}
