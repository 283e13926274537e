package io.gnomon.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Shortage;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One node with 8 CPUs, 64 MiB and 2 GPUs; two jobs that need most of its memory. */
class ResourceListenerTest {
  private static final Machine NODE =
      new Machine.Builder()
          .node("n", new NodeClass(8, 1, 64, Map.of("v100", 2), Set.of(), 1))
          .build();

  private static ResourceUse use(Request first, Request second) {
    JobLog log =
        JobLog.builder()
            .job(1, 0, 100, 100, first.cpus())
            .request(first)
            .job(2, 0, 100, 100, second.cpus())
            .request(second)
            .build();
    ClusterState state = new ClusterState(NODE);
    ResourceListener listener = new ResourceListener(log.size(), NODE, 0);
    new Simulation(
            state,
            Policies.create(Spec.parse("easy"), state),
            new LogArrivals(log, state),
            listener)
        .run();
    return listener.use();
  }

  @Test
  void theSecondJobWaitsForMemoryWhileCpusAreIdle() {
    Request twoCpus = new Request.Builder().tasks(2).memoryPerNode(48).build();
    ResourceUse use = use(twoCpus, twoCpus);
    // 2 of 8 CPUs and 48 of 64 MiB are in use for 200 s; the second job waits for 100 s
    assertThat(use.cpus()).isEqualTo(new ResourceUse.Shares(0.25, 0.75));
    assertThat(use.memory()).isEqualTo(new ResourceUse.Shares(0.75, 0.25));
    assertThat(use.gpus()).isEqualTo(new ResourceUse.Shares(0, 1));
    assertThat(use.waitedFor().get(Shortage.MEMORY)).isCloseTo(1, within(1e-9));
  }

  @Test
  void nothingIsIdleWhileJobsWaitIfNoneWaits() {
    Request gpu = new Request.Builder().tasks(1).gpusPerNode(Map.of("v100", 1)).build();
    ResourceUse use = use(gpu, gpu);
    assertThat(use.gpus().used()).isEqualTo(1);
    assertThat(use.gpus().idleWhileWaiting()).isNaN();
    assertThat(use.waitedFor()).isEmpty();
  }
}
