package io.gnomon.sandbox;

import java.util.ArrayDeque;

/**
 * Opened resources that are closed in reverse order. Each one is closed even if another throws; the
 * first exception is thrown with the others as suppressed. An interrupt does not interrupt closing,
 * but stays set. Not thread-safe.
 */
public final class ResourceStack implements AutoCloseable {
  private final ArrayDeque<AutoCloseable> resources = new ArrayDeque<>();

  /** Creates an empty stack. */
  public ResourceStack() {}

  /** Adds a resource, which is closed before those added earlier, and returns it. */
  public <T extends AutoCloseable> T add(T resource) {
    resources.push(resource);
    return resource;
  }

  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    IllegalStateException problems = null;
    while (!resources.isEmpty()) {
      try {
        resources.pop().close();
      } catch (Exception e) { // the declared type of AutoCloseable.close
        problems = problems == null ? new IllegalStateException("closing failed: " + e) : problems;
        problems.addSuppressed(e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (problems != null) {
      throw problems;
    }
  }
}
