package io.gnomon.controller.kafka.input;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Fetched records that wait for processing, in order. */
public final class Backlog {
  private final ArrayDeque<FetchedRecords> waiting = new ArrayDeque<>();
  private Iterator<ConsumerRecord<String, byte[]>> current = Collections.emptyIterator();

  public void add(FetchedRecords fetched) {
    waiting.add(fetched);
    if (waiting.size() == 1) {
      current = fetched.records().iterator();
    }
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Removes and returns the next record, or null if there is none. */
  public @Nullable ConsumerRecord<String, byte[]> next() {
    if (!current.hasNext()) {
      return null;
    }
    ConsumerRecord<String, byte[]> record = current.next();
    if (!current.hasNext()) {
      waiting.remove().done().run();
      if (!waiting.isEmpty()) {
        current = waiting.element().records().iterator();
      }
    }
    return record;
  }

  public void clear() {
    waiting.clear();
    current = Collections.emptyIterator();
  }
}
