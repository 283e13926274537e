package io.gnomon.bridge;

import io.gnomon.events.GnomonEvent;

/** Where a runner's events go, in order and none twice. */
public interface EventSink {
  /**
   * Hands over an event. It may be written later; a write that fails makes the next call, or {@link
   * #flush}, throw.
   */
  void send(GnomonEvent event);

  /** Returns once everything handed over has been written. */
  void flush();
}
