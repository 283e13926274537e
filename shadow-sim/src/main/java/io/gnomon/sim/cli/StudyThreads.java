package io.gnomon.sim.cli;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads that run studies. */
final class StudyThreads {
  private StudyThreads() {}

  /**
   * Starts a pool of threads that do not keep the process alive.
   *
   * @param threads how many; 0 for one each core
   */
  static ExecutorService pool(int threads) {
    return Executors.newFixedThreadPool(
        threads > 0 ? threads : Runtime.getRuntime().availableProcessors(),
        task -> {
          Thread thread = new Thread(task, "study");
          thread.setDaemon(true);
          return thread;
        });
  }
}
