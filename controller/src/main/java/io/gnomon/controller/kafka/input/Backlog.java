package io.gnomon.controller.kafka.input;

import java.util.ArrayDeque;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Fetched records that wait for processing, in order. */
public final class Backlog {
  private final ArrayDeque<FetchedRecords> waiting = new ArrayDeque<>();
  private int next; // index in the first batch

  public void add(FetchedRecords fetched) {
    waiting.add(fetched);
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Returns the next record, or null if there is none. */
  public @Nullable ConsumerRecord<String, byte[]> peek() {
    return waiting.isEmpty() ? null : waiting.element().records().get(next);
  }

  /** Removes the next record, which exists. */
  public void remove() {
    if (++next == waiting.element().records().size()) {
      next = 0;
      waiting.remove().done().run();
    }
  }

  public void clear() {
    waiting.clear();
    next = 0;
  }
}
