package io.gnomon.sim.policy.nodes.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.policy.nodes.Sites;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class NodeConservativeProperties {
  private static final int NONE = -1;

  @Property(tries = 60, seed = "1")
  void startsJobsLikeThePlainVersion(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    assertPlain(random, machine, Sites.jobs(random, machine, 80), NONE);
  }

  /** Some nodes are only given whole, so that they are planned by number. */
  @Property(tries = 50, seed = "1")
  void plansWholeNodesByNumber(@ForAll Random random) {
    Machine machine = Sites.withWholeNodes(Sites.machine(random, false));
    JobLog log = Sites.jobs(random, machine, 80);
    assertPlain(random, machine, log, machine.classOf(machine.node("w1")));
  }

  private static void assertPlain(Random random, Machine machine, JobLog log, int wholeClass) {
    boolean guarantee = random.nextInt(4) > 0;
    boolean shortest = random.nextInt(3) == 0;
    String spec = "conservative(guarantee=" + guarantee + (shortest ? ", order=shortest)" : ")");
    NodeRuns.assertStartsLike(
        new PlainNodeConservative(guarantee, shortest, wholeClass), machine, log, spec);
  }

  @Property(tries = 60, seed = "1")
  void oneCpuNodesAreAPool(@ForAll Random random) {
    int processors = 1 + random.nextInt(12);
    JobLog log = Sites.plainJobs(random, processors, 80);
    NodeRuns.assertOneCpuNodesAreAPool(
        processors,
        log,
        List.of(
            "conservative",
            "conservative(order=shortest)",
            "conservative(guarantee=false)",
            "conservative(guarantee=false, order=smallest)"));
  }

  @Property(tries = 50, seed = "1")
  void noGuaranteedStartIsEverDelayed(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log =
        new Preparation(machine.cpus(), OverrunRule.KNOWN)
            .prepare(Sites.jobs(random, machine, 80))
            .log();
    ClusterState state = new ClusterState(machine);
    NodeConservative policy =
        (NodeConservative)
            Policies.create(
                random.nextBoolean() ? "conservative" : "conservative(order=random)", state);
    Simulation simulation =
        new Simulation(state, policy, new LogArrivals(log, state), new SimulationListener() {});
    Map<Integer, Integer> promised = new HashMap<>();
    while (simulation.step()) {
      for (int slot = state.waiting().first();
          slot != ClusterState.NONE;
          slot = state.waiting().next(slot)) {
        int guarantee = policy.guarantee(slot);
        assertThat(guarantee)
            .isGreaterThan(state.now())
            .isLessThanOrEqualTo(promised.getOrDefault(state.job(slot), SchedulingPolicy.NEVER));
        assertThat(guarantee == SchedulingPolicy.NEVER)
            .isEqualTo(!state.nodes().shape(slot).isPossible());
        promised.put(state.job(slot), guarantee);
      }
    }
    assertThat(state.runningCount()).isZero();
  }

  /** A fork, and a restored policy, continue like the original. */
  @Property(tries = 60, seed = "1")
  void forksAndRestoredPoliciesContinueAlike(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 60);
    NodeRuns.assertForksAndRestoredPoliciesContinueAlike(
        machine, log, "conservative", 1 + random.nextInt(200));
  }
}
