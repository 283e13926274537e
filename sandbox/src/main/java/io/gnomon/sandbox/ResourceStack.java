package io.gnomon.sandbox;

import java.util.ArrayDeque;

/** What has been opened so far, to be closed in reverse order, each whatever the others throw. */
public final class ResourceStack implements AutoCloseable {
  private final ArrayDeque<AutoCloseable> resources = new ArrayDeque<>();

  /** Nothing yet. */
  public ResourceStack() {}

  /** Has {@code resource} closed before all that were opened earlier. */
  public <T extends AutoCloseable> T add(T resource) {
    resources.push(resource);
    return resource;
  }

  @Override
  public void close() {
    IllegalStateException problems = null;
    while (!resources.isEmpty()) {
      try {
        resources.pop().close();
      } catch (Exception e) { // the declared type of AutoCloseable.close
        problems = problems == null ? new IllegalStateException("closing failed: " + e) : problems;
        problems.addSuppressed(e);
      }
    }
    if (problems != null) {
      throw problems;
    }
  }
}
