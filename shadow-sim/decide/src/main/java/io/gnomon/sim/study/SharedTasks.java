package io.gnomon.sim.study;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * An executor whose owner thread runs the tasks itself, together with helper threads. A small
 * amount of work finishes before a helper wakes up; all threads share a large one.
 *
 * <p>Tasks start in the order of submission. Create an instance in the thread that calls {@link
 * #await}.
 */
public final class SharedTasks implements Executor {
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Thread owner = Thread.currentThread();
  private final Executor helpers;

  /**
   * An executor without tasks.
   *
   * @param helpers runs tasks on other threads, or at once in the calling thread
   */
  public SharedTasks(Executor helpers) {
    this.helpers = helpers;
  }

  /** Adds a task. Thread-safe; a task may add tasks. */
  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    LockSupport.unpark(owner);
    helpers.execute(this::help);
  }

  private void help() {
    Runnable task = tasks.poll();
    if (task != null) {
      task.run();
    }
  }

  /**
   * Runs tasks until the result is available.
   *
   * @param work submits its tasks to this executor, at once or later, and completes with the result
   * @throws CompletionException with what a task threw
   */
  public <T> T await(Function<Executor, CompletableFuture<T>> work) {
    CompletableFuture<T> result = work.apply(this);
    result.whenComplete((value, failure) -> LockSupport.unpark(owner));
    boolean interrupted = false;
    while (!result.isDone()) {
      Runnable task = tasks.poll();
      if (task == null) {
        LockSupport.park(this);
        // park() returns at once while the thread is interrupted
        interrupted |= Thread.interrupted();
      } else {
        task.run();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return result.join();
  }
}
