package io.gnomon.sim.engine;

import java.util.concurrent.CancellationException;

/**
 * Ends or pauses simulations that run on other threads. A simulation obeys at its checkpoints, of
 * which there is one before each event. A pause does not change the result. Thread-safe.
 */
public final class RunControl {
  private volatile boolean interfering; // so that a checkpoint costs one read in most cases
  private boolean cancelled;
  private boolean paused;
  private Runnable onCancel = () -> {};

  /** Ends the simulations at their next checkpoint, without a result. */
  public void cancel() {
    Runnable action;
    synchronized (this) {
      cancelled = true;
      changed();
      action = onCancel;
    }
    action.run();
  }

  /** Sets what {@link #cancel} calls in its thread, at once if it was called before. */
  public void onCancel(Runnable action) {
    boolean late;
    synchronized (this) {
      onCancel = action;
      late = cancelled;
    }
    if (late) {
      action.run();
    }
  }

  /** Pauses the simulations at their next checkpoint, or lets them go on. */
  public synchronized void pause(boolean whether) {
    paused = whether;
    changed();
  }

  private void changed() {
    interfering = cancelled || paused;
    notifyAll();
  }

  /**
   * Waits while the simulations are paused.
   *
   * @throws CancellationException if they are cancelled, or the thread is interrupted meanwhile
   */
  public void checkpoint() {
    if (interfering) {
      await();
    }
  }

  private synchronized void await() {
    try {
      while (paused && !cancelled) {
        wait();
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      cancelled = true;
      changed();
    }
    if (cancelled) {
      throw new CancellationException("the simulation was cancelled");
    }
  }
}
