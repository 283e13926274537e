package io.gnomon.controller.study;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

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
   * No parts.
   *
   * @param workers executes the parts, each at once
   * @param most how many are executed at a time
   * @param changed called when parts come or end, without a lock of this object
   */
  Parts(Executor workers, int most, Runnable changed) {
    this.workers = workers;
    this.most = most;
    this.changed = changed;
  }

  @Override
  public void execute(Runnable part) {
    synchronized (this) {
      waiting.add(part);
      begin();
    }
    changed.run();
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
      Runnable part = waiting.remove();
      executing++;
      workers.execute(() -> execute(part, this));
    }
  }

  private static void execute(Runnable part, Parts parts) {
    try {
      part.run();
    } finally {
      parts.ended();
    }
  }

  private void ended() {
    synchronized (this) {
      executing--;
      begin();
    }
    changed.run();
  }
}
