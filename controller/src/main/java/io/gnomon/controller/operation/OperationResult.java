package io.gnomon.controller.operation;

import io.gnomon.events.audit.OperatorRecorded;
import org.jspecify.annotations.Nullable;

/**
 * What came of a request.
 *
 * @param record in the audit of what was done, now or when it was asked for first; null where it
 *     was so already without anybody having asked
 * @param changed whether anything was changed now
 */
public record OperationResult(@Nullable OperatorRecorded record, boolean changed) {
  public static OperationResult done(OperatorRecorded record) {
    return new OperationResult(record, true);
  }

  public static OperationResult unchanged(@Nullable OperatorRecorded record) {
    return new OperationResult(record, false);
  }
}
