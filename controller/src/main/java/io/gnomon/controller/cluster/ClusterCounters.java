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

/** Counts of what one controller did since it started; not part of the state that is replayed. */
public final class ClusterCounters {
  private final EnumMap<EventType, Long> events = new EnumMap<>(EventType.class);
  private final EnumMap<RejectReason, Long> refusals = new EnumMap<>(RejectReason.class);
  private final Map<DecisionKind, Long> decisions = new HashMap<>();
  private final EnumMap<OperatorAction, Long> operations = new EnumMap<>(OperatorAction.class);
  private long looks;
  private long studies;
  private long trials;
  private long trialsGivenUp;
  private long commands;
  private long acknowledgements;
  private long rejections;
  private long expiries;
  private long divergence;

  /**
   * The kind of a decision, by which decisions are counted.
   *
   * @param outcome what it led to
   * @param reason why
   */
  public record DecisionKind(DecisionOutcome outcome, DecisionReason reason) {}

  void taken(EventType type) {
    events.merge(type, 1L, Long::sum);
  }

  void refused(RejectReason refusal) {
    refusals.merge(refusal, 1L, Long::sum);
  }

  void looked() {
    looks++;
  }

  void studied() {
    studies++;
  }

  void tried() {
    trials++;
  }

  void trialGivenUp() {
    trialsGivenUp++;
  }

  void decided(DecisionOutcome outcome, DecisionReason reason) {
    decisions.merge(new DecisionKind(outcome, reason), 1L, Long::sum);
  }

  void operated(OperatorAction action) {
    operations.merge(action, 1L, Long::sum);
  }

  /** What people did, by action. */
  public Map<OperatorAction, Long> operations() {
    return Collections.unmodifiableMap(operations);
  }

  void commanded() {
    commands++;
  }

  void acknowledged() {
    acknowledgements++;
  }

  void rejected() {
    rejections++;
  }

  void expired() {
    expiries++;
  }

  void divergence(long jobs) {
    divergence += jobs;
  }

  /** Events taken, by type. */
  public Map<EventType, Long> events() {
    return Collections.unmodifiableMap(events);
  }

  /** Events taken, of all types. */
  public long eventCount() {
    return events.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Events refused, by reason. */
  public Map<RejectReason, Long> refusals() {
    return Collections.unmodifiableMap(refusals);
  }

  /** Decisions by outcome and reason. */
  public Map<DecisionKind, Long> decisions() {
    return Collections.unmodifiableMap(decisions);
  }

  /** How often the slowdown was held against the threshold. */
  public long looks() {
    return looks;
  }

  /** Studies concluded. */
  public long studies() {
    return studies;
  }

  /** Trials of the policies over the past weeks that were made. */
  public long trials() {
    return trials;
  }

  /** Trials of the policies that took too long, or failed. */
  public long trialsGivenUp() {
    return trialsGivenUp;
  }

  /** Commands published. */
  public long commands() {
    return commands;
  }

  /** Commands that the scheduler applied. */
  public long acknowledgements() {
    return acknowledgements;
  }

  /** Commands that the scheduler refused. */
  public long rejections() {
    return rejections;
  }

  /** Commands that were never answered. */
  public long expiries() {
    return expiries;
  }

  /** Jobs in which snapshots differed from the mirror. */
  public long divergence() {
    return divergence;
  }
}
