package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.slurm.ConfiguredPolicy;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import io.gnomon.sim.workload.submission.SubmissionLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same submissions on a real Slurm and in a simulation: jobs that wait for begin times, other
 * jobs, the throttle of an array or a release start at the same times, and wait for the same
 * reasons.
 */
@Tag("slurm")
class SlurmEligibilityIT {
  private static final int REASONS_AT = 4;
  private static final int RELEASE_AT = 11;
  private static final int END = 32;

  // sched_interval, and the seconds in which Slurm notices an end and rounds a start
  private static final int INTERVAL = 4;

  // how many passes of the scheduler the start of a job needs, one after the other; 1 for others
  private static final Map<String, Integer> PASSES =
      Map.of(
          "array_3",
          2,
          "array_4",
          2,
          "array_5",
          3,
          "afterArray",
          4,
          "afterStart",
          2,
          "afterHeld",
          2,
          "twice",
          2,
          "thrice",
          3);

  /** A submission; {@code {name}} in its options stands for another one. */
  private record Job(String name, int seconds, int exitCode, String options) {
    Job(String name, int seconds, String options) {
      this(name, seconds, 0, options);
    }
  }

  private static final List<Job> JOBS =
      List.of(
          new Job("first", 8, ""),
          new Job("afterEnd", 3, "-d afterany:{first}"),
          new Job("afterSuccess", 3, "-d afterok:{first}"),
          new Job("failing", 5, 1, ""),
          new Job("afterFailure", 3, "-d afternotok:{failing}"),
          new Job("never", 3, "-d afterok:{failing}"),
          new Job("either", 3, "-d afterok:{failing}?afterany:{first}"),
          new Job("both", 3, "-d afterany:{failing},afterok:{first}"),
          new Job("later", 3, "--begin=now+12"),
          new Job("afterStart", 3, "-d after:{later}"),
          new Job("array", 6, "--array=1-5%2"),
          new Job("afterArray", 3, "-d afterok:{array}"),
          new Job("held", 3, "--hold"),
          new Job("afterHeld", 3, "-d afterany:{held}"),
          new Job("once", 5, "-J daily -d singleton"),
          new Job("twice", 5, "-J daily -d singleton"),
          new Job("thrice", 5, "-J daily -d singleton"),
          new Job("pair", 8, "--array=1-2"),
          new Job("corresponding", 4, "--array=1-2 -d aftercorr:{pair}"),
          new Job("afterUnknown", 3, "-d afterok:999999"),
          new Job("minutesLater", 3, "-d after:{first}+1"));

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, 4, 4);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  private record Result(Map<String, Integer> starts, Map<String, String> reasons) {}

  @Test
  void jobsStartWhenSlurmStartsThemAndWaitForTheSameReasons() throws Exception {
    Result real = real();
    Result simulated = simulated();

    assertThat(simulated.reasons()).isEqualTo(real.reasons());
    assertThat(simulated.starts()).containsOnlyKeys(real.starts().keySet());
    real.starts()
        .forEach(
            (job, start) ->
                assertThat(simulated.starts().get(job))
                    .as(job)
                    .isCloseTo(start, within(INTERVAL * PASSES.getOrDefault(job, 1))));
  }

  private static Result real() throws Exception {
    StringBuilder script = new StringBuilder("date +%s\n");
    for (Job job : JOBS) {
      String options = job.options();
      for (Job other : JOBS) {
        options = options.replace("{" + other.name() + "}", "$" + other.name());
      }
      script.append(
          "%s=$(sbatch --parsable -o /dev/null -t 10 -n 1 %s --wrap 'sleep %d; exit %d'); echo %s $%s\n"
              .formatted(
                  job.name(),
                  options.replace("?", "\\?"),
                  job.seconds(),
                  job.exitCode(),
                  job.name(),
                  job.name()));
    }
    List<String> printed = slurm.shell(script.toString()).lines().toList();
    long began = Long.parseLong(printed.get(0));
    Map<String, String> names = new HashMap<>();
    printed.stream().skip(1).map(line -> line.split(" ")).forEach(f -> names.put(f[1], f[0]));
    String held =
        names.keySet().stream()
            .filter(id -> names.get(id).equals("held"))
            .findFirst()
            .orElseThrow();

    awaitSecond(began + REASONS_AT);
    Map<String, String> reasons = new TreeMap<>();
    squeue("PD", "Reason").forEach((id, reason) -> reasons.put(named(id, names), reason));
    awaitSecond(began + RELEASE_AT);
    slurm.run("scontrol", "release", held);
    awaitSecond(began + END);
    Map<String, Integer> starts = new TreeMap<>();
    squeue("all", "StartTime")
        .forEach(
            (id, start) -> {
              if (!start.equals("N/A") && Long.parseLong(start) < began + END) {
                starts.put(named(id, names), (int) (Long.parseLong(start) - began));
              }
            });
    return new Result(starts, reasons);
  }

  private static void awaitSecond(long second) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> Instant.now().getEpochSecond() >= second);
  }

  private static Map<String, String> squeue(String states, String column) throws Exception {
    Map<String, String> values = new HashMap<>();
    slurm
        .run("squeue", "-h", "-a", "-r", "-t", states, "-O", "JobArrayID:|," + column + ":|")
        .lines()
        .map(line -> line.split("\\|", -1))
        .forEach(field -> values.put(field[0], field[1]));
    return values;
  }

  private static String named(String id, Map<String, String> names) {
    int task = id.indexOf('_');
    return task < 0 ? names.get(id) : names.get(id.substring(0, task)) + id.substring(task);
  }

  private static Result simulated() throws Exception {
    Path file = folder.resolve("jobs.events");
    List<String> lines = new ArrayList<>();
    for (Job job : JOBS) {
      String options = job.options();
      for (int other = 0; other < JOBS.size(); other++) {
        options = options.replace("{" + JOBS.get(other).name() + "}", "" + (other + 1));
      }
      lines.add(
          "-dt 0 -e submit_batch_job | -sim-walltime %d -sim-exit-code %d --uid=root -t 10 -n 1 %s job.sh"
              .formatted(job.seconds(), job.exitCode(), options));
    }
    Files.write(file, lines);
    JobLog log = SubmissionLog.read(file);
    Map<String, String> names = new HashMap<>();
    for (int job = 0; job < JOBS.size(); job++) {
      names.put("" + (job + 1), JOBS.get(job).name());
    }
    ClusterState state = new ClusterState(SlurmMachine.read(slurm.conf()));
    ConfiguredPolicy parameters =
        ConfiguredPolicy.parse("bf_interval=2,bf_resolution=60,bf_window=2880,sched_interval=2", 1);
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation =
        new Simulation(
            state,
            Policies.create(parameters.policy(), state),
            new LogArrivals(log, state),
            listener);
    simulation.runUntil(REASONS_AT + 1);
    Map<String, String> reasons = new TreeMap<>();
    int[] held = {ClusterState.NONE};
    state.forEach(
        JobPhase.HELD,
        slot -> {
          WaitingReason reason = state.waitingReason(slot);
          reasons.put(
              named(log.label(state.job(slot)), names), reason == null ? "" : reason.text());
          held[0] = reason == WaitingReason.HELD_BY_USER ? slot : held[0];
        });
    simulation.runUntil(RELEASE_AT);
    state.advanceTo(RELEASE_AT);
    simulation.release(held[0]);
    simulation.pass();
    simulation.runUntil(END);
    Map<String, Integer> starts = new TreeMap<>();
    for (int job = 0; job < log.size(); job++) {
      int start = listener.schedule().start(job);
      if (start >= 0) {
        starts.put(named(log.label(job), names), start);
      }
    }
    return new Result(starts, reasons);
  }
}
