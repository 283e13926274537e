package io.gnomon.benchmarks;

import com.sun.management.ThreadMXBean;
import io.gnomon.sim.cluster.ClusterState;
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
    ClusterState[] last = {state};
    double seconds = Rounds.medians(rounds, List.of(() -> last[0] = state.fork()))[0];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    last[0] = state.fork();
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    if (last[0].hash() != state.hash()) {
      throw new IllegalStateException("the fork differs from its origin");
    }
    return new ForkCost(seconds, (double) bytes / jobs, (double) resident / jobs);
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
}
