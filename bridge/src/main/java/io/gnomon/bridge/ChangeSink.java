package io.gnomon.bridge;

import io.gnomon.events.EventData;
import java.util.List;
import java.util.function.Consumer;

/** Publishes the changes of a scheduler, in order; they may be written later. */
@FunctionalInterface
public interface ChangeSink extends Consumer<EventData> {
  /**
   * Publishes events of a port that stores its last events.
   *
   * @param store stores the events in the form in which they are published, before they are; all
   *     earlier events have been written when it is called
   */
  default void accept(List<EventData> events, Consumer<List<EventData>> store) {
    store.accept(events);
    events.forEach(this);
  }
}
