package io.gnomon.sim.cli;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that run studies beside the one that waits for them. They do not keep the process
 * alive.
 */
public final class StudyThreads implements Executor, AutoCloseable {
  private final ExecutorService pool;
  private final boolean alone;

  /**
   * Starts them.
   *
   * @param threads how many with the one that waits, which alone does it all where it is 1; 0 for
   *     one each core
   */
  public StudyThreads(int threads) {
    int all = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    alone = all == 1;
    int others = Math.max(1, all - 1);
    // whoever hands a task over wakes the thread that takes it; with the queue of a fixed pool
    // each thread would wake the next
    pool =
        new ThreadPoolExecutor(
            others,
            others,
            0,
            TimeUnit.SECONDS,
            new LinkedTransferQueue<>(),
            task -> {
              Thread thread = new Thread(task, "study");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public void execute(Runnable task) {
    if (alone) {
      task.run();
    } else {
      pool.execute(task);
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
