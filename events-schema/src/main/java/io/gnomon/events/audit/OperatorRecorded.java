package io.gnomon.events.audit;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * An operation: what an operator did and why. Part of the audit trail. Replaying the events before
 * {@code offset}, then this operation, then the remaining events reproduces the state and the
 * decisions.
 *
 * @param at the scheduler's clock at the operation
 * @param record the record's id
 * @param request the id that the client gave the request; a second request with the same id is a
 *     duplicate
 * @param offset the offset of the first event after the operation, in the cluster's partition
 * @param action the operation
 * @param operator the operator's name
 * @param reason why, as the operator states it
 * @param mode the mode that was set, or null for the configured one and for other operations
 * @param freeze the id of the freeze that was set or lifted, or null if all were lifted
 * @param from the first second of the freeze, or {@link EventData#NONE}
 * @param until the first second after the freeze, or {@link EventData#NONE} for no end
 * @param proposal the proposal that was approved or rejected, or null
 * @param command the resulting command, or null
 */
public record OperatorRecorded(
    long at,
    String record,
    String request,
    long offset,
    OperatorAction action,
    String operator,
    String reason,
    @Nullable String mode,
    @Nullable String freeze,
    long from,
    long until,
    @Nullable String proposal,
    @Nullable String command)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.OPERATOR_RECORDED;
  }
}
