package io.gnomon.bridge;

import io.gnomon.events.GnomonEvent;

/** Publishes the events of a cluster, in order and without duplicates. */
public interface EventSink {
  /**
   * Accepts an event, which may be written later. If a write fails, the next call of a method of
   * this interface throws.
   */
  void send(GnomonEvent event);

  /** Returns when all accepted events have been written. */
  void flush();
}
