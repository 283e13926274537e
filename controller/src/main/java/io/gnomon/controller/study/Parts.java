package io.gnomon.controller.study;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The parts of one run: a bounded number of them is executed at a time, and none begins during a
 * pause. Thread-safe.
 */
final class Parts implements Executor {
  private final Executor workers;
  private final int most;
  private final Runnable changed;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int executing;
  private boolean paused;

  /**
   * Creates an executor without parts.
   *
   * @param workers executes the parts, each at once
   * @param most how many are executed at a time
   * @param changed called without a lock of this object when parts come or end, as long as there
   *     are fewer than {@code most}
   */
  Parts(Executor workers, int most, Runnable changed) {
    this.workers = workers;
    this.most = most;
    this.changed = changed;
  }

  @Override
  public void execute(Runnable part) {
    boolean more;
    synchronized (this) {
      more = open() < most;
      waiting.add(part);
      begin();
    }
    if (more) {
      changed.run();
    }
  }

  /** How many parts are executed or wait. */
  synchronized int open() {
    return executing + waiting.size();
  }

  /** Lets no part begin, or lets them begin again. */
  synchronized void pause(boolean whether) {
    paused = whether;
    begin();
  }

  private void begin() {
    while (!paused && executing < most && !waiting.isEmpty()) {
      Runnable part = waiting.element();
      workers.execute(() -> work(part)); // may fail to create a thread
      waiting.remove();
      executing++;
    }
  }

  /** Executes a part, and then others that wait, because another thread would cost more. */
  private void work(Runnable first) {
    Runnable part = first;
    while (part != null) {
      boolean returned = false;
      try {
        part.run();
        returned = true;
      } finally {
        if (!returned) {
          ended();
        }
      }
      part = next();
    }
  }

  private @Nullable Runnable next() {
    Runnable next;
    synchronized (this) {
      next = paused ? null : waiting.poll();
    }
    if (next == null) {
      ended();
    } else {
      reportIfFew();
    }
    return next;
  }

  private void ended() {
    synchronized (this) {
      executing--;
      begin();
    }
    reportIfFew();
  }

  private void reportIfFew() {
    if (open() < most) {
      changed.run();
    }
  }
}
