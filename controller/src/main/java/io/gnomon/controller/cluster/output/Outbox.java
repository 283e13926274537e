package io.gnomon.controller.cluster.output;

import io.gnomon.controller.notification.Notification;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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

  /** Outputs that wait until all of them are known, so that a fault leaves none of them. */
  final class Held implements Outbox {
    private final List<Consumer<Outbox>> held = new ArrayList<>();

    @Override
    public void publish(String cluster, String id, EventData data) {
      held.add(out -> out.publish(cluster, id, data));
    }

    @Override
    public void send(Notification notification) {
      held.add(out -> out.send(notification));
    }

    @Override
    public void reject(long offset, RejectReason reason, String detail) {
      held.add(out -> out.reject(offset, reason, detail));
    }

    /** Adds the outputs to another outbox, in order. */
    public void release(Outbox out) {
      try {
        held.forEach(output -> output.accept(out));
      } finally {
        drop();
      }
    }

    /** Forgets the outputs. */
    public void drop() {
      held.clear();
    }
  }
}
