package io.gnomon.sim.policy.multiqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.nodes.NodeJobs;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeMultiQueueTest {
  private static final String TWO =
      "multi-queue(partitions=2, boundaries=100/1000, criteria=fixed)";

  @Test
  void aReservationHoldsTheMemoryOfItsNode() {
    // two nodes of 4 CPUs and 10 MiB; queues: short (under 100 s) and long
    //   job 0, long, 1 CPU and 8 MiB on node 0 from 0 to 500
    //   job 1, long, 1 CPU and 8 MiB on node 1 from 0 to 400
    //   job 2, long, 1 CPU and 10 MiB, pivot of the long queue: node 1 from 400 on
    //   job 3, short, 1 CPU and 9 MiB, pivot of the short queue: node 0 from 500 on
    //   job 4, long, 1 CPU and 2 MiB, 300 s: ends at 304, before node 1 is reserved; node 0 has
    //          as many free CPUs, and comes first
    //   job 5, long, 1 CPU and 2 MiB, 600 s: CPUs are free, but the memory that is free on both
    //          nodes is reserved for jobs 2 and 3; it starts when job 3 ends, at 590, on node 0
    Machine machine = Machine.of(2, NodeClass.of(4, 10));
    JobLog log =
        new NodeJobs()
            .job(0, 500, withMemory(8))
            .job(0, 400, withMemory(8))
            .job(1, 900, withMemory(10))
            .job(2, 90, withMemory(9))
            .job(4, 300, withMemory(2))
            .job(5, 600, withMemory(2))
            .build();
    ClusterState state = new ClusterState(machine);

    assertThat(NodeRuns.starts(state, Policies.create(TWO, state), log))
        .isEqualTo(Map.of(0, 0, 1, 0, 2, 400, 3, 500, 4, 4, 5, 590));
  }

  @Test
  void partitionCountsAreAlternativesOnNodes() {
    ClusterState state = new ClusterState(Machine.of(2, NodeClass.of(4, 10)));
    SchedulingPolicy incumbent = Policies.create("multi-queue(partitions=2)", state);
    incumbent.adopt(state);
    RecordedJobs none = RecordedJobs.NONE;

    List<Spec> alternatives =
        SearchSpace.partitions(4)
            .alternatives(incumbent, none, spec -> Policies.canSchedule(spec, state));

    assertThat(alternatives)
        .extracting(spec -> spec.parameters().get("partitions"))
        .containsExactly("1", "3", "4");
  }

  private static Request withMemory(int mebibytes) {
    return new Request.Builder().tasks(1).memoryPerNode(mebibytes).build();
  }
}
