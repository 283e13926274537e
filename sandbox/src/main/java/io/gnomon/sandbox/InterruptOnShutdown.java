package io.gnomon.sandbox;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A shutdown hook for an orderly end on Ctrl-C: it interrupts the thread that created it and delays
 * the end of the process until this object is closed, at most 15 s.
 */
public final class InterruptOnShutdown implements AutoCloseable {
  private static final int LIMIT_SECONDS = 15;

  private final CountDownLatch over = new CountDownLatch(1);
  private final String command;
  private final Thread hook;

  /** Adds the hook; {@code command} is the name of the command in error messages. */
  public InterruptOnShutdown(String command) {
    this.command = command;
    Thread worker = Thread.currentThread();
    hook = new Thread(() -> end(worker), "interrupt-on-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end(Thread worker) {
    worker.interrupt();
    try {
      if (!over.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        System.err.println(command + ": not all resources could be closed within 15 s");
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
