package io.gnomon.benchmarks;

import com.sun.management.ThreadMXBean;
import io.gnomon.benchmarks.workload.SteadyRequests;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placement;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.openjdk.jol.info.GraphLayout;

/**
 * The measured cost of {@link ClusterState#fork()}.
 *
 * @param seconds median duration of a fork
 * @param bytesPerJob bytes that a fork allocates, per active job
 * @param residentBytesPerJob bytes that the state itself occupies, per active job
 */
public record ForkCost(double seconds, double bytesPerJob, double residentBytesPerJob) {
  private static final int RUNNING_SHARE = 10;

  /** Measures forks of a state with {@code jobs} active jobs, one in ten of them running. */
  static ForkCost of(int jobs, int rounds) {
    ClusterState state = state(jobs);
    long resident = GraphLayout.parseInstance(state).totalSize();
    double seconds = seconds(state, rounds);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    ClusterState fork = state.fork();
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    if (fork.hash() != state.hash()) {
      throw new IllegalStateException("the fork differs from its origin");
    }
    return new ForkCost(seconds, (double) bytes / jobs, (double) resident / jobs);
  }

  /** The median duration of a fork of such a state on {@code nodes} nodes, in seconds. */
  static double secondsOnNodes(int jobs, int nodes, int rounds) {
    return seconds(stateOnNodes(jobs, nodes), rounds);
  }

  private static double seconds(ClusterState state, int rounds) {
    ClusterState[] last = {state};
    return Rounds.medians(rounds, List.of(() -> last[0] = state.fork()))[0];
  }

  /** A state with {@code jobs} active jobs, one in ten of them running. */
  public static ClusterState state(int jobs) {
    int running = jobs / RUNNING_SHARE;
    ClusterState state = new ClusterState(running);
    for (int job = 0; job < jobs; job++) {
      int slot = state.submit(job, 0, 1, 1 + job % 86_400);
      if (job < running) {
        state.start(slot);
      }
    }
    return state;
  }

  /** The same on nodes, with jobs of 100 shapes. */
  private static ClusterState stateOnNodes(int jobs, int nodes) {
    Machine machine = SteadyRequests.machine(nodes);
    ClusterState state = new ClusterState(machine);
    ConsTres placer = new ConsTres(machine);
    SteadyRequests requests = new SteadyRequests(state.nodes().shapes(), jobs);
    Arrival arrival = new Arrival();
    int running = 0;
    while (requests.nextTime() == 0) {
      requests.take(arrival);
      int slot = state.submitShape(arrival.job, 0, arrival.shape, arrival.estimate);
      Placement placement = placer.place(state.nodes().shape(slot), state.nodes().free());
      if (placement != null && running < jobs / RUNNING_SHARE) {
        running++;
        state.start(slot, placement);
      }
    }
    return state;
  }
}
