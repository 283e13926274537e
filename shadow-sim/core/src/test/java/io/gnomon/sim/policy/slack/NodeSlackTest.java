package io.gnomon.sim.policy.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.nodes.NodeJobs;
import io.gnomon.sim.policy.nodes.NodeRuns;
import io.gnomon.sim.workload.JobLog;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two nodes of four CPUs; an average wait of 100 s. */
class NodeSlackTest {
  private static final Request ONE_NODE = new Request.Builder().nodes(1, 1).tasks(4).build();
  private static final Request BOTH_NODES =
      new Request.Builder().nodes(2, 2).tasks(8).tasksPerNode(4).build();

  // Job 0 holds one node until 100. Job 1 (both nodes, 50 s) is scheduled at 100, to wait 99 s: its
  // scheduler priority is 99/200, its priority a third of that, 0.165. Its slack with factor 3 is
  // (1 - 0.165) x 3 x 100 = 250 s.
  // Job 2 (one node, at 2) fits on the other node but runs beyond 100. Its wait behind job 1 would
  // be 148 s, at the price of 148 x 4 = 592.
  private static Map<Integer, Integer> starts(int secondsOfTheLast) {
    JobLog log =
        new NodeJobs()
            .job(0, 100, ONE_NODE)
            .job(1, 50, BOTH_NODES)
            .job(2, secondsOfTheLast, ONE_NODE)
            .build();
    ClusterState state = new ClusterState(Machine.of(2, NodeClass.of(4, 0)));
    return NodeRuns.starts(state, Policies.create("slack(average-wait=100s)", state), log);
  }

  @Test
  void aJobIsDelayedOnItsNodesIfThatIsCheaper() {
    // for 130 s, job 2 delays job 1 by 32 s: 8 x 32 x (0.165 / (0.5/3)) x (250/250) = 253
    assertThat(starts(130)).containsEntry(2, 2).containsEntry(1, 132);
  }

  @Test
  void aDelayMoreExpensiveThanTheWaitIsNotMade() {
    // for 200 s, job 2 would delay job 1 by 102 s: 8 x 102 x 0.99 = 808
    assertThat(starts(200)).containsEntry(1, 100).containsEntry(2, 150);
  }
}
