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
 * of the latest {@value #IDS} events. A declaration with an old number starts a new numbering if
 * its time is later than all events so far, or if the scheduler's clock is in doubt. Events whose
 * times are not accepted are not recorded. O(1) per event.
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

  /**
   * Checks an event without recording it.
   *
   * @param clockInDoubt whether the time of an earlier event was not accepted
   */
  Verdict judge(Envelope envelope, EventData data, boolean clockInDoubt) {
    if (envelope.hasSequence()) {
      return judgeNumber(envelope.sequence(), data, clockInDoubt);
    }
    return ids.contains(envelope.id()) ? Verdict.DUPLICATE : Verdict.NEXT;
  }

  /** Records an event that is no duplicate. */
  void record(Envelope envelope, EventData data) {
    latest = Math.max(latest, data.at());
    if (envelope.hasSequence()) {
      last = envelope.sequence();
    } else {
      record(envelope.id());
    }
  }

  private void record(String id) {
    if (ids.add(id)) {
      order.addLast(id);
    }
    if (order.size() > IDS) {
      ids.remove(order.removeFirst());
    }
  }

  /** Starts over with the times of a clock that was moved. */
  void clockMoved(long at) {
    latest = at;
  }

  private Verdict judgeNumber(long number, EventData data, boolean clockInDoubt) {
    long expected = last + 1;
    if (last == EventData.NONE || number == expected) {
      return Verdict.NEXT;
    }
    if (number > expected) {
      explanation = "sequence numbers " + expected + " to " + (number - 1) + " are missing";
      return data instanceof ClusterSnapshot ? Verdict.NEXT : Verdict.GAP;
    }
    if (data instanceof ClusterDeclared && (clockInDoubt || data.at() > latest)) {
      explanation = "the sequence numbers restarted at " + number + ", after " + last;
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
    snapshot.getStrings("ids").forEach(this::record);
  }
}
