package io.gnomon.controller.cluster;

import io.gnomon.controller.notification.Notification;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;

/** Where the core puts what is to be published; the caller sends it in one transaction. */
public interface Outbox {
  /**
   * Something to say on the topic of its type.
   *
   * @param id the event's id, the same on every replay
   */
  void publish(String cluster, String id, EventData data);

  /** Something that people may want to be told of, once what led to it has been published. */
  default void send(Notification notice) {}

  /** The record at {@code offset} cannot be used. */
  void reject(long offset, RejectReason reason, String detail);
}
