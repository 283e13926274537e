package io.gnomon.controller.cluster;

import io.gnomon.events.EventType;
import io.gnomon.events.RejectReason;
import io.gnomon.events.audit.DecisionOutcome;
import io.gnomon.events.audit.DecisionReason;
import io.gnomon.events.audit.OperatorAction;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Counters of one controller since its start. They are not part of the replayed state. */
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

  /**
   * The labels of a decision counter.
   *
   * @param outcome the outcome of the decisions
   * @param reason the reason for the outcome
   */
  public record DecisionKind(DecisionOutcome outcome, DecisionReason reason) {}

  void eventReceived(EventType type) {
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
}
