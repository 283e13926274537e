package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gnomon.events.Topic;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRejected;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.sandbox.ResourceStack;
import io.gnomon.sandbox.TopicReader;
import io.gnomon.sim.policy.slurm.ConfiguredPolicy;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole loop beside a real Slurm: hundreds of jobs of KTH, so small that an hour takes less
 * than a second, wait too long. A study of the controller finds queues by time limit, an operator
 * approves, the bridge divides the partition, and the operator takes it back. Jobs that still wait
 * are then cancelled. The mirror equals squeue all the time. The system property {@code
 * gnomon.slurm.jobs} sets the number of jobs.
 */
@Tag("slurm")
@Tag("minutes")
class SlurmTuningIT {
  private static final String PARAMETERS = "batch_sched_delay=1,bf_interval=3,sched_interval=5";
  private static final int NODES = 32;
  private static final int CORES = 16;
  private static final int JOBS = Integer.getInteger("gnomon.slurm.jobs", 300);
  private static final int PERIOD_SECONDS = 20;
  private static final double SHRINK = 6000;
  private static final double SHRINK_LIMITS = 300;

  private static final TuneSettings TUNING =
      new TuneSettings(1.5, PERIOD_SECONDS, 600, SearchSpace.partitions(4), GuardRails.NONE);

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
      String simulated = ConfiguredPolicy.parse(PARAMETERS, CORES).policy().toString();
      LiveLoop loop = resources.add(new LiveLoop(slurm, state, simulated, TUNING));
      ReportedQueue reported = loop.reported();
      checkpoints = new SlurmCheckpoints(slurm, reported);
      await("declared", 60, loop::isWatching);
      String partitions = slurm.run("scontrol", "-a", "show", "partition", "-o");

      Submissions submissions = resources.add(new Submissions(slurm, jobs, false));
      await("proposed", 300, loop::hasProposal);
      JsonNode proposal = loop.proposal();
      String policy = proposal.path("policy").asText();
      assertThat(policy).startsWith("multi-queue(");
      assertThat(slurm.run("sinfo", "-h", "-o", "%R")).doesNotContain("gnomon");

      loop.approve(proposal, "short jobs wait behind long ones");
      await("applied", 60, () -> loop.version() == 2);
      assertThat(loop.policy()).isEqualTo(policy);
      loop.assertOnlyAcknowledged(proposal);
      System.out.println(policy + "\n" + slurm.run("sinfo", "-a"));
      assertThat(slurm.run("sinfo", "-h", "-o", "%R %a")).contains("gnomon2 up");
      assertThat(slurm.run("scontrol", "show", "partition", "gnomon2"))
          .contains("State=UP", "MaxTime=");
      await(
          "jobs run in the queues",
          120,
          () -> slurm.run("squeue", "-h", "-t", "R", "-o", "%P").contains("gnomon"));

      await("submitted", 300, submissions::done);
      loop.rollBack("the way back is tried");
      await("taken back", 60, () -> loop.version() == 3);
      assertThat(loop.policy()).isEqualTo(simulated);
      slurm.run("scancel", "-u", "root", "-t", "PENDING");
      await("all ended", 300, () -> ended(reported).size() == jobs.size());
      await(
          "removed",
          60,
          () -> slurm.run("scontrol", "-a", "show", "partition", "-o").equals(partitions));

      assertThat(reported.now()).isEmpty();
      assertThat(reported.ofType(JobSubmitted.class)).hasSize(jobs.size());
      assertThat(ended(reported)).doesNotHaveDuplicates();
      assertThat(reported.ofType(JobStarted.class))
          .hasSizeGreaterThan(80)
          .extracting(JobStarted::job)
          .doesNotHaveDuplicates()
          .containsAll(reported.ofType(JobFinished.class).stream().map(JobFinished::job).toList());
      assertThat(reported.ofType(ConfigApplied.class)).hasSize(2);
      assertThat(reported.ofType(ConfigRejected.class)).isEmpty();
      List<Long> numbers =
          reported.events().stream().map(event -> event.envelope().sequence()).toList();
      assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
      assertThat(checkpoints.compared()).isGreaterThan(30);
      assertThat(TopicReader.everything(loop.bootstrapServers(), Topic.DECISIONS))
          .anyMatch(
              event ->
                  event.data() instanceof DecisionRecorded decision
                      && policy.equals(decision.chosen()));
      System.out.println(checkpoints.report());
      System.out.println(startDelay(reported) + "\n" + slurm.run("sdiag"));
    }
  }

  /** The jobs that have ended, or were cancelled before they started. */
  private static List<String> ended(ReportedQueue reported) {
    return Stream.concat(
            reported.ofType(JobFinished.class).stream().map(JobFinished::job),
            reported.ofType(JobCancelled.class).stream().map(JobCancelled::job))
        .toList();
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
