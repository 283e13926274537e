package io.gnomon.controller.cluster;

import io.gnomon.controller.notification.Notification;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;

/** The outputs of a controller. The caller publishes them in one transaction. */
public interface Outbox {
  /**
   * Adds an event to the topic of its type.
   *
   * @param id the event's id, the same on every replay
   */
  void publish(String cluster, String id, EventData data);

  /** Adds a notification; it is sent after the events that led to it have been published. */
  default void send(Notification notification) {}

  /** Rejects the record at {@code offset}. */
  void reject(long offset, RejectReason reason, String detail);
}
