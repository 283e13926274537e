package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import java.util.stream.IntStream;

/** When running jobs are compared with limits on minutes, and which of them end then. */
final class LimitChecks implements TimeSource {
  /** How often slurmctld compares running jobs with their limits. */
  static final int SECONDS = 30;

  private static final int[] NO_JOBS = {};

  private final ClusterState state;

  LimitChecks(ClusterState state) {
    this.state = state;
  }

  /** Whether there are jobs that end when a limit on minutes has been used up. */
  boolean mayEndJobs() {
    return state.hasLimits() && state.limiting().mayEndJobs();
  }

  @Override
  public int nextTime(int now) {
    return mayEndJobs()
        ? (int) Math.min(Simulation.NEVER, (now / SECONDS + 1L) * SECONDS)
        : Simulation.NEVER;
  }

  /** The running jobs whose limit has been used up, at the time of a check. */
  int[] overrun() {
    if (!mayEndJobs() || state.now() % SECONDS != 0) {
      return NO_JOBS;
    }
    RunningSet running = state.running();
    return IntStream.range(0, running.size())
        .map(running::slot)
        .filter(slot -> state.limiting().overrun(slot) != null)
        .toArray();
  }
}
