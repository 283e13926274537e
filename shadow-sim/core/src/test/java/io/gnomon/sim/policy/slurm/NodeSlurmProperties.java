package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.policy.nodes.Sites;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeSlurmProperties {
  @Property(tries = 50, seed = "1")
  void startsJobsLikeThePlainVersion(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 50);
    boolean shortest = random.nextInt(4) == 0;
    Spec spec =
        settings(random, shortest)
            .with("partition_job_depth", random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 0);
    assertPlain(spec, shortest, () -> new ClusterState(machine), log);
  }

  /**
   * Three nodes are reserved for a time; a third of the jobs are submitted into the reservation.
   */
  @Property(tries = 50, seed = "1")
  void startsJobsInReservationsLikeThePlainVersion(@ForAll Random random) {
    Machine all = Sites.machine(random, random.nextBoolean());
    int start = random.nextInt(200);
    Machine machine =
        all.toBuilder()
            .reservation(
                new Reservation(
                    "course",
                    List.of(all.name(0), all.name(2), all.name(3)),
                    start,
                    start + 100 + random.nextInt(300),
                    List.of("ada"),
                    List.of()))
            .build();
    JobLog log = Sites.jobs(random, machine, 50);
    boolean shortest = random.nextInt(4) == 0;
    Spec spec = settings(random, shortest);
    assertPlain(spec, shortest, () -> new ClusterState(machine), log);
  }

  @Property(tries = 50, seed = "1")
  void ordersByPriorityLikeThePlainVersion(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 50);
    Accounts accounts = Sites.accounts(random, machine);
    Spec spec = settings(random, false);
    if (random.nextBoolean()) {
      spec = spec.with("PriorityWeightAge", random.nextInt(2000)).with("PriorityMaxAge", "1m");
    }
    if (random.nextInt(4) == 0) {
      spec = spec.with("PriorityDecayHalfLife", "10m").with("PriorityFavorSmall", "YES");
    }
    assertPlain(spec, false, () -> new ClusterState(machine, accounts), log);
  }

  @Property(tries = 50, seed = "1")
  void keepsLimitsLikeThePlainVersion(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 50);
    Accounts accounts = Sites.accounts(random, machine);
    JobAmounts limits = Sites.limits(random, machine, accounts);
    Spec spec = settings(random, false);
    assertPlain(spec, false, () -> new ClusterState(machine, accounts, limits), log);
  }

  /**
   * Workloads in which a job starts without an event: with time a reservation of the pass keeps
   * nodes from a job that a limit would hold back there (the first three), or the order changes
   * while nothing runs and a pass of the main scheduler is due.
   */
  @ParameterizedTest
  @ValueSource(longs = {607, 3357, 5217, 7771, 79273897639348L})
  void keepsLimitsWithoutAnEvent(long seed) {
    keepsLimitsLikeThePlainVersion(new Random(seed));
  }

  /** A reservation ends while a pass pauses, and nothing runs. */
  @ParameterizedTest
  @ValueSource(longs = {6976303384509232767L, 3763166828707641540L, 6905705575844976003L})
  void opensReservationsDuringAPause(long seed) {
    startsJobsInReservationsLikeThePlainVersion(new Random(seed));
  }

  /** A start moves into the window while a pass pauses; a pass of the whole queue after a wait. */
  @ParameterizedTest
  @ValueSource(longs = {4716109755618531268L, -5541176275065644657L})
  void startsJobsOnAnIdleMachine(long seed) {
    startsJobsLikeThePlainVersion(new Random(seed));
  }

  private static void assertPlain(
      Spec spec, boolean shortest, Supplier<ClusterState> empty, JobLog log) {
    NodeRuns.assertStartsLike(
        new PlainNodeSlurm(SlurmSettings.of(spec), shortest),
        empty.get(),
        empty.get(),
        log,
        spec.toString());
  }

  @Property(tries = 50, seed = "1")
  void forksWithLimitsContinueAlike(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    Accounts accounts = Sites.accounts(random, machine);
    NodeRuns.assertForksAndRestoredPoliciesContinueAlike(
        new ClusterState(machine, accounts, Sites.limits(random, machine, accounts)),
        Sites.jobs(random, machine, 60),
        settings(random, false).toString(),
        1 + random.nextInt(200));
  }

  @Property(tries = 50, seed = "1")
  void forksWithAccountsContinueAlike(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    NodeRuns.assertForksAndRestoredPoliciesContinueAlike(
        new ClusterState(machine, Sites.accounts(random, machine)),
        Sites.jobs(random, machine, 60),
        settings(random, false).toString(),
        1 + random.nextInt(200));
  }

  /** Slurm's names with small random values. */
  private static Spec settings(Random random, boolean shortest) {
    int depth = 1 + random.nextInt(12);
    int few = random.nextInt(5);
    boolean takesTime = random.nextInt(3) > 0; // at most 5 s, so that a pass ends before the next
    Spec spec =
        Spec.of("slurm")
            .with("scheduler", random.nextInt(8) == 0 ? "builtin" : "backfill")
            .with("bf_interval", takesTime ? 10 + random.nextInt(10) : 1 + random.nextInt(20))
            .with("bf_resolution", 1 + random.nextInt(30))
            .with("bf_window", 60 + 10 * depth)
            .with("bf_max_job_test", 3 * depth)
            .with("bf_max_job_user", few)
            .with("bf_max_job_start", few)
            .with("bf_job_part_count_reserve", few / 2)
            .with("end-window", random.nextInt(31))
            .with("gap", random.nextInt(3))
            .with("batch_sched_delay", random.nextInt(6))
            .with("default_queue_depth", depth)
            .with("sched_interval", 7)
            .with("bf_max_job_part", random.nextInt(3) == 0 ? 2 + depth : 0)
            .with("bf_max_job_user_part", random.nextInt(4) == 0 ? 2 : 0)
            .with("bf_max_job_assoc", random.nextInt(4) == 0 ? 2 : 0)
            .with("bf_min_age_reserve", random.nextInt(3) == 0 ? random.nextInt(40) : 0)
            .with("bf_min_prio_reserve", random.nextInt(3) == 0 ? random.nextInt(900) : 0)
            .with("sched_max_job_start", random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0)
            .with("sched_min_interval", 1_000_000 * random.nextInt(5))
            .with("test-ms", takesTime ? 1 + random.nextInt(700) : 0)
            .with("bf_max_time", 1 + random.nextInt(5))
            .with("bf_yield_interval", 1 + random.nextInt(2_000_000))
            .with("bf_yield_sleep", 1 + random.nextInt(1_500_000))
            .with("bf_continue", random.nextBoolean());
    return shortest ? spec.with("order", "shortest") : spec;
  }

  /** With a resolution of a second, since the pool rounds what it holds of idle processors. */
  @Property(tries = 50, seed = "1")
  void oneCpuNodesAreAPool(@ForAll Random random) {
    int processors = 1 + random.nextInt(12);
    JobLog log = Sites.plainJobs(random, processors, 80);
    Spec spec =
        settings(random, random.nextBoolean()).with("bf_resolution", 1).with("reserve", "any");
    ClusterState pool = new ClusterState(processors);
    ClusterState nodes = new ClusterState(Machine.of(processors, NodeClass.of(1, 0)));
    assertThat(NodeRuns.starts(nodes, Policies.create(spec, nodes), log))
        .as(spec.toString())
        .isEqualTo(NodeRuns.starts(pool, Policies.create(spec, pool), log));
  }

  @Property(tries = 50, seed = "1")
  void noNodeGivesMoreThanItHasAndEveryPossibleJobRuns(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    Spec spec =
        settings(random, false)
            .with("reserve", random.nextBoolean() ? "any" : "nodes")
            .with("default_queue_depth", 100);
    NodeRuns.assertAllRunWithinTheMachine(
        machine, Sites.jobs(random, machine, 80), spec.toString());
  }

  @Property(tries = 50, seed = "1")
  void forksAndRestoredPoliciesContinueAlike(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    NodeRuns.assertForksAndRestoredPoliciesContinueAlike(
        machine,
        Sites.jobs(random, machine, 60),
        settings(random, random.nextInt(4) == 0).toString(),
        1 + random.nextInt(200));
  }
}
