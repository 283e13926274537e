package io.gnomon.events.audit;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.config.Configuration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision, the result of one evaluation of a cluster with or without a study. Part of the audit
 * trail.
 *
 * @param at when the decision was made
 * @param decision the decision's id
 * @param outcome what the decision led to
 * @param reason why
 * @param detail a summary for people, which no program parses, or null
 * @param slowdown the observed slowdown, or null
 * @param threshold the threshold that it was compared with, or null
 * @param incumbent the configuration in force, or null where unknown
 * @param alternatives all simulated configurations including the incumbent; empty without a study
 * @param chosen the policy that was chosen, or null
 * @param scenario the assumed arrivals and runtimes, for people, or null
 * @param proposal the id of the resulting proposal, or null
 * @param command the id of the resulting command, or null
 * @param stateHash the hash of the simulated state, 16 hexadecimal digits, or null
 * @param extent how far the study went, or null without a study
 * @param reviews the reviews of past changes that this evaluation completed
 * @param backtestAbandonedAt when the last backtest was abandoned, so that older backtest scores
 *     apply, or {@link EventData#NONE} if it was completed
 * @param lapsed the proposal that lapsed since the decision before, or null
 * @param fidelity how well the model has predicted what the scheduler did, or null if that is not
 *     measured
 * @param cadence how often the configuration may change, or null in records of older versions
 */
public record DecisionRecorded(
    long at,
    String decision,
    DecisionOutcome outcome,
    DecisionReason reason,
    @Nullable String detail,
    @Nullable Double slowdown,
    @Nullable Double threshold,
    @Nullable Configuration incumbent,
    List<Alternative> alternatives,
    @Nullable String chosen,
    @Nullable String scenario,
    @Nullable String proposal,
    @Nullable String command,
    @Nullable String stateHash,
    @Nullable SimulatedExtent extent,
    List<RecordedReview> reviews,
    long backtestAbandonedAt,
    @Nullable LapsedProposal lapsed,
    @Nullable RecordedFidelity fidelity,
    @Nullable DecisionCadence cadence)
    implements EventData {
  /** Copies lists that are not immutable. */
  public DecisionRecorded {
    alternatives = List.copyOf(alternatives);
    reviews = List.copyOf(reviews);
  }

  @Override
  public EventType type() {
    return EventType.DECISION_RECORDED;
  }
}
