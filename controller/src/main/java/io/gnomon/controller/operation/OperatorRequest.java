package io.gnomon.controller.operation;

import io.gnomon.events.audit.OperatorRecorded;
import org.jspecify.annotations.Nullable;

/**
 * An operator's request.
 *
 * @param id the id that the client chose to make retries idempotent, or null
 * @param operator the name of the operator
 * @param reason the operator's reason
 * @param operation the operation
 */
public record OperatorRequest(
    @Nullable String id, String operator, String reason, Operation operation) {

  /** Returns the request of a record, for a replay. */
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
