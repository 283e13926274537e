package io.gnomon.sim.policy.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.nodes.NodeJobs;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nodes of four CPUs, worked by hand. Main passes 3 s apart, backfill passes at 0, 30, 60, ... */
class NodeSlurmTest {
  private static final String EXACT = "slurm(bf_resolution=1s, end-window=0s)";
  private static final Machine TWO = Machine.of(2, NodeClass.of(4, 0));

  @Test
  void aReservationKeepsAllJobsOffItsNodes() {
    // 0: 2 CPUs of n0 until 100. 1 needs both nodes whole: from 100 on. Until then 2 CPUs of n0 and
    // n1 are free: 2 ends at 90 and starts at 30; 3 would run to 130 and starts after 1
    JobLog log =
        new NodeJobs()
            .job(0, 100, cpus(2).build())
            .job(1, 50, cpus(8).nodes(2, 2).build())
            .job(2, 60, cpus(4).build())
            .job(2, 100, cpus(2).build())
            .build();

    assertThat(starts(TWO, log, EXACT)).isEqualTo(Map.of(0, 0, 1, 100, 2, 30, 3, 150));
  }

  @Test
  void reservesWholeNodesWhereAJobNeedsAPart() {
    // 1 will have 3 of the 4 CPUs from 100 on. 2 would run from 30 to 140 on the other one, which
    // is
    // on a reserved node: the main scheduler starts it beside 1
    Machine one = Machine.of(1, NodeClass.of(4, 0));
    JobLog log =
        new NodeJobs()
            .job(0, 100, cpus(3).build())
            .job(1, 50, cpus(3).build())
            .job(2, 110, cpus(1).build())
            .build();

    assertThat(starts(one, log, EXACT)).isEqualTo(Map.of(0, 0, 1, 100, 2, 100));
  }

  @Test
  void theMainSchedulerKeepsTheNodesOfABlockedPartition() {
    // partition b overlaps a in n1. 1 blocks a, so that only n2 is left: 2, which needs two nodes,
    // blocks nothing, and 3 starts on n2, not on n1, which 1 has from 100 to 200
    Machine machine =
        new Machine.Builder()
            .node("n[0-2]", NodeClass.of(4, 0))
            .partition(partition("a", List.of("n0", "n1"), 2))
            .partition(partition("b", List.of("n1", "n2"), 1))
            .build();
    JobLog log =
        new NodeJobs()
            .job(0, 100, cpus(4).partitions(List.of("a")).build())
            .job(4, 100, cpus(8).nodes(2, 2).partitions(List.of("a")).build())
            .job(8, 100, cpus(8).nodes(2, 2).partitions(List.of("b")).build())
            .job(8, 100, cpus(4).partitions(List.of("b")).build())
            .build();

    assertThat(starts(machine, log, "slurm(scheduler=builtin)"))
        .isEqualTo(Map.of(0, 0, 1, 100, 2, 200, 3, 8));
  }

  @Test
  void aJobStartsInTheFirstOfItsPartitionsThatHasRoom() {
    Machine machine =
        new Machine.Builder()
            .node("n[0-1]", NodeClass.of(4, 0))
            .partition(partition("a", List.of("n0"), 2))
            .partition(partition("b", List.of("n1"), 1))
            .build();
    List<String> both = List.of("b", "a");
    JobLog log =
        new NodeJobs()
            .job(0, 100, cpus(4).partitions(both).build())
            .job(4, 100, cpus(4).partitions(both).build())
            .job(8, 100, cpus(4).partitions(both).build())
            .build();

    assertThat(starts(machine, log, "slurm(scheduler=builtin)"))
        .isEqualTo(Map.of(0, 0, 1, 4, 2, 100));
  }

  @Test
  void aJobForNodesThatAreDownBlocksNoOther() {
    ClusterState state = new ClusterState(TWO);
    state.setNode(1, NodeState.DRAINED);
    JobLog log =
        new NodeJobs()
            .job(0, 100, cpus(8).nodes(2, 2).build())
            .job(0, 100, cpus(4).build())
            .build();
    String spec = "slurm(scheduler=builtin)";

    assertThat(NodeRuns.starts(state, Policies.create(spec, state), log)).isEqualTo(Map.of(1, 0));
  }

  @Test
  void jobsStartAtTheFirstFullPassAfterAReservation() {
    // maintenance of n0 and n1 from 10 to 100; full passes at multiples of 60
    Machine machine =
        TWO.toBuilder()
            .reservation(new Reservation("maintenance", List.of("n0", "n1"), 10, 100))
            .build();
    JobLog log = new NodeJobs().job(0, 50, cpus(4).build()).build();

    assertThat(starts(machine, log, "slurm(scheduler=builtin)")).isEqualTo(Map.of(0, 120));
    assertThat(starts(machine, log, EXACT)).isEqualTo(Map.of(0, 120));
    assertThat(starts(machine, log, "slurm(bf_interval=25s)")).isEqualTo(Map.of(0, 100));
  }

  private static Request.Builder cpus(int count) {
    return new Request.Builder().tasks(count);
  }

  private static Partition partition(String name, List<String> nodes, int tier) {
    int none = Partition.UNLIMITED;
    return new Partition(name, nodes, none, none, 1, none, tier, false, 0, false, true);
  }

  private static Map<Integer, Integer> starts(Machine machine, JobLog log, String spec) {
    ClusterState state = new ClusterState(machine);
    return NodeRuns.starts(state, Policies.create(spec, state), log);
  }
}
