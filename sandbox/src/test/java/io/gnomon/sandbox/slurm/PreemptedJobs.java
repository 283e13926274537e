package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.slurm.ConfiguredPolicy;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.slurm.ConfFiles;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import io.gnomon.sim.workload.submission.SubmissionLog;
import io.gnomon.slurm.mapping.SlurmScheduling;
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

/**
 * Jobs of which a later one preempts some, on a real Slurm and in a simulation: the same ones, with
 * the same effect on them.
 */
final class PreemptedJobs {
  /** When the later job is submitted, in seconds. */
  static final int PREEMPTED_AT = 8;

  // Slurm waits KillWait for preempted jobs to end, and then for the next pass
  private static final int LATENCY = 8;
  private static final int LATER_SECONDS = 14;

  /**
   * What is submitted.
   *
   * @param first options of the jobs that are submitted first
   * @param later options of the one that preempts some of them
   * @param seconds runtime of the first jobs
   * @param seenAt second at which the states are compared for the first time
   * @param endsAt second at which all of them have ended or wait for long
   */
  record Script(List<String> first, String later, int seconds, int seenAt, int endsAt) {
    /** The same when preempted jobs go on for some seconds. */
    Script inGraceTime(int grace) {
      return new Script(first, later, 40, PREEMPTED_AT + grace / 2, 70);
    }
  }

  /** Jobs of a partition with a lower tier. */
  static final Script OF_TIERS =
      new Script(
          List.of(
              "--uid=root -p batch -n 2", "--uid=root -p batch -n 2", "--uid=root -p batch -n 4"),
          "--uid=root -p high -n 3",
          22,
          18,
          50);

  /** States of the jobs while the later job runs, and at the end. */
  record Result(Map<Integer, String> seen, Map<Integer, String> atEnd, int laterStart) {}

  private PreemptedJobs() {}

  /** Compares what a tier of partitions preempts, in a mode and with options of the lower one. */
  static Result compareTiers(
      RealSlurm slurm, Path folder, String mode, String options, Script script) throws Exception {
    slurm.configure(
        lines -> {
          List<String> changed = new ArrayList<>(lines);
          changed.removeIf(line -> line.startsWith("Preempt") || line.startsWith("PartitionName"));
          changed.add("PreemptType=preempt/partition_prio");
          changed.add("PreemptMode=" + mode);
          changed.add(
              "PartitionName=batch Nodes=ALL Default=YES MaxTime=60 PriorityTier=1 State=UP "
                  + options);
          changed.add("PartitionName=high Nodes=ALL MaxTime=60 PriorityTier=10 State=UP");
          return changed;
        });
    SiteModel.isTheSameLiveAndSimulated(slurm, folder);
    Result real = compare(slurm, script, new ClusterState(SlurmMachine.read(slurm.conf())));
    slurm.cancelAll();
    return real;
  }

  /** Compares what happens to the jobs. */
  static Result compare(RealSlurm slurm, Script script, ClusterState state) throws Exception {
    Result real = real(slurm, script);
    Result simulated = simulated(slurm.conf(), script, state);

    assertThat(simulated.seen()).isEqualTo(real.seen());
    assertThat(simulated.atEnd()).isEqualTo(real.atEnd());
    assertThat(simulated.laterStart()).isCloseTo(real.laterStart(), within(LATENCY));
    return real;
  }

  private static Result real(RealSlurm slurm, Script submitted) throws Exception {
    StringBuilder script = new StringBuilder("date +%s\n");
    submitted.first().forEach(options -> script.append(submission(options, submitted.seconds())));
    List<String> printed = slurm.shell(script.toString()).lines().toList();
    long began = Long.parseLong(printed.get(0));
    List<String> ids = new ArrayList<>(printed.subList(1, printed.size()));
    awaitSecond(began + PREEMPTED_AT);
    ids.add(slurm.shell(submission(submitted.later(), LATER_SECONDS)).strip());
    awaitSecond(began + submitted.seenAt());
    Map<Integer, String> seen = states(slurm, ids);
    awaitSecond(began + submitted.endsAt());
    String start =
        slurm
            .run("squeue", "-h", "-a", "-t", "all", "-j", ids.get(3), "-O", "StartTime:|")
            .replace("|", "");
    return new Result(seen, states(slurm, ids), (int) (Long.parseLong(start.strip()) - began));
  }

  private static String submission(String options, int seconds) {
    return "sbatch --parsable -o /dev/null --chdir=/ -t 10 -N 1 %s --wrap 'sleep %d'\n"
        .formatted(options, seconds);
  }

  private static void awaitSecond(long second) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> Instant.now().getEpochSecond() >= second);
  }

  private static Map<Integer, String> states(RealSlurm slurm, List<String> ids) throws Exception {
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

  private static Result simulated(Path conf, Script submitted, ClusterState state)
      throws Exception {
    Path file = conf.resolveSibling("jobs.events");
    List<String> lines = new ArrayList<>();
    submitted.first().forEach(options -> lines.add(event(0, options, submitted.seconds())));
    lines.add(event(PREEMPTED_AT, submitted.later(), LATER_SECONDS));
    Files.write(file, lines);
    JobLog log = SubmissionLog.read(file);
    SlurmScheduling site = ConfFiles.scheduling(conf);
    Spec policy =
        ConfiguredPolicy.parse(site.parameters(), 1)
            .policy()
            .with("PreemptType", site.preemptType())
            .with("PreemptMode", site.preemptMode());
    ScheduleListener schedule = new ScheduleListener(log.size());
    Simulation simulation =
        new Simulation(
            state, Policies.create(policy, state), new LogArrivals(log, state), schedule);
    simulation.runUntil(submitted.seenAt());
    Map<Integer, String> seen = states(state, log.size());
    simulation.runUntil(submitted.endsAt());
    return new Result(seen, states(state, log.size()), schedule.schedule().start(3));
  }

  private static String event(int at, String options, int seconds) {
    return "-dt %d -e submit_batch_job | -sim-walltime %d -t 10 -N 1 %s job.sh"
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
