package io.gnomon.controller.cluster.trust;

import io.gnomon.events.Envelope;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Detects gaps and duplicates: by sequence number if the producer sends one, otherwise by the ids
 * of the latest {@value #IDS} events. O(1) per event.
 *
 * <p>A jump in the numbers may come from a wrong event, so it counts only when a snapshot confirms
 * it; until then the numbering continues where it was. A declaration with an old number starts a
 * new numbering if its time is later than all events so far, or if the scheduler's clock or the
 * numbering is in doubt. The numbering is in doubt after an event that cannot be a duplicate,
 * because its number is more than {@value #FARTHEST_BACK} before the last one, or after {@value
 * #MOST_UNEXPLAINED} events with old numbers and times later than all others. Events whose times
 * are not accepted are not recorded. An old number of another event than this one shows that two
 * producers number the events of the cluster.
 */
public final class SequenceChecker implements Saved {
  private static final int IDS = 4096;
  private static final int FARTHEST_BACK = 10_000;
  private static final int MOST_UNEXPLAINED = 3;

  /** The relation of an event to the earlier events. */
  public enum Verdict {
    NEXT,
    DUPLICATE,
    /** Another event had its number. */
    TAKEN,
    /** Its number is ahead, and it is not a snapshot. */
    GAP,
    /** A declaration that starts a new numbering. */
    RESTART
  }

  private final ArrayDeque<String> order = new ArrayDeque<>();
  private final Set<String> ids = new HashSet<>();
  private final RecentNumbers recent = new RecentNumbers();
  private long last = EventData.NONE;
  private long latest = EventData.NONE;
  private int unexplained;
  private boolean inDoubt;

  /**
   * Checks an event without recording it.
   *
   * @param clockInDoubt whether the time of an earlier event was not accepted
   */
  public Verdict judge(Envelope envelope, EventData data, boolean clockInDoubt) {
    if (envelope.hasSequence()) {
      return judgeNumber(envelope, data, clockInDoubt);
    }
    return ids.contains(envelope.id()) ? Verdict.DUPLICATE : Verdict.NEXT;
  }

  private Verdict judgeNumber(Envelope envelope, EventData data, boolean clockInDoubt) {
    long number = envelope.sequence();
    if (last == EventData.NONE || number == last + 1) {
      return Verdict.NEXT;
    }
    if (data instanceof ClusterSnapshot && (number > last || inDoubt)) {
      return Verdict.NEXT;
    }
    if (number > last) {
      return Verdict.GAP;
    }
    boolean restarts = clockInDoubt || inDoubt || data.at() > latest;
    if (data instanceof ClusterDeclared && restarts) {
      return Verdict.RESTART;
    }
    return recent.taken(envelope, data, last) ? Verdict.TAKEN : Verdict.DUPLICATE;
  }

  /** Records an event that is next, or that starts a new numbering. */
  public void record(Envelope envelope, EventData data) {
    boolean confirmed = data instanceof ClusterSnapshot;
    latest = confirmed ? data.at() : Math.max(latest, data.at());
    unexplained = 0;
    inDoubt &= !confirmed;
    if (envelope.hasSequence()) {
      recent.record(envelope, data, envelope.sequence() == last + 1, latest);
      last = envelope.sequence();
    } else {
      record(envelope.id());
    }
  }

  /**
   * Records an event with an old number or id, after which the numbering may be {@link #inDoubt}.
   */
  public void recordDuplicate(Envelope envelope, EventData data) {
    if (envelope.hasSequence()) {
      boolean farBack = envelope.sequence() < last - FARTHEST_BACK;
      unexplained += data.at() > latest ? 1 : 0;
      inDoubt |= farBack || unexplained >= MOST_UNEXPLAINED;
    }
  }

  /** Whether the last number may be wrong; it ends with the next snapshot. */
  public boolean inDoubt() {
    return inDoubt;
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
  public void clockMoved(long at) {
    latest = at;
    recent.clear();
  }

  /** Explains why an event with a number is no plain next one. */
  public String explain(Envelope envelope) {
    long number = envelope.sequence();
    if (number > last + 1) {
      return "sequence numbers " + (last + 1) + " to " + (number - 1) + " are missing";
    }
    return inDoubt
        ? "sequence number " + number + " cannot follow " + last
        : "the sequence numbers restarted at " + number + ", after " + last;
  }

  /** The last number that counts, or {@link EventData#NONE}. */
  public long last() {
    return last;
  }

  /** The latest time of any event, or {@link EventData#NONE}. */
  public long latest() {
    return latest;
  }

  /**
   * Lists the last numbers and the latest event ids, oldest first; restores into a new instance.
   */
  @Override
  public void fields(Fields fields) {
    last = fields.number("last", last);
    latest = fields.number("latest", latest);
    unexplained = fields.number("unexplained", unexplained);
    inDoubt = fields.flag("inDoubt", inDoubt);
    List<String> ids = fields.texts("ids", List.copyOf(order));
    if (fields.has("recent")) {
      fields.section("recent", recent);
    }
    if (fields.reading()) {
      ids.forEach(this::record);
    }
  }
}
