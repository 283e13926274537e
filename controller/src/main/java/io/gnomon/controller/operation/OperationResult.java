package io.gnomon.controller.operation;

import io.gnomon.events.audit.OperatorRecorded;
import org.jspecify.annotations.Nullable;

/**
 * The result of an operator's request.
 *
 * @param record the audit record of this request, or of the earlier request with the same effect;
 *     null if no request had this effect
 * @param changed whether this request changed anything
 */
public record OperationResult(@Nullable OperatorRecorded record, boolean changed) {
  public static OperationResult done(OperatorRecorded record) {
    return new OperationResult(record, true);
  }

  public static OperationResult unchanged(@Nullable OperatorRecorded record) {
    return new OperationResult(record, false);
  }
}
