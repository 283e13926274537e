package io.gnomon.controller.cluster;

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
  private long evaluations;
  private long studies;
  private long backtests;
  private long abandonedBacktests;
  private long commands;
  private long appliedCommands;
  private long rejectedCommands;
  private long expiredCommands;
  private long divergence;
  private long recommendations;
  private long faults;
  private int checkpointBytes;
  private long since = EventData.NONE;

  /**
   * The labels of a decision counter.
   *
   * @param outcome the outcome of the decisions
   * @param reason the reason for the outcome
   */
  public record DecisionKind(DecisionOutcome outcome, DecisionReason reason) {}

  void eventReceived(EventType type, long at) {
    if (since == EventData.NONE) {
      since = at;
    }
    events.merge(type, 1L, Long::sum);
  }

  void eventRejected(RejectReason reason) {
    rejectedEvents.merge(reason, 1L, Long::sum);
  }

  void evaluated() {
    evaluations++;
  }

  void studied() {
    studies++;
  }

  void backtested() {
    backtests++;
  }

  void backtestAbandoned() {
    abandonedBacktests++;
  }

  void decided(DecisionOutcome outcome, DecisionReason reason) {
    boolean recommends =
        outcome == DecisionOutcome.KEPT
            ? reason == DecisionReason.OBSERVING
            : outcome != DecisionOutcome.ROLLED_BACK;
    recommendations += recommends ? 1 : 0;
    decisions.merge(new DecisionKind(outcome, reason), 1L, Long::sum);
  }

  void operated(OperatorAction action) {
    operations.merge(action, 1L, Long::sum);
  }

  /** Operations, by action. */
  public Map<OperatorAction, Long> operations() {
    return Collections.unmodifiableMap(operations);
  }

  void commanded() {
    commands++;
  }

  void acknowledged() {
    appliedCommands++;
  }

  void rejected() {
    rejectedCommands++;
  }

  void expired() {
    expiredCommands++;
  }

  void faulted() {
    faults++;
  }

  /** Faults that were contained while events of the cluster were processed. */
  public long faults() {
    return faults;
  }

  /** Records the size of a written checkpoint, which is not part of checkpoints. */
  public void checkpointed(int bytes) {
    checkpointBytes = bytes;
  }

  /** The size of the last checkpoint in bytes; 0 if none has been written since the start. */
  public int checkpointBytes() {
    return checkpointBytes;
  }

  void divergence(long jobs) {
    divergence += jobs;
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

  /** Decisions for another configuration, in every mode. */
  public long recommendations() {
    return recommendations;
  }

  /** Evaluations of the slowdown. */
  public long evaluations() {
    return evaluations;
  }

  /** Concluded studies. */
  public long studies() {
    return studies;
  }

  /** Completed backtests. */
  public long backtests() {
    return backtests;
  }

  /** Backtests that exceeded the time limit or failed. */
  public long abandonedBacktests() {
    return abandonedBacktests;
  }

  /** Published commands. */
  public long commands() {
    return commands;
  }

  /** Commands that the scheduler applied. */
  public long appliedCommands() {
    return appliedCommands;
  }

  /** Commands that the scheduler rejected. */
  public long rejectedCommands() {
    return rejectedCommands;
  }

  /** Commands that expired without an answer. */
  public long expiredCommands() {
    return expiredCommands;
  }

  /** Jobs that differed between a snapshot and the mirror. */
  public long divergence() {
    return divergence;
  }

  /** Returns all counters. */
  public Snapshot snapshot() {
    Snapshot byEvent = new Snapshot();
    events.forEach((type, count) -> byEvent.put(type.name(), count));
    Snapshot byRejection = new Snapshot();
    rejectedEvents.forEach((reason, count) -> byRejection.put(reason.name(), count));
    Snapshot byOperation = new Snapshot();
    operations.forEach((action, count) -> byOperation.put(action.name(), count));
    return new Snapshot()
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
                .toList())
        .put("evaluations", evaluations)
        .put("studies", studies)
        .put("backtests", backtests)
        .put("abandonedBacktests", abandonedBacktests)
        .put("recommendations", recommendations)
        .put("commands", commands)
        .put("appliedCommands", appliedCommands)
        .put("rejectedCommands", rejectedCommands)
        .put("expiredCommands", expiredCommands)
        .put("divergence", divergence)
        .put("faults", faults);
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
    evaluations = snapshot.getLong("evaluations");
    studies = snapshot.getLong("studies");
    backtests = snapshot.getLong("backtests");
    abandonedBacktests = snapshot.getLong("abandonedBacktests");
    recommendations = snapshot.getLong("recommendations");
    commands = snapshot.getLong("commands");
    appliedCommands = snapshot.getLong("appliedCommands");
    rejectedCommands = snapshot.getLong("rejectedCommands");
    expiredCommands = snapshot.getLong("expiredCommands");
    divergence = snapshot.getLong("divergence");
    faults = snapshot.has("faults") ? snapshot.getLong("faults") : 0;
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
