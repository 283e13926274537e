package io.gnomon.sim.policy.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.FreeResources;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.workload.JobLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class NodeEasyProperties {
  private static final List<String> SPECS =
      List.of(
          "fcfs",
          "easy",
          "easy(order=shortest)",
          "easy(order=shortest, head=order)",
          "easy(order=shortest, head=none)");

  @Property(tries = 100)
  void startsJobsLikeThePlainVersion(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 80);
    for (String spec : SPECS) {
      ClusterState fast = new ClusterState(machine);
      ClusterState plain = new ClusterState(machine);
      assertThat(starts(fast, Policies.create(spec, fast), log))
          .as(spec)
          .isEqualTo(starts(plain, plain(spec), log));
    }
  }

  private static SchedulingPolicy plain(String spec) {
    HeadSelection head =
        spec.contains("head=order")
            ? HeadSelection.ORDER
            : spec.contains("head=none") ? HeadSelection.NONE : HeadSelection.ARRIVAL;
    return new PlainNodeEasy(
        !spec.equals("fcfs"), head, estimate -> spec.contains("shortest") ? estimate : 0);
  }

  @Property(tries = 100)
  void oneCpuNodesAreAPool(@ForAll Random random) {
    int processors = 1 + random.nextInt(12);
    JobLog log = Sites.plainJobs(random, processors, 80);
    for (String spec : SPECS) {
      ClusterState pool = new ClusterState(processors);
      ClusterState nodes = new ClusterState(Machine.of(processors, NodeClass.of(1, 0)));
      assertThat(starts(nodes, Policies.create(spec, nodes), log))
          .as(spec)
          .isEqualTo(starts(pool, Policies.create(spec, pool), log));
    }
  }

  @Property(tries = 50)
  void noNodeGivesMoreThanItHasAndEveryPossibleJobRuns(@ForAll Random random) {
    Machine machine = Sites.machine(random, false);
    JobLog log = Sites.jobs(random, machine, 80);
    for (String spec : SPECS) {
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

  private static Map<Integer, Integer> starts(
      ClusterState state, SchedulingPolicy policy, JobLog log) {
    Map<Integer, Integer> starts = new HashMap<>();
    new Simulation(
            state,
            policy,
            new LogArrivals(log, state),
            new SimulationListener() {
              @Override
              public void started(ClusterState cluster, int slot) {
                starts.put(cluster.job(slot), cluster.now());
              }
            })
        .run();
    return starts;
  }
}
