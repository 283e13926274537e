package io.gnomon.controller.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;

/**
 * An event on its way through the controller.
 *
 * @param offset the offset of its record, the same on every replay
 * @param timestamp the timestamp of its record in milliseconds, or {@link EventData#NONE}
 * @param event the event
 */
record ReceivedEvent(long offset, long timestamp, GnomonEvent event) {
  EventData data() {
    return event.data();
  }

  /** The time of the event in epoch seconds. */
  long at() {
    return event.data().at();
  }
}
