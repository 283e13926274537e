package io.gnomon.sim.policy.nodes.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two nodes with 4 CPUs each, the first with 10 MiB and the second with 100, worked by hand. */
class NodeConservativeTest {
  private static final Machine TWO =
      new Machine.Builder()
          .node("a", new NodeClass(4, 1, 10, Map.of(), Set.of(), 1))
          .node("b", new NodeClass(4, 1, 100, Map.of(), Set.of(), 2))
          .build();

  // job  submit  CPUs  MiB  estimate
  //   1       0     4         100     node a, starts at 0
  //   2       0     3   50    100     node b, the only one with 50 MiB: starts at 0
  //   3       1     2   50     50     node b has 1 CPU until 100: guaranteed 100 on b
  //   4       2     4          60     a is free at 100, b only at 150: guaranteed 100 on a
  //   5       3     1          97     3 + 97 = 100: starts on b at 3
  //   6       4     3          10     a is free at 160, b has 2 CPUs from 100 to 150: 150 on b
  private static JobLog six(int runtimeOfTheFirst) {
    JobLogBuilder log = JobLog.builder();
    add(log, 1, 0, runtimeOfTheFirst, 100, 4, 0);
    add(log, 2, 0, 100, 100, 3, 50);
    add(log, 3, 1, 50, 50, 2, 50);
    add(log, 4, 2, 60, 60, 4, 0);
    add(log, 5, 3, 97, 97, 1, 0);
    add(log, 6, 4, 10, 10, 3, 0);
    return log.build();
  }

  private static void add(
      JobLogBuilder log, int job, int submit, int runtime, int estimate, int cpus, int memory) {
    log.job(job, submit, runtime, estimate, cpus);
    log.request(new Request.Builder().nodes(1, 1).tasks(cpus).memoryPerNode(memory).build());
  }

  @Test
  void everyJobStartsWhenItWasGuaranteedTo() {
    assertThat(starts(six(100)).values()).containsExactly(0, 0, 100, 100, 3, 150);
  }

  @Test
  void anEarlyEndMovesOnlyJobsThatCanUseTheNode() {
    // node a is free at 40: job 3 has too little memory there, job 4 moves to 40, job 6 to 100
    assertThat(starts(six(40)).values()).containsExactly(0, 0, 100, 40, 3, 100);
  }

  @Test
  void jobsOfALostNodeGetNewGuaranteesAfterTheOldOnes() {
    ClusterState state = new ClusterState(TWO);
    NodeConservative policy = (NodeConservative) Policies.create("conservative", state);
    Simulation simulation =
        new Simulation(
            state, policy, new LogArrivals(six(100), state), new SimulationListener() {});
    simulation.runUntil(5);
    state.setNode(0, NodeState.DRAINED);
    simulation.pass();

    // b: job 3 from 100 to 150, then all of it for job 4 until 210, then job 6
    assertThat(state.waiting().size()).isEqualTo(3);
    int third = state.waiting().first();
    int fourth = state.waiting().next(third);
    assertThat(policy.guarantee(third)).isEqualTo(100);
    assertThat(policy.guarantee(fourth)).isEqualTo(150);
    assertThat(policy.guarantee(state.waiting().next(fourth))).isEqualTo(210);
  }

  @Test
  void refusesStagesThatCountProcessors() {
    assertThatThrownBy(
            () ->
                Policies.create(
                    "conservative(guarantee=false, mold=half, order=shortest)",
                    new ClusterState(TWO)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageEndingWith("nearest legal form: conservative(guarantee=false, order=shortest)");
  }

  private static Map<Integer, Integer> starts(JobLog log) {
    ClusterState state = new ClusterState(TWO);
    return new TreeMap<>(NodeRuns.starts(state, Policies.create("conservative", state), log));
  }
}
