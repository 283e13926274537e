package io.gnomon.controller.study;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A clock that goes on when a test says so, and runs what is due by then in order. */
final class ManualClock implements StudyClock {
  private record Task(long at, long number, Runnable task, Future<?> future) {}

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::number));
  private long now;
  private long number;

  void advance(Duration by) {
    long until = nanos() + by.toNanos();
    for (Task due = next(until); due != null; due = next(until)) {
      if (!due.future().isCancelled()) {
        due.task().run();
      }
    }
  }

  private synchronized @Nullable Task next(long until) {
    if (tasks.isEmpty() || tasks.element().at() > until) {
      now = until;
      return null;
    }
    now = Math.max(now, tasks.element().at());
    return tasks.remove();
  }

  @Override
  public synchronized long nanos() {
    return now;
  }

  @Override
  public synchronized Future<?> schedule(Runnable task, long nanos) {
    Future<?> future = new CompletableFuture<>();
    tasks.add(new Task(now + nanos, number++, task, future));
    return future;
  }

  @Override
  public synchronized void close() {
    tasks.clear();
  }
}
