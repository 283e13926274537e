package io.gnomon.controller.cluster.output;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Counters of one cluster. They survive restarts and changes of the owner, and are not part of the
 * replayed state.
 */
public final class ClusterCounters {
  private final EnumMap<EventType, Long> events = new EnumMap<>(EventType.class);
  private final EnumMap<RejectReason, Long> rejectedEvents = new EnumMap<>(RejectReason.class);
  private final Map<DecisionKind, Long> decisions = new HashMap<>();
  private final EnumMap<OperatorAction, Long> operations = new EnumMap<>(OperatorAction.class);
  private final EnumMap<Count, Long> counts = new EnumMap<>(Count.class);
  private int checkpointBytes;
  private long since = EventData.NONE;

  /** What is counted without labels. */
  public enum Count {
    /** Evaluations of the slowdown. */
    EVALUATIONS("evaluations"),
    /** Concluded studies. */
    STUDIES("studies"),
    /** Completed backtests. */
    BACKTESTS("backtests"),
    /** Backtests that exceeded the time limit or failed. */
    ABANDONED_BACKTESTS("abandonedBacktests"),
    /** Decisions for another configuration, in every mode. */
    RECOMMENDATIONS("recommendations"),
    /** Published commands. */
    COMMANDS("commands"),
    /** Commands that the scheduler applied. */
    APPLIED_COMMANDS("appliedCommands"),
    /** Commands that the scheduler rejected. */
    REJECTED_COMMANDS("rejectedCommands"),
    /** Commands that expired without an answer. */
    EXPIRED_COMMANDS("expiredCommands"),
    /** Jobs that differed between a snapshot and the mirror. */
    DIVERGENCE("divergence"),
    /** Faults that were contained while events of the cluster were processed. */
    FAULTS("faults");

    private final String name;

    Count(String name) {
      this.name = name;
    }
  }

  /**
   * The labels of a decision counter.
   *
   * @param outcome the outcome of the decisions
   * @param reason the reason for the outcome
   */
  public record DecisionKind(DecisionOutcome outcome, DecisionReason reason) {}

  public void eventReceived(EventType type, long at) {
    if (since == EventData.NONE) {
      since = at;
    }
    events.merge(type, 1L, Long::sum);
  }

  public void eventRejected(RejectReason reason) {
    rejectedEvents.merge(reason, 1L, Long::sum);
  }

  public void decided(DecisionOutcome outcome, DecisionReason reason) {
    boolean recommends =
        outcome == DecisionOutcome.KEPT
            ? reason == DecisionReason.OBSERVING
            : outcome != DecisionOutcome.ROLLED_BACK;
    add(Count.RECOMMENDATIONS, recommends ? 1 : 0);
    decisions.merge(new DecisionKind(outcome, reason), 1L, Long::sum);
  }

  /** Counts one. */
  public void add(Count count) {
    add(count, 1);
  }

  /** Adds to a count. */
  public void add(Count count, long more) {
    counts.merge(count, more, Long::sum);
  }

  /** The value of a count. */
  public long of(Count count) {
    return counts.getOrDefault(count, 0L);
  }

  public void operated(OperatorAction action) {
    operations.merge(action, 1L, Long::sum);
  }

  /** Operations, by action. */
  public Map<OperatorAction, Long> operations() {
    return Collections.unmodifiableMap(operations);
  }

  /** Records the size of a written checkpoint, which is not part of checkpoints. */
  public void checkpointed(int bytes) {
    checkpointBytes = bytes;
  }

  /** The size of the last checkpoint in bytes; 0 if none has been written since the start. */
  public int checkpointBytes() {
    return checkpointBytes;
  }

  /** Events received, by type. */
  public Map<EventType, Long> events() {
    return Collections.unmodifiableMap(events);
  }

  /** Events received, of all types. */
  public long eventCount() {
    return events.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Rejected events, by reason. */
  public Map<RejectReason, Long> rejectedEvents() {
    return Collections.unmodifiableMap(rejectedEvents);
  }

  /** Decisions by outcome and reason. */
  public Map<DecisionKind, Long> decisions() {
    return Collections.unmodifiableMap(decisions);
  }

  /** The epoch second of the first counted event, or {@link EventData#NONE}. */
  public long since() {
    return since;
  }

  /** Returns all counters. */
  public Snapshot snapshot() {
    Snapshot byEvent = new Snapshot();
    events.forEach((type, count) -> byEvent.put(type.name(), count));
    Snapshot byRejection = new Snapshot();
    rejectedEvents.forEach((reason, count) -> byRejection.put(reason.name(), count));
    Snapshot byOperation = new Snapshot();
    operations.forEach((action, count) -> byOperation.put(action.name(), count));
    Snapshot snapshot =
        new Snapshot()
            .put("since", since)
            .put("events", byEvent)
            .put("rejectedEvents", byRejection)
            .put("operations", byOperation)
            .putSections(
                "decisions",
                decisions.entrySet().stream()
                    .map(
                        entry ->
                            new Snapshot()
                                .put("outcome", entry.getKey().outcome().name())
                                .put("reason", entry.getKey().reason().name())
                                .put("count", entry.getValue()))
                    .toList());
    for (Count count : Count.values()) {
      snapshot.put(count.name, of(count));
    }
    return snapshot;
  }

  /** Restores a {@link #snapshot()}; counters with a name that this version lacks are left out. */
  public void restore(Snapshot snapshot) {
    since = snapshot.getLong("since");
    restore(EventType.class, snapshot.getSection("events"), events);
    restore(RejectReason.class, snapshot.getSection("rejectedEvents"), rejectedEvents);
    restore(OperatorAction.class, snapshot.getSection("operations"), operations);
    for (Snapshot one : snapshot.getSections("decisions")) {
      Optional<DecisionOutcome> outcome = named(DecisionOutcome.class, one.getString("outcome"));
      Optional<DecisionReason> reason = named(DecisionReason.class, one.getString("reason"));
      if (outcome.isPresent() && reason.isPresent()) {
        decisions.put(new DecisionKind(outcome.get(), reason.get()), one.getLong("count"));
      }
    }
    for (Count count : Count.values()) {
      boolean absent = count == Count.FAULTS && !snapshot.has(count.name); // of an older version
      counts.put(count, absent ? 0 : snapshot.getLong(count.name));
    }
  }

  private static <E extends Enum<E>> void restore(
      Class<E> type, Snapshot section, Map<E, Long> counts) {
    for (Snapshot.Field field : section.fields()) {
      named(type, field.name())
          .ifPresent(constant -> counts.put(constant, section.getLong(field.name())));
    }
  }

  private static <E extends Enum<E>> Optional<E> named(Class<E> type, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equals(name))
        .findFirst();
  }
}
