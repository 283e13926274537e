package io.gnomon.events.audit;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.config.Configuration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of one study, or of one look that ended without a study; the audit trail.
 *
 * @param at when it was decided
 * @param decision the decision's id
 * @param outcome what was done
 * @param reason why, one of the decision core's reasons such as {@code GAIN_TOO_SMALL}
 * @param detail for people, or null
 * @param slowdown what was observed, or null
 * @param threshold what it was held against, or null
 * @param incumbent what was in force
 * @param alternatives everything that was simulated, the incumbent among it; empty where nothing
 *     was
 * @param chosen the policy that won, or null
 * @param future the model of arrivals and runtimes, or null
 * @param proposal the proposal that came of it, or null
 * @param command the command that came of it, or null
 * @param stateHash of the state that was forked, 16 hexadecimal digits, or null
 * @param extent how far the study went, or null where there was none
 * @param trialGivenUp whether the last trial of the policies over the past weeks took too long and
 *     was given up, so that what counts of the past is older
 */
public record DecisionRecorded(
    long at,
    String decision,
    DecisionOutcome outcome,
    String reason,
    @Nullable String detail,
    @Nullable Double slowdown,
    @Nullable Double threshold,
    @Nullable Configuration incumbent,
    List<Alternative> alternatives,
    @Nullable String chosen,
    @Nullable String future,
    @Nullable String proposal,
    @Nullable String command,
    @Nullable String stateHash,
    @Nullable SimulatedExtent extent,
    boolean trialGivenUp)
    implements EventData {
  /** Lists are copied when they are not immutable. */
  public DecisionRecorded {
    alternatives = List.copyOf(alternatives);
  }

  @Override
  public EventType type() {
    return EventType.DECISION_RECORDED;
  }
}
