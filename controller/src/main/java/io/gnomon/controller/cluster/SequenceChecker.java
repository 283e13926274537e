package io.gnomon.controller.cluster;

import io.gnomon.events.Envelope;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Detects gaps and duplicates: by sequence number if the producer sends one, otherwise by the ids
 * of the latest {@value #IDS} events. A declaration with an old number and a time later than all
 * events so far starts a new numbering. O(1) per event.
 */
public final class SequenceChecker {
  private static final int IDS = 4096;

  /** The relation of an event to the earlier events. */
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

  /** Checks an event and records it. */
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
      explanation = "the sequence numbers restarted at " + number + ", after " + former;
      return Verdict.GAP;
    }
    return Verdict.DUPLICATE;
  }

  /** The last number seen, or {@link EventData#NONE}. */
  public long last() {
    return last;
  }

  /** The latest time of any event, or {@link EventData#NONE}. */
  public long latest() {
    return latest;
  }

  /** The explanation of the last gap. */
  String explain() {
    return explanation;
  }

  /** Returns the last number, the latest time and the latest event ids, oldest first. */
  public Snapshot snapshot() {
    return new Snapshot()
        .put("last", last)
        .put("latest", latest)
        .putStrings("ids", List.copyOf(order));
  }

  /** Restores a {@link #snapshot()} into a new instance. */
  public void restore(Snapshot snapshot) {
    last = snapshot.getLong("last");
    latest = snapshot.getLong("latest");
    snapshot.getStrings("ids").forEach(this::judgeId);
  }
}
