package io.gnomon.sim.policy.slurm.preempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Jobs need whole nodes; the partition high has a higher tier than low. */
class BackfillPreemptionTest {
  private static final int AT = 10;

  private static ClusterState state(int nodes) throws Exception {
    return new ClusterState(
        PreemptionTest.machine(
            "NodeName=n[1-%d] CPUs=4 RealMemory=1000".formatted(nodes),
            "PartitionName=low Nodes=ALL Default=YES PriorityTier=1 OverSubscribe=EXCLUSIVE",
            "PartitionName=high Nodes=ALL PriorityTier=10 OverSubscribe=EXCLUSIVE"));
  }

  private static void job(JobLogBuilder log, int submit, int seconds, int nodes, String partition) {
    log.job(log.size() + 1, submit, seconds, seconds, nodes)
        .request(
            new Request.Builder()
                .nodes(nodes, nodes)
                .tasks(nodes)
                .partitions(List.of(partition))
                .build());
  }

  private static String policy(String scheduler) {
    return ("slurm(scheduler=%s, PreemptType=partition_prio, PreemptMode=cancel, bf_interval=1s,"
            + " batch_sched_delay=0s, bf_resolution=1s, end-window=0s, gap=0s)")
        .formatted(scheduler);
  }

  private static List<String> events(JobLog log, int nodes, String scheduler) throws Exception {
    return PreemptionTest.Events.of(state(nodes), policy(scheduler), log);
  }

  private static JobLog blocked(int seconds) {
    JobLogBuilder log = JobLog.builder();
    job(log, 0, 60, 1, "high");
    job(log, 0, 200, 1, "low");
    job(log, AT, 40, 2, "high");
    job(log, AT, seconds, 1, "high");
    return log.build();
  }

  /**
   * Job 3 needs both nodes, blocks the main scheduler, and gets a reservation from 60 on, when job
   * 1 is expected to end; it could preempt job 2. Job 4 preempts job 2, as it ends before that.
   */
  @Test
  void backfillPreemptsForAJobThatDelaysNoOther() throws Exception {
    assertThat(events(blocked(50), 2, "backfill"))
        .containsExactly(
            "1 starts at 0",
            "2 starts at 0",
            "2 cancelled at 10",
            "4 starts at 10",
            "1 ends at 60",
            "4 ends at 60",
            "3 starts at 60",
            "3 ends at 100");
  }

  /** Job 4 would end at 61 and delay job 3, which preempts job 2 itself at 60. */
  @Test
  void backfillDoesNotPreemptForAJobThatWouldDelayAnother() throws Exception {
    List<String> expected =
        List.of(
            "1 starts at 0",
            "2 starts at 0",
            "1 ends at 60",
            "2 cancelled at 60",
            "3 starts at 60",
            "3 ends at 100",
            "4 starts at 100",
            "4 ends at 151");
    assertThat(events(blocked(51), 2, "backfill")).isEqualTo(expected);
    assertThat(events(blocked(51), 2, "builtin")).isEqualTo(expected);
  }

  /**
   * The plain choice where the first waiting job needs all nodes and cannot start: each of the
   * others, on one node, starts if it ends before the reservation. It takes a free node, or else
   * that of the first job of low.
   */
  private static Set<Integer> plainRunning(
      JobLog log, Set<Integer> running, Set<Integer> low, int nodes, int first) {
    int reserved =
        running.stream()
            .filter(job -> !low.contains(job))
            .mapToInt(log::runtime)
            .max()
            .orElseThrow();
    Set<Integer> result = new TreeSet<>(running);
    Set<Integer> victims = new TreeSet<>(low);
    victims.retainAll(running);
    for (int job = first + 1; job < log.size(); job++) {
      boolean isFree = result.size() < nodes;
      if (AT + log.estimate(job) <= reserved && (isFree || !victims.isEmpty())) {
        if (!isFree) {
          int victim = victims.iterator().next();
          victims.remove(victim);
          result.remove(victim);
        }
        result.add(job);
      }
    }
    return result;
  }

  @Property(tries = 300)
  void backfillPreemptsAsThePlainChoice(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    int nodes = 2 + random.nextInt(5);
    int before = 1 + random.nextInt(nodes);
    Set<Integer> low = new TreeSet<>();
    Set<Integer> running = new TreeSet<>();
    JobLogBuilder log = JobLog.builder();
    for (int job = 0; job < before; job++) {
      boolean isLow = job > 0 && random.nextBoolean(); // the first blocks
      job(log, 0, AT + 1 + random.nextInt(100), 1, isLow ? "low" : "high");
      running.add(job);
      if (isLow) {
        low.add(job);
      }
    }
    job(log, AT, 50, nodes, "high");
    for (int job = random.nextInt(8); job > 0; job--) {
      job(log, AT, 1 + random.nextInt(120), 1, "high");
    }
    JobLog jobs = log.build();
    ClusterState state = state(nodes);
    new Simulation(
            state,
            Policies.create(policy("backfill"), state),
            new LogArrivals(jobs, state),
            new PreemptionTest.Events())
        .runUntil(AT + 1);

    Set<Integer> actual = new TreeSet<>();
    state.forEach(JobPhase.RUNNING, slot -> actual.add(state.job(slot)));
    assertThat(actual).isEqualTo(plainRunning(jobs, running, low, nodes, before));
  }

  /** The first job starts when enough jobs of high have ended, whatever backfill preempts. */
  @Property(tries = 200)
  void preemptionByBackfillDoesNotDelayTheFirstJob(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    int nodes = 2 + random.nextInt(5);
    JobLogBuilder log = JobLog.builder();
    List<Integer> ends = new ArrayList<>();
    for (int job = 0; job < nodes; job++) {
      boolean isLow = job > 0 && random.nextBoolean();
      int seconds = AT + 1 + random.nextInt(100);
      job(log, 0, seconds, 1, isLow ? "low" : "high");
      ends.add(isLow ? AT : seconds);
    }
    int width = 1 + random.nextInt(nodes);
    job(log, AT, 50, width, "high");
    for (int job = 0; job < 6; job++) {
      job(log, AT, 1 + random.nextInt(120), 1 + random.nextInt(nodes), "high");
    }
    ends.sort(null);
    int latest = ends.get(width - 1); // when as many nodes are free of jobs of high
    List<String> events = events(log.build(), nodes, "backfill");
    String start = nodes + 1 + " starts at ";
    int started =
        events.stream()
            .filter(event -> event.startsWith(start))
            .mapToInt(event -> Integer.parseInt(event.substring(start.length())))
            .findFirst()
            .orElseThrow();
    assertThat(started).isLessThanOrEqualTo(latest);
  }
}
