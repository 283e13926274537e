package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.slurm.SchedulerParameters;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import io.gnomon.sim.workload.slurm.SlurmScheduling;
import io.gnomon.sim.workload.slurm.SubmissionLog;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A job of a partition with a higher tier preempts the same jobs of a real Slurm and of a
 * simulation, with the same effect on them.
 */
@Tag("slurm")
class SlurmPreemptionIT {
  private static final int PREEMPTED_AT = 8;
  private static final int SEEN_AT = 18;
  private static final int ENDED_AT = 50;

  // Slurm waits KillWait for preempted jobs to end, and then for the next pass
  private static final int LATENCY = 8;

  private static final List<String> FIRST =
      List.of("-p batch -n 2", "-p batch -n 2", "-p batch -n 4");
  private static final String LATER = "-p high -n 3";
  private static final int SECONDS = 22;
  private static final int LATER_SECONDS = 14;

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.start(folder, 2, 4);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  /** States of the jobs while the later job runs, and at the end. */
  private record Result(Map<Integer, String> seen, Map<Integer, String> atEnd, int laterStart) {}

  @ParameterizedTest
  @ValueSource(strings = {"REQUEUE", "CANCEL", "SUSPEND,GANG"})
  void theSameJobsArePreemptedInTheSameWay(String mode) throws Exception {
    configure(mode);
    Result real = real();
    Result simulated = simulated();

    assertThat(simulated.seen()).isEqualTo(real.seen());
    assertThat(simulated.atEnd()).isEqualTo(real.atEnd());
    assertThat(simulated.laterStart()).isCloseTo(real.laterStart(), within(LATENCY));
    slurm.run("scancel", "-u", "root");
  }

  private static void configure(String mode) throws Exception {
    slurm.killController();
    List<String> lines = new ArrayList<>(Files.readAllLines(slurm.conf()));
    lines.removeIf(line -> line.startsWith("Preempt") || line.startsWith("PartitionName"));
    lines.add("PreemptType=preempt/partition_prio");
    lines.add("PreemptMode=" + mode);
    lines.add("PartitionName=batch Nodes=ALL Default=YES MaxTime=60 PriorityTier=1 State=UP");
    lines.add("PartitionName=high Nodes=ALL MaxTime=60 PriorityTier=10 State=UP");
    Files.write(slurm.conf(), lines);
    slurm.startController();
    Awaitility.await("all nodes idle")
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                slurm.run("sinfo", "-h", "-N", "-t", "idle", "-o", "%N").lines().distinct().count()
                    == 2);
  }

  private static Result real() throws Exception {
    StringBuilder script = new StringBuilder("date +%s\n");
    FIRST.forEach(options -> script.append(submission(options, SECONDS)));
    List<String> printed = slurm.shell(script.toString()).lines().toList();
    long began = Long.parseLong(printed.get(0));
    List<String> ids = new ArrayList<>(printed.subList(1, printed.size()));
    awaitSecond(began + PREEMPTED_AT);
    ids.add(slurm.shell(submission(LATER, LATER_SECONDS)).strip());
    awaitSecond(began + SEEN_AT);
    Map<Integer, String> seen = states(ids);
    String start =
        slurm.run("squeue", "-h", "-j", ids.get(3), "-O", "StartTime:|").replace("|", "");
    awaitSecond(began + ENDED_AT);
    return new Result(seen, states(ids), (int) (Long.parseLong(start.strip()) - began));
  }

  private static String submission(String options, int seconds) {
    return "sbatch --parsable -o /dev/null -t 10 -N 1 %s --wrap 'sleep %d'\n"
        .formatted(options, seconds);
  }

  private static void awaitSecond(long second) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> Instant.now().getEpochSecond() >= second);
  }

  private static Map<Integer, String> states(List<String> ids) throws Exception {
    Map<String, String> known = new HashMap<>();
    slurm
        .run("squeue", "-h", "-a", "-t", "all", "-O", "JobID:|,State:|")
        .lines()
        .map(line -> line.split("\\|", -1))
        .forEach(field -> known.put(field[0], field[1]));
    Map<Integer, String> states = new TreeMap<>();
    for (int job = 0; job < ids.size(); job++) {
      String state = known.getOrDefault(ids.get(job), "");
      states.put(job, List.of("PENDING", "RUNNING", "SUSPENDED").contains(state) ? state : "ENDED");
    }
    return states;
  }

  private static Result simulated() throws Exception {
    Path file = folder.resolve("jobs.events");
    List<String> lines = new ArrayList<>();
    FIRST.forEach(options -> lines.add(event(0, options, SECONDS)));
    lines.add(event(PREEMPTED_AT, LATER, LATER_SECONDS));
    Files.write(file, lines);
    JobLog log = SubmissionLog.read(file);
    SlurmScheduling site = SlurmScheduling.read(slurm.conf());
    PolicySpec policy =
        SchedulerParameters.parse(site.parameters(), 1)
            .policy()
            .with("PreemptType", site.preempts() ? "partition_prio" : "none")
            .with("PreemptMode", site.preemptMode());
    ClusterState state = new ClusterState(SlurmMachine.read(slurm.conf()));
    ScheduleListener schedule = new ScheduleListener(log.size());
    Simulation simulation =
        new Simulation(
            state, Policies.create(policy, state), new LogArrivals(log, state), schedule);
    simulation.runUntil(SEEN_AT);
    Map<Integer, String> seen = states(state, log.size());
    simulation.runUntil(ENDED_AT);
    return new Result(seen, states(state, log.size()), schedule.schedule().start(3));
  }

  private static String event(int at, String options, int seconds) {
    return "-dt %d -e submit_batch_job | -sim-walltime %d --uid=root -t 10 -N 1 %s job.sh"
        .formatted(at, seconds, options);
  }

  private static Map<Integer, String> states(ClusterState state, int jobs) {
    Map<Integer, String> states = new TreeMap<>();
    for (int job = 0; job < jobs; job++) {
      states.put(job, "ENDED");
    }
    state.forEachActive(
        slot ->
            states.put(
                state.job(slot),
                switch (state.phase(slot)) {
                  case HELD, WAITING -> "PENDING";
                  case RUNNING -> "RUNNING";
                  case SUSPENDED -> "SUSPENDED";
                }));
    return states;
  }
}
