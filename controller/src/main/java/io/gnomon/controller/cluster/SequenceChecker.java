package io.gnomon.controller.cluster;

import io.gnomon.events.Envelope;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds gaps and duplicates: by number where the producer counts, else by the ids of the last
 * events. A declaration with an old number, but later than all that was told, begins a new
 * numbering. O(1) an event; it remembers {@value #IDS} ids.
 */
public final class SequenceChecker {
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
  private long latest = EventData.NONE;
  private String explanation = "";

  /** Judges an event and remembers it. */
  Verdict judge(Envelope envelope, EventData data) {
    Verdict verdict =
        envelope.hasSequence() ? judgeNumber(envelope.sequence(), data) : judgeId(envelope.id());
    if (verdict != Verdict.DUPLICATE) {
      latest = Math.max(latest, data.at());
    }
    return verdict;
  }

  private Verdict judgeId(String id) {
    if (!ids.add(id)) {
      return Verdict.DUPLICATE;
    }
    order.addLast(id);
    if (order.size() > IDS) {
      ids.remove(order.removeFirst());
    }
    return Verdict.NEXT;
  }

  private Verdict judgeNumber(long number, EventData data) {
    long former = last;
    long expected = last + 1;
    if (former == EventData.NONE || number == expected) {
      last = number;
      return Verdict.NEXT;
    }
    if (number > expected) {
      last = number;
      explanation = "sequence numbers " + expected + " to " + (number - 1) + " are missing";
      return data instanceof ClusterSnapshot ? Verdict.NEXT : Verdict.GAP;
    }
    if (data instanceof ClusterDeclared && data.at() > latest) {
      last = number;
      explanation = "the numbering began anew at " + number + ", after " + former;
      return Verdict.GAP;
    }
    return Verdict.DUPLICATE;
  }

  /** The last number seen, or {@link EventData#NONE}. */
  public long last() {
    return last;
  }

  /** The latest time that was told, or {@link EventData#NONE}. */
  public long latest() {
    return latest;
  }

  /** What is missing, after a gap. */
  String explain() {
    return explanation;
  }

  /** The remembered ids, oldest first, for a checkpoint. */
  public Iterable<String> remembered() {
    return order;
  }

  public int rememberedCount() {
    return order.size();
  }

  public void recall(long lastNumber, long latestTime, Iterable<String> rememberedIds) {
    last = lastNumber;
    latest = latestTime;
    rememberedIds.forEach(this::judgeId);
  }
}
