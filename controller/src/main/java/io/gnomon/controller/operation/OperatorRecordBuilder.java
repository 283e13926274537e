package io.gnomon.controller.operation;

import io.gnomon.events.EventData;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.config.ConfigRequested;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A builder of the audit records of operations.
 *
 * @param action the action
 * @param mode the mode that was set, or null
 * @param freeze the id of the freeze that was created or lifted, or null
 * @param from the first epoch second of the freeze, or {@link EventData#NONE}
 * @param until the first epoch second after the freeze, or {@link EventData#NONE}
 * @param proposal the id of the approved or rejected proposal, or null
 * @param command the id of the resulting command, or null
 */
public record OperatorRecordBuilder(
    OperatorAction action,
    @Nullable String mode,
    @Nullable String freeze,
    long from,
    long until,
    @Nullable String proposal,
    @Nullable String command) {

  private static OperatorRecordBuilder plain(
      OperatorAction action,
      @Nullable String mode,
      @Nullable String freeze,
      @Nullable String proposal,
      @Nullable String command) {
    return new OperatorRecordBuilder(
        action, mode, freeze, EventData.NONE, EventData.NONE, proposal, command);
  }

  public static OperatorRecordBuilder of(Operation.SetMode requested) {
    return plain(OperatorAction.SET_MODE, word(requested.mode()), null, null, null);
  }

  public static OperatorRecordBuilder of(Freeze made) {
    return new OperatorRecordBuilder(
        OperatorAction.FREEZE, null, made.id(), made.from(), made.until(), null, null);
  }

  public static OperatorRecordBuilder of(Operation.LiftFreeze requested) {
    return plain(OperatorAction.UNFREEZE, null, requested.freeze(), null, null);
  }

  public static OperatorRecordBuilder of(Operation.Approve requested, ConfigRequested command) {
    return plain(OperatorAction.APPROVE, null, null, requested.proposal(), command.command());
  }

  public static OperatorRecordBuilder of(Operation.Reject requested) {
    return plain(OperatorAction.REJECT, null, null, requested.proposal(), null);
  }

  public static OperatorRecordBuilder rollBack(ConfigRequested rollback) {
    return plain(OperatorAction.ROLL_BACK, null, null, rollback.proposal(), rollback.command());
  }

  /** Builds the record; a request without an id gets the id of the record. */
  public OperatorRecorded at(long now, String id, long offset, OperatorRequest request) {
    String named = request.id();
    return new OperatorRecorded(
        now,
        id,
        named == null ? id : named,
        offset,
        action,
        request.operator(),
        request.reason(),
        mode,
        freeze,
        from,
        until,
        proposal,
        command);
  }

  /** Whether {@code record} is a record of the same operation. */
  public static boolean matches(OperatorRecorded record, Operation operation) {
    if (operation instanceof Operation.SetMode requested) {
      return record.action() == OperatorAction.SET_MODE
          && Objects.equals(record.mode(), word(requested.mode()));
    } else if (operation instanceof Operation.BeginFreeze requested) {
      return record.action() == OperatorAction.FREEZE
          && record.until() == requested.until()
          && (requested.from() == EventData.NONE || requested.from() == record.from());
    } else if (operation instanceof Operation.LiftFreeze requested) {
      return record.action() == OperatorAction.UNFREEZE
          && Objects.equals(record.freeze(), requested.freeze());
    } else if (operation instanceof Operation.Approve requested) {
      return record.action() == OperatorAction.APPROVE
          && requested.proposal().equals(record.proposal());
    } else if (operation instanceof Operation.Reject requested) {
      return record.action() == OperatorAction.REJECT
          && requested.proposal().equals(record.proposal());
    }
    return record.action() == OperatorAction.ROLL_BACK;
  }

  private static @Nullable String word(@Nullable Mode mode) {
    return mode == null ? null : mode.word();
  }
}
