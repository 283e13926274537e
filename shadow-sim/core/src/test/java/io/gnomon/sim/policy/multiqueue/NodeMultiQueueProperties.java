package io.gnomon.sim.policy.multiqueue;

import static io.gnomon.sim.policy.nodes.NodeRuns.starts;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.policy.nodes.Sites;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class NodeMultiQueueProperties {
  private static final List<Criteria> QUEUES =
      List.of(Criteria.of(100), Criteria.of(15, 300), Criteria.of(8, 20, 300));

  @Property(tries = 60, seed = "1")
  void startsJobsLikeThePlainVersion(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 80);
    Criteria criteria = QUEUES.get(random.nextInt(QUEUES.size()));
    NodeRuns.assertStartsLike(
        new PlainNodeMultiQueue(criteria), machine, log, fixed(criteria).toString());
  }

  @Property(tries = 60, seed = "1")
  void oneCpuNodesAreAPool(@ForAll Random random) {
    int processors = 1 + random.nextInt(12);
    JobLog log = Sites.plainJobs(random, processors, 80);
    int queues = 1 + random.nextInt(5);
    NodeRuns.assertOneCpuNodesAreAPool(
        processors,
        log,
        List.of(
            fixed(Criteria.uniform(queues, 60)).toString(),
            "multi-queue(partitions=" + queues + ")"));
  }

  /** As on a pool. Several partitions of the cluster may have their first jobs in another order. */
  @Property(tries = 50, seed = "1")
  void oneQueueInOnePartitionIsEasy(@ForAll Random random) {
    Machine machine = onePartition(Sites.machine(random, random.nextBoolean()));
    JobLog log = Sites.jobs(random, machine, 80);
    ClusterState one = new ClusterState(machine);
    ClusterState easy = new ClusterState(machine);
    assertThat(starts(one, Policies.create("multi-queue(partitions=1)", one), log))
        .isEqualTo(starts(easy, Policies.create("easy", easy), log));
  }

  /**
   * The first pivot starts no later than if no other job started after it had become the first, as
   * long as no job exceeds its estimate.
   */
  @Property(tries = 50, seed = "1")
  void theFirstReservationIsNeverDelayed(@ForAll Random random) {
    Machine machine = onePartition(Sites.machine(random, false));
    JobLog log =
        new Preparation(machine.cpus(), OverrunRule.KNOWN)
            .prepare(Sites.jobs(random, machine, 80))
            .log();
    ClusterState state = new ClusterState(machine);
    SchedulingPolicy policy =
        Policies.create(fixed(QUEUES.get(random.nextInt(QUEUES.size()))), state);
    Map<Integer, Integer> promised = new HashMap<>();
    Simulation simulation =
        new Simulation(
            state,
            policy,
            new LogArrivals(log, state),
            new SimulationListener() {
              @Override
              public void started(ClusterState cluster, int slot) {
                assertThat(cluster.now())
                    .isLessThanOrEqualTo(
                        promised.getOrDefault(cluster.job(slot), SchedulingPolicy.NEVER));
              }
            });
    while (simulation.step()) {
      int[] reserved = policy.snapshot().getInts("reserved");
      if (reserved.length > 0) {
        int slot = state.slotsByJob().get(reserved[0]);
        promised.putIfAbsent(reserved[0], startIfNoOtherJobStarts(state, slot));
      }
    }
    Assume.that(!promised.isEmpty()); // rarely, no job ever waits
  }

  private static int startIfNoOtherJobStarts(ClusterState state, int slot) {
    ConsTres rules = new ConsTres(state.nodes().machine());
    FreeResources free = state.nodes().free().copy();
    int time = state.now();
    for (int i = 0; !rules.fits(state.nodes().shape(slot), free); i++) {
      free.give(state.nodes().placement(state.running().slot(i)));
      time = Math.max(state.now() + 1, state.running().end(i));
    }
    return time;
  }

  @Property(tries = 50, seed = "1")
  void noNodeGivesMoreThanItHasAndEveryPossibleJobRuns(@ForAll Random random) {
    Machine machine = Sites.withWholeNodes(Sites.machine(random, random.nextBoolean()));
    JobLog log = Sites.jobs(random, machine, 80);
    NodeRuns.assertAllRunWithinTheMachine(machine, log, "multi-queue(partitions=3)");
  }

  @Property(tries = 60, seed = "1")
  void forksAndRestoredPoliciesContinueAlike(@ForAll Random random) {
    Machine machine = Sites.withWholeNodes(Sites.machine(random, random.nextBoolean()));
    JobLog log = Sites.jobs(random, machine, 60);
    String spec = fixed(QUEUES.get(random.nextInt(QUEUES.size()))).toString();
    NodeRuns.assertForksAndRestoredPoliciesContinueAlike(
        machine, log, spec, 1 + random.nextInt(200));
  }

  private static Machine onePartition(Machine machine) {
    Machine.Builder builder = new Machine.Builder();
    for (int node = 0; node < machine.nodes(); node++) {
      builder.node(machine.name(node), machine.nodeClass(node));
    }
    machine.reservations().forEach(builder::reservation);
    return builder.build();
  }

  private static Spec fixed(Criteria criteria) {
    return Spec.of("multi-queue")
        .with("partitions", criteria.partitions())
        .with("boundaries", criteria)
        .with("criteria", "fixed");
  }
}
