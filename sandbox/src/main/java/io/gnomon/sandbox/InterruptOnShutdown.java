package io.gnomon.sandbox;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets Ctrl-C end the thread that made it in good order: the thread is interrupted, and the process
 * stays until it has closed this, which it does last, or for 15 s.
 */
final class InterruptOnShutdown implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 15;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook;

  InterruptOnShutdown() {
    Thread worker = Thread.currentThread();
    hook = new Thread(() -> end(worker), "orderly-end");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end(Thread worker) {
    worker.interrupt();
    try {
      if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("gnomon demo: not everything could be closed in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    over.countDown();
    if (!hook.isAlive()) {
      withdraw();
    }
  }

  private void withdraw() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyEnding) {
      over.countDown();
    }
  }
}
