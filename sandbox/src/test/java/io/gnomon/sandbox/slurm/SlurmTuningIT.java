package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.controller.Controller;
import io.gnomon.controller.cluster.ControlSettings;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.signature.CommandKeys;
import io.gnomon.sandbox.DemoTopics;
import io.gnomon.sandbox.ResourceStack;
import io.gnomon.sandbox.TopicReader;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.gnomon.sim.policy.slurm.SchedulerParameters;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole loop beside a real Slurm: a thousand jobs of KTH, an hour made a second, wait too long;
 * a study of the controller finds queues by time limit, an operator approves, the bridge divides
 * the partition, and the operator takes it back. The mirror equals squeue all the time.
 */
@Tag("slurm")
@Tag("minutes")
class SlurmTuningIT {
  private static final String CLUSTER = "real";
  private static final String TOKEN = "0123456789abcdef-ada";
  private static final String PARAMETERS = "batch_sched_delay=1,bf_interval=3,sched_interval=5";
  private static final int NODES = 32;
  private static final int CORES = 16;
  private static final int JOBS = 1_000;
  private static final double SHRINK = 6000;
  private static final double SHRINK_LIMITS = 300;

  @TempDir private Path folder;
  @TempDir private Path state;
  private SlurmCheckpoints checkpoints;

  private static List<ScaledJobs.Job> jobs() throws IOException {
    return ScaledJobs.of(
        ScaledJobs.kth(),
        ScaledJobs.KTH_CROWD,
        JOBS,
        SHRINK,
        SHRINK_LIMITS,
        1,
        ScaledJobs.KTH_PROCESSORS,
        NODES * CORES);
  }

  private static ControllerConfig config(EmbeddedKafka kafka) {
    return ControllerConfig.defaults(kafka.bootstrapServers())
        .withCommandKeys(CommandKeys.parse("test", BridgeProcess.KEY))
        .withHttp(HttpSettings.loopback(0).withTokens(Map.of("ada", TOKEN)))
        .withControl(
            new ControlSettings(
                Mode.APPROVE,
                3600,
                new TuneSettings(1.5, 60, 600, SearchSpace.partitions(4), GuardRails.NONE)));
  }

  private static <T> T within(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  /** Waits, and compares the mirror with squeue all the while. */
  private void await(String what, int seconds, Callable<Boolean> is) {
    Awaitility.await(what)
        .atMost(Duration.ofSeconds(seconds))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              checkpoints.take();
              assertThat(checkpoints.reported().ofType(ConfigRejected.class)).isEmpty();
              return is.call();
            });
  }

  @Test
  void jobsThatWaitTooLongLeadToAStudyACommandAndQueuesThatAreTakenBack() throws Exception {
    List<ScaledJobs.Job> jobs = jobs();
    try (ResourceStack resources = new ResourceStack()) {
      RealSlurm slurm = resources.add(RealSlurm.start(folder, NODES, CORES));
      slurm.schedule(PARAMETERS);
      EmbeddedKafka kafka = resources.add(EmbeddedKafka.start());
      kafka.createTopics(DemoTopics.all(Topic.DEFAULT_PREFIX, 1));
      Vertx vertx = Vertx.vertx();
      resources.add(() -> within(vertx.close()));
      Controller controller = within(Controller.start(vertx, config(kafka)));
      resources.add(() -> within(controller.close()));
      OperatorClient operator = new OperatorClient(controller.httpPort(), CLUSTER, TOKEN);
      String simulated = SchedulerParameters.parse(PARAMETERS, CORES).policy().toString();
      BridgeProcess bridge =
          resources.add(
              new BridgeProcess(
                  slurm, kafka.bootstrapServers(), state, "slurm.policy=" + simulated));
      bridge.start();
      ReportedQueue reported = resources.add(new ReportedQueue(kafka.bootstrapServers()));
      checkpoints = new SlurmCheckpoints(slurm, reported);
      await("declared", 60, () -> operator.cluster().path("state").asText().equals("WATCHING"));
      String partitions = slurm.run("scontrol", "-a", "show", "partition", "-o");

      Submissions submissions = resources.add(new Submissions(slurm, jobs, false));
      await("proposed", 300, () -> !operator.cluster().path("proposals").isEmpty());
      JsonNode proposal = operator.cluster().path("proposals").path(0);
      String policy = proposal.path("policy").asText();
      assertThat(policy).startsWith("multi-queue(");
      assertThat(slurm.run("sinfo", "-h", "-o", "%R")).doesNotContain("gnomon");

      operator.operate(
          "proposals/" + proposal.path("id").asText() + "/approve",
          Map.of(
              "reason",
              "short jobs wait behind long ones",
              "contentHash",
              proposal.path("contentHash").asText()));
      await("applied", 60, () -> operator.cluster().path("version").asLong() == 2);
      assertThat(operator.cluster().path("configuration").asText()).isEqualTo(policy);
      assertThat(reported.ofType(ConfigApplied.class))
          .singleElement()
          .satisfies(
              applied -> {
                assertThat(applied.command()).isEqualTo(proposal.path("command").asText());
                assertThat(applied.configuration().policy()).isEqualTo(policy);
              });
      System.out.println(policy + "\n" + slurm.run("sinfo", "-a"));
      assertThat(slurm.run("sinfo", "-h", "-o", "%R %a")).contains("gnomon2 up");
      assertThat(slurm.run("scontrol", "show", "partition", "gnomon2"))
          .contains("State=UP", "MaxTime=");
      await(
          "jobs run in the queues",
          120,
          () -> slurm.run("squeue", "-h", "-t", "R", "-o", "%P").contains("gnomon"));

      await("submitted", 300, submissions::done);
      operator.operate("rollback", Map.of("reason", "the way back is tried"));
      await("taken back", 60, () -> operator.cluster().path("version").asLong() == 3);
      assertThat(operator.cluster().path("configuration").asText()).isEqualTo(simulated);
      await("all ended", 300, () -> reported.ofType(JobFinished.class).size() == jobs.size());
      await(
          "removed",
          60,
          () -> slurm.run("scontrol", "-a", "show", "partition", "-o").equals(partitions));

      assertThat(reported.now()).isEmpty();
      assertThat(reported.ofType(JobSubmitted.class)).hasSize(jobs.size());
      assertThat(reported.ofType(JobStarted.class)).hasSize(jobs.size());
      assertThat(reported.ofType(ConfigApplied.class)).hasSize(2);
      assertThat(reported.ofType(ConfigRejected.class)).isEmpty();
      List<Long> numbers =
          reported.events().stream().map(event -> event.envelope().sequence()).toList();
      assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
      assertThat(checkpoints.compared()).isGreaterThan(100);
      assertThat(TopicReader.everything(kafka.bootstrapServers(), Topic.DECISIONS))
          .anyMatch(
              event ->
                  event.data() instanceof DecisionRecorded decision
                      && policy.equals(decision.chosen()));
      System.out.println(checkpoints.report());
      System.out.println(startDelay(reported) + "\n" + slurm.run("sdiag"));
    }
  }

  /** How long after the middle of the second in which a job started it was on the topic. */
  private static String startDelay(ReportedQueue reported) {
    List<Double> delays = new ArrayList<>();
    for (int i = 0; i < reported.events().size(); i++) {
      if (reported.events().get(i).data() instanceof JobStarted started) {
        delays.add(reported.writtenAt(i) / 1000.0 - started.at() - 0.5);
      }
    }
    Collections.sort(delays);
    return "from a start to its event: mean %.2f s, median %.2f, 95 of 100 below %.2f, most %.2f"
        .formatted(
            delays.stream().mapToDouble(delay -> delay).average().orElse(0),
            delays.get(delays.size() / 2),
            delays.get(delays.size() * 95 / 100),
            delays.get(delays.size() - 1));
  }
}
