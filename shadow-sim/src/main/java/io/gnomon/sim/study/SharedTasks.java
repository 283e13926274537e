package io.gnomon.sim.study;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Tasks that the thread which waits for them carries out itself, together with whoever helps. What
 * is small is done before a helper has woken up; what is large, all share.
 *
 * <p>Tasks begin in the order in which they are given. To be made by the thread that waits.
 */
public final class SharedTasks implements Executor {
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Thread owner = Thread.currentThread();
  private final Executor helpers;

  /**
   * No tasks yet.
   *
   * @param helpers runs what it is given on other threads, or at once
   */
  public SharedTasks(Executor helpers) {
    this.helpers = helpers;
  }

  /** Adds a task; safe to call from any thread, from within a task too. */
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
   * Carries out tasks until there is a result.
   *
   * @param work gives its tasks to the executor, now or later; completes with the result
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
        interrupted |= Thread.interrupted(); // it would not let the thread wait
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
