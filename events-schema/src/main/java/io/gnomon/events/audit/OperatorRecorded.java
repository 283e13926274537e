package io.gnomon.events.audit;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * What a person did, and why: the part of the audit that no study explains. The events before
 * {@code offset}, then this, then the events from there on lead to the same state and decisions.
 *
 * @param at the scheduler's clock then
 * @param record the record's id
 * @param request the id that the person's client gave the request; a second request with the same
 *     id is the same request
 * @param offset of the first event that comes after it, in the cluster's partition
 * @param action what was done
 * @param operator who did it
 * @param reason why
 * @param mode that was set; null for the configured one, and where none was set
 * @param freeze the id of the freeze that was begun or lifted; null where all were lifted
 * @param from the first second of the freeze
 * @param until the first second after the freeze, or {@link EventData#NONE} for no end
 * @param proposal that was approved or rejected, or null
 * @param command that came of it, or null
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
