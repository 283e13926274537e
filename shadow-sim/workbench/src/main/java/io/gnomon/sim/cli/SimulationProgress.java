package io.gnomon.sim.cli;

import io.gnomon.commandline.Progress;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.workload.JobLog;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Shows how far a running simulation is, as the fraction of the log's time span that has passed. A
 * thread reads the simulated time without synchronisation, which costs the simulation nothing; a
 * stale value only delays the display.
 */
final class SimulationProgress implements AutoCloseable {
  private static final long INTERVAL_MILLIS = 200;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
          });

  SimulationProgress(Progress progress, String name, ClusterState state, JobLog log) {
    double end = Math.max(1, log.submit(log.size() - 1));
    timer.scheduleAtFixedRate(
        () -> progress.show(name, Math.min(1, state.now() / end)),
        INTERVAL_MILLIS,
        INTERVAL_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
