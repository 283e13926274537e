package io.gnomon.sim.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Daemon threads that run studies next to the thread that waits for the results. */
public final class StudyThreads implements Executor, AutoCloseable {
  private final ExecutorService pool;
  private final boolean alone;

  /**
   * Starts the threads.
   *
   * @param threads including the one that waits; with 1 that thread runs everything itself, 0 means
   *     one per core
   */
  public StudyThreads(int threads) {
    int all = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    alone = all == 1;
    int others = Math.max(1, all - 1);
    // with this queue the submitting thread wakes the thread that takes a task; with the queue of
    // a fixed pool each thread would wake the next one
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
