package io.gnomon.controller.operation;

import io.gnomon.events.audit.OperatorRecorded;
import org.jspecify.annotations.Nullable;

/**
 * What a person asks of a cluster.
 *
 * @param id that their client gave it, so that a repetition is known, or null
 * @param operator who asks
 * @param reason why
 * @param operation what is to be done
 */
public record OperatorRequest(
    @Nullable String id, String operator, String reason, Operation operation) {

  /** The request that was recorded so, to be repeated at its place among the events. */
  public static OperatorRequest of(OperatorRecorded record) {
    String id = record.request().equals(record.record()) ? null : record.request();
    return new OperatorRequest(id, record.operator(), record.reason(), operation(record));
  }

  private static Operation operation(OperatorRecorded record) {
    String proposal = String.valueOf(record.proposal());
    String mode = record.mode();
    return switch (record.action()) {
      case SET_MODE -> new Operation.SetMode(mode == null ? null : Mode.parse(mode));
      case FREEZE -> new Operation.BeginFreeze(record.from(), record.until());
      case UNFREEZE -> new Operation.LiftFreeze(record.freeze());
      case APPROVE -> new Operation.Approve(proposal, null);
      case REJECT -> new Operation.Reject(proposal);
      case ROLL_BACK -> new Operation.RollBack();
    };
  }
}
