package io.gnomon.sim.policy.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.workload.JobLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Simulations of policies on nodes, and what is true of all of them. */
public final class NodeRuns {
  private NodeRuns() {}

  /**
   * Runs all jobs of a log and asserts that no node gives more than it has, that each job runs on
   * nodes with its features in a partition, and that every job runs that can.
   */
  public static void assertAllRunWithinTheMachine(Machine machine, JobLog log, String spec) {
    ClusterState state = new ClusterState(machine);
    Audit audit = new Audit(machine);
    new Simulation(state, Policies.create(spec, state), new LogArrivals(log, state), audit).run();
    assertThat(state.runningCount()).isZero();
    for (int slot = state.waiting().first();
        slot != ClusterState.NONE;
        slot = state.waiting().next(slot)) {
      assertThat(state.nodes().shape(slot).isPossible()).as(spec).isFalse();
    }
  }

  /**
   * Asserts that a fork, and a policy restored from a snapshot, continue like their origin.
   *
   * @param at time of the fork
   */
  public static void assertForksAndRestoredPoliciesContinueAlike(
      Machine machine, JobLog log, String spec, int at) {
    assertForksAndRestoredPoliciesContinueAlike(new ClusterState(machine), log, spec, at);
  }

  /** The same on an empty cluster. */
  public static void assertForksAndRestoredPoliciesContinueAlike(
      ClusterState state, JobLog log, String spec, int at) {
    Starts starts = new Starts();
    Simulation simulation =
        new Simulation(state, Policies.create(spec, state), new LogArrivals(log, state), starts);
    simulation.runUntil(at);
    Starts forked = new Starts();
    Starts restored = new Starts();
    Simulation fork = simulation.fork(forked);
    ClusterState copy = state.fork();
    SchedulingPolicy policy = Policies.create(spec, copy);
    policy.adopt(copy);
    policy.restore(simulation.policy().snapshot());
    Simulation other = Simulation.continuing(copy, policy, simulation.arrivals().fork(), restored);
    other.continueRuntimes(simulation::runtime);

    starts.times.clear();
    simulation.run();
    fork.run();
    other.run();

    assertThat(forked.times).isEqualTo(starts.times);
    assertThat(restored.times).isEqualTo(starts.times);
  }

  /** Asserts that the jobs start as under another policy. */
  public static void assertStartsLike(
      SchedulingPolicy other, Machine machine, JobLog log, String spec) {
    assertStartsLike(other, new ClusterState(machine), new ClusterState(machine), log, spec);
  }

  /** The same on two empty clusters, of which the other policy has the first. */
  public static void assertStartsLike(
      SchedulingPolicy other, ClusterState first, ClusterState second, JobLog log, String spec) {
    assertThat(starts(second, Policies.create(spec, second), log))
        .as(spec)
        .isEqualTo(starts(first, other, log));
  }

  /** Asserts that nodes of one CPU are scheduled like as many processors. */
  public static void assertOneCpuNodesAreAPool(int processors, JobLog log, List<String> specs) {
    for (String spec : specs) {
      ClusterState pool = new ClusterState(processors);
      ClusterState nodes = new ClusterState(Machine.of(processors, NodeClass.of(1, 0)));
      assertStartsLike(Policies.create(spec, pool), pool, nodes, log, spec);
    }
  }

  /** The start of each job by its number. */
  public static Map<Integer, Integer> starts(
      ClusterState state, SchedulingPolicy policy, JobLog log) {
    Starts starts = new Starts();
    new Simulation(state, policy, new LogArrivals(log, state), starts).run();
    return starts.times;
  }

  private static final class Starts implements SimulationListener {
    final Map<Integer, Integer> times = new HashMap<>();

    @Override
    public void started(ClusterState cluster, int slot) {
      times.put(cluster.job(slot), cluster.now());
    }
  }

  /** Adds up what is held on each node, apart from the state. */
  private static final class Audit implements SimulationListener {
    private final Machine machine;
    private final FreeResources free;
    private final Map<Integer, Placement> held = new HashMap<>();

    Audit(Machine machine) {
      this.machine = machine;
      free = new FreeResources(machine);
    }

    @Override
    public void started(ClusterState state, int slot) {
      Placement placement = state.nodes().placement(slot);
      held.put(state.job(slot), placement);
      free.take(placement);
      for (int i = 0; i < placement.size(); i++) {
        int node = placement.node(i);
        assertThat(free.cpus(node)).isNotNegative();
        assertThat(free.memory(node)).isNotNegative();
        assertThat(free.gpus(node)).isNotNegative();
        assertThat(
                state
                    .nodes()
                    .shape(slot)
                    .request()
                    .features()
                    .metBy(machine.nodeClass(node).features()))
            .isTrue();
        assertThat(machine.partitions().get(placement.partition()).nodes())
            .contains(machine.name(node));
      }
    }

    @Override
    public void finished(ClusterState state, int slot) {
      free.give(held.remove(state.job(slot)));
    }
  }
}
