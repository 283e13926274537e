package io.gnomon.controller.study;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The time of a {@link StudyPool}, which tests set by hand. Thread-safe. */
interface StudyClock extends AutoCloseable {
  /** Nanoseconds since any moment. */
  long nanos();

  /** Runs a task once after {@code nanos}; the future cancels it. */
  Future<?> schedule(Runnable task, long nanos);

  /** Drops all tasks. */
  @Override
  void close();

  /** The time of the system, with a thread of its own. */
  static StudyClock system() {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> StudyPool.daemon(task, "gnomon-study-clock"));
    return new StudyClock() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public Future<?> schedule(Runnable task, long nanos) {
        return timer.schedule(task, nanos, TimeUnit.NANOSECONDS);
      }

      @Override
      public void close() {
        timer.shutdownNow();
      }
    };
  }
}
