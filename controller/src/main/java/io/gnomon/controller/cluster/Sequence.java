package io.gnomon.controller.cluster;

import io.gnomon.events.ClusterSnapshot;
import io.gnomon.events.Envelope;
import io.gnomon.events.EventData;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds gaps and duplicates: by number where the producer counts, else by the ids of the last
 * events. O(1) an event; it remembers {@value #IDS} ids.
 */
final class Sequence {
  private static final int IDS = 4096;

  /** What an event is to those before it. */
  enum Verdict {
    NEXT,
    DUPLICATE,
    GAP
  }

  private final ArrayDeque<String> order = new ArrayDeque<>();
  private final Set<String> ids = new HashSet<>();
  private long last = EventData.NONE;
  private long missingFrom;

  /** Judges an event and remembers it. */
  Verdict judge(Envelope envelope, EventData data) {
    if (!envelope.hasSequence()) {
      return remember(envelope.id()) ? Verdict.NEXT : Verdict.DUPLICATE;
    }
    long number = envelope.sequence();
    long expected = last + 1;
    if (last != EventData.NONE && number < expected) {
      return Verdict.DUPLICATE;
    }
    boolean gap = last != EventData.NONE && number > expected && !(data instanceof ClusterSnapshot);
    missingFrom = expected;
    last = number;
    return gap ? Verdict.GAP : Verdict.NEXT;
  }

  /** The last number seen, or {@link EventData#NONE}. */
  long last() {
    return last;
  }

  /** Which numbers are missing, after a gap. */
  String explain() {
    return "sequence numbers " + missingFrom + " to " + (last - 1) + " are missing";
  }

  /** A snapshot has made good whatever was missing. */
  void trust() {
    missingFrom = last + 1;
  }

  /** The remembered ids, oldest first, for a checkpoint. */
  Iterable<String> remembered() {
    return order;
  }

  int rememberedCount() {
    return order.size();
  }

  void recall(long lastNumber, Iterable<String> rememberedIds) {
    last = lastNumber;
    rememberedIds.forEach(this::remember);
  }

  private boolean remember(String id) {
    if (!ids.add(id)) {
      return false;
    }
    order.addLast(id);
    if (order.size() > IDS) {
      ids.remove(order.removeFirst());
    }
    return true;
  }
}
