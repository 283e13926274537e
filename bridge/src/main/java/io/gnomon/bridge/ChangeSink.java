package io.gnomon.bridge;

import io.gnomon.events.EventData;
import java.util.function.Consumer;

/** Publishes the changes of a scheduler, in order; they may be written later. */
@FunctionalInterface
public interface ChangeSink extends Consumer<EventData> {
  /**
   * Returns when all published events have been written. A port that stores its last events calls
   * it before it replaces them by new ones.
   */
  default void flush() {}
}
