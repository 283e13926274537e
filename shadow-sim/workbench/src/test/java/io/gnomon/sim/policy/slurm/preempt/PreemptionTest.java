package io.gnomon.sim.policy.slurm.preempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Two nodes with 4 CPUs; the partition high has a higher tier than low, mid is between them. */
class PreemptionTest {

  /** The machine of a slurm.conf. */
  static Machine machine(String... lines) throws Exception {
    Path conf = Files.createTempFile("slurm", ".conf");
    try {
      return SlurmMachine.read(Files.write(conf, List.of(lines)));
    } finally {
      Files.delete(conf);
    }
  }

  private static Machine machine() throws Exception {
    return machine(
        "NodeName=n[1-2] CPUs=4 RealMemory=1000",
        "PartitionName=low Nodes=ALL Default=YES PriorityTier=1",
        "PartitionName=mid Nodes=ALL PriorityTier=5",
        "PartitionName=high Nodes=ALL PriorityTier=10");
  }

  private static void job(JobLogBuilder log, int submit, int runtime, int cpus, String partition) {
    log.job(log.size() + 1, submit, runtime, 600, cpus)
        .request(
            new Request.Builder().nodes(1, 1).tasks(cpus).partitions(List.of(partition)).build());
  }

  /** What happens, such as {@code 1 starts at 0}. */
  static final class Events implements SimulationListener {
    final List<String> events = new ArrayList<>();

    /** What happens to the jobs of a log. */
    static List<String> of(ClusterState state, String policy, JobLog log) {
      Events events = new Events();
      new Simulation(state, Policies.create(policy, state), new LogArrivals(log, state), events)
          .run();
      return events.events;
    }

    private void add(ClusterState state, int slot, String what) {
      events.add(state.job(slot) + 1 + " " + what + " at " + state.now());
    }

    @Override
    public void started(ClusterState state, int slot) {
      add(state, slot, "starts");
    }

    @Override
    public void finished(ClusterState state, int slot) {
      add(state, slot, "ends");
    }

    @Override
    public void suspended(ClusterState state, int slot) {
      add(state, slot, "suspended");
    }

    @Override
    public void resumed(ClusterState state, int slot) {
      add(state, slot, "resumed");
    }

    @Override
    public void killed(ClusterState state, int slot) {
      add(state, slot, "requeued");
    }

    @Override
    public void cancelled(ClusterState state, int slot) {
      add(state, slot, "cancelled");
    }
  }

  private static List<String> events(String mode) throws Exception {
    JobLogBuilder log = JobLog.builder();
    job(log, 0, 20, 2, "low");
    job(log, 0, 20, 2, "low");
    job(log, 0, 20, 4, "low");
    job(log, 6, 10, 3, "high");
    String policy = "slurm(PreemptType=partition_prio, PreemptMode=" + mode + ")";
    return Events.of(new ClusterState(machine()), policy, log.build());
  }

  @Test
  void twoJobsOnOneNodeMakeRoomAndAreRequeued() throws Exception {
    assertThat(events("requeue"))
        .containsExactly(
            "1 starts at 0",
            "2 starts at 0",
            "3 starts at 0",
            "1 requeued at 6",
            "2 requeued at 6",
            "4 starts at 6",
            "4 ends at 16",
            "3 ends at 20",
            "1 starts at 126",
            "2 starts at 126",
            "1 ends at 146",
            "2 ends at 146");
  }

  @Test
  void twoJobsOnOneNodeMakeRoomAndAreCancelled() throws Exception {
    assertThat(events("cancel"))
        .containsExactly(
            "1 starts at 0",
            "2 starts at 0",
            "3 starts at 0",
            "1 cancelled at 6",
            "2 cancelled at 6",
            "4 starts at 6",
            "4 ends at 16",
            "3 ends at 20");
  }

  @Test
  void suspendedJobsResumeWhenTheOtherHasEnded() throws Exception {
    assertThat(events("suspend"))
        .containsExactly(
            "1 starts at 0",
            "2 starts at 0",
            "3 starts at 0",
            "1 suspended at 6",
            "2 suspended at 6",
            "4 starts at 6",
            "4 ends at 16",
            "1 resumed at 16",
            "2 resumed at 16",
            "3 ends at 20",
            "1 ends at 30",
            "2 ends at 30");
  }

  /** Follows each job, and fails when a job is preempted for another of no higher tier. */
  private static final class Checks implements SimulationListener {
    final int[] ran;
    final int[] since;
    final boolean[] ended;
    final List<Integer> victims = new ArrayList<>();
    int at;

    Checks(int jobs) {
      ran = new int[jobs];
      since = new int[jobs];
      ended = new boolean[jobs];
    }

    private static int tier(ClusterState state, int slot) {
      return state.nodes().shape(slot).tier();
    }

    @Override
    public void started(ClusterState state, int slot) {
      since[state.job(slot)] = state.now();
      if (at == state.now()) {
        for (int tier : victims) {
          assertThat(tier).isLessThan(tier(state, slot));
        }
      }
      victims.clear();
    }

    @Override
    public void resumed(ClusterState state, int slot) {
      since[state.job(slot)] = state.now();
    }

    @Override
    public void suspended(ClusterState state, int slot) {
      ran[state.job(slot)] += state.now() - since[state.job(slot)];
      preempted(state, slot);
    }

    @Override
    public void killed(ClusterState state, int slot) {
      preempted(state, slot);
    }

    @Override
    public void cancelled(ClusterState state, int slot) {
      ended[state.job(slot)] = true;
      preempted(state, slot);
    }

    private void preempted(ClusterState state, int slot) {
      at = state.now();
      victims.add(tier(state, slot));
    }

    @Override
    public void finished(ClusterState state, int slot) {
      int job = state.job(slot);
      ran[job] += state.now() - since[job];
      ended[job] = true;
    }
  }

  @Property(tries = 120)
  void onlyLowerTiersArePreemptedAndNoWorkIsLostOrDoneTwice(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    JobLogBuilder log = JobLog.builder();
    int submit = 0;
    for (int job = 0; job < 25; job++) {
      submit += random.nextInt(20);
      String partition = List.of("low", "mid", "high").get(random.nextInt(3));
      job(log, submit, 1 + random.nextInt(200), 1 + random.nextInt(4), partition);
    }
    String mode = List.of("requeue", "cancel", "suspend").get(random.nextInt(3));
    JobLog jobs = log.build();
    ClusterState state = new ClusterState(machine());
    Checks checks = new Checks(jobs.size());
    String policy =
        "slurm(PreemptType=partition_prio, PreemptMode=%s, preempt_youngest_first=%b)"
            .formatted(mode, random.nextBoolean());
    new Simulation(state, Policies.create(policy, state), new LogArrivals(jobs, state), checks)
        .run();

    assertThat(state.activeCount()).as("%s", mode).isZero();
    for (int job = 0; job < jobs.size(); job++) {
      assertThat(checks.ended[job]).isTrue();
      if (!mode.equals("cancel")) {
        assertThat(checks.ran[job]).as("job %d, %s", job, mode).isEqualTo(jobs.runtime(job));
      }
    }
  }
}
