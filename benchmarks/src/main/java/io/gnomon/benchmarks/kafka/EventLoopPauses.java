package io.gnomon.benchmarks.kafka;

import io.gnomon.controller.Controller;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The pauses of a controller's event loop, seen by tasks that arrive every millisecond from a
 * thread of their own.
 */
final class EventLoopPauses implements AutoCloseable {
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final AtomicLong longestWait = new AtomicLong();
  private final AtomicLong longestWork = new AtomicLong();
  private final AtomicLong formerCpu = new AtomicLong(Long.MAX_VALUE);

  EventLoopPauses(Controller controller) {
    thread.scheduleWithFixedDelay(
        () -> {
          long asked = System.nanoTime();
          controller.ask(one -> record(asked));
        },
        0,
        1,
        TimeUnit.MILLISECONDS);
  }

  private long record(long asked) {
    long cpu = threads.getCurrentThreadCpuTime();
    longestWork.accumulateAndGet(cpu - formerCpu.getAndSet(cpu), Math::max);
    return longestWait.accumulateAndGet(System.nanoTime() - asked, Math::max);
  }

  /** Returns the pauses since the last call. */
  Pauses take() {
    return new Pauses(longestWait.getAndSet(0) / 1e6, longestWork.getAndSet(0) / 1e6);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
