package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.ScheduleAgreement;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.slurm.ConfiguredPolicy;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.swf.SwfHeader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The simulated Slurm beside a real one that does the same jobs now. CI runs a short crowd of jobs;
 * {@code -Dgnomon.slurm.jobs=1000} makes it a thousand of KTH, which takes most of an hour.
 */
@Tag("slurm")
class SlurmFidelityIT {
  private static final int NODES = 32;
  private static final int CORES = 16;
  private static final double SHRINK = 300; // five minutes become a second
  private static final double FASTER = 1.07; // so that the load is 0.92
  private static final double FASTER_EXCLUSIVE = 0.88; // widths are rounded up to whole nodes

  private static final double MOST_ERROR = 0.15;
  private static final double SLACK_SECONDS = 3;

  private static final Pattern REPLACED =
      Pattern.compile(
          "SchedulerParameters|JobComp|PrologSlurmctld|EpilogSlurmctld|JobSubmitPlugins");

  @TempDir private Path folder;

  @Test
  void aCrowdOfJobsWaitsAsLongInTheSimulation() throws Exception {
    // 30 s of work for 4 nodes of 4 cores comes within 8 s
    Random random = new Random(7);
    List<ScaledJobs.Job> jobs = new ArrayList<>();
    for (int i = 0; i < 18; i++) {
      jobs.add(new ScaledJobs.Job(8 * i / 18, 1 + random.nextInt(4), 4 + random.nextInt(12), 1));
    }

    ScheduleAgreement agreement =
        compare(4, 4, false, "bf_interval=5,bf_resolution=10,bf_window=60", jobs, "crowd");

    // beside waits this short, how long a busy machine takes to end a job counts
    double error = Math.abs(agreement.simulatedMeanWait() - agreement.realMeanWait());
    assertThat(error)
        .as("%s", agreement)
        .isLessThan(MOST_ERROR * agreement.realMeanWait() + SLACK_SECONDS);
    assertThat(agreement.order()).as("%s", agreement).isGreaterThan(0.7);
  }

  @Test
  void jobsOfKthWaitAsLongInTheSimulation() throws Exception {
    int count = Integer.getInteger("gnomon.slurm.jobs", 0);
    assumeTrue(
        count > 0,
        "on request: -Dgnomon.slurm.jobs=1000 runs this test, which takes most of an hour");
    boolean exclusive = Boolean.getBoolean("gnomon.slurm.exclusive");
    List<ScaledJobs.Job> jobs =
        ScaledJobs.of(
            ScaledJobs.kth(),
            ScaledJobs.KTH_CROWD,
            count,
            SHRINK,
            SHRINK,
            exclusive ? FASTER_EXCLUSIVE : FASTER,
            ScaledJobs.KTH_PROCESSORS,
            exclusive ? NODES : NODES * CORES);

    ScheduleAgreement agreement =
        compare(
            NODES,
            CORES,
            exclusive,
            System.getProperty("gnomon.slurm.parameters", "bf_interval=30,bf_window=1440"),
            jobs,
            "kth");

    assertThat(Math.abs(agreement.meanWaitError())).as("%s", agreement).isLessThan(MOST_ERROR);
    assertThat(agreement.order()).as("%s", agreement).isGreaterThan(0.95);
  }

  private ScheduleAgreement compare(
      int nodes,
      int cores,
      boolean exclusive,
      String parameters,
      List<ScaledJobs.Job> jobs,
      String name)
      throws Exception {
    SlurmRun run;
    try (RealSlurm slurm = RealSlurm.start(folder, nodes, cores)) {
      slurm.configure(
          lines -> configured(lines, exclusive, parameters, SlurmRun.completions(slurm)));
      run = SlurmRun.of(slurm, jobs, exclusive, Duration.ofHours(2));
    }
    Path swf = Path.of("target", "slurm-" + name + ".swf.gz");
    run.write(swf, new SwfHeader(List.of(" SchedulerParameters: " + parameters)));
    ScheduleListener listener = new ScheduleListener(run.log().size());
    Spec policy = ConfiguredPolicy.parse(parameters, cores).policy();
    new Simulation(
            new ClusterState(nodes * cores),
            Policies.create(policy),
            new LogArrivals(run.log()),
            listener)
        .run();
    ScheduleAgreement agreement =
        ScheduleAgreement.of(run.log(), job -> run.starts()[job], listener.schedule());
    System.out.printf("%s: %s%n  %s%n", swf, policy, agreement);
    return agreement;
  }

  /** Gives it other parameters, and a file in which it writes down every job that has ended. */
  private static List<String> configured(
      List<String> lines, boolean exclusive, String parameters, Path completions) {
    List<String> next = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("PartitionName=")) {
        next.add(line + " OverSubscribe=" + (exclusive ? "EXCLUSIVE" : "NO"));
      } else if (!REPLACED.matcher(line).lookingAt()) {
        next.add(line);
      }
    }
    next.add("SchedulerParameters=" + parameters);
    next.add("JobCompType=jobcomp/filetxt");
    next.add("JobCompLoc=" + completions);
    return next;
  }
}
