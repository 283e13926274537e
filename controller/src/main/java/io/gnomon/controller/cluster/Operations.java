package io.gnomon.controller.cluster;

import static io.gnomon.controller.operation.OperationRejectedException.Kind.CONFLICT;
import static io.gnomon.controller.operation.OperationRejectedException.Kind.INVALID;
import static io.gnomon.controller.operation.OperationRejectedException.Kind.UNKNOWN;

import io.gnomon.controller.cluster.change.AppliedChange;
import io.gnomon.controller.cluster.change.PendingCommand;
import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.cluster.decide.CommandBuilder;
import io.gnomon.controller.cluster.output.Outbox;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.operation.Freeze;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRecordBuilder;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.LapseCause;
import io.gnomon.events.audit.OperatorAction;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigRequested;
import java.util.Objects;
import java.util.Optional;

/**
 * Performs the operators' requests between two events. Each request that changes something is
 * recorded with its operator and reason. Requests are idempotent, with or without an id: a request
 * for the current state changes nothing.
 */
final class Operations {
  private static final int MOST_FREEZES = 64;

  private final ControlledCluster cluster;

  Operations(ControlledCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * A request with its position among the events.
   *
   * @param request the request
   * @param offset the offset of the first event after the request
   * @param tracked the cluster
   * @param trusted whether the mirror is trusted
   * @param out the receiver of its outputs
   */
  record Placed(
      OperatorRequest request, long offset, TrackedCluster tracked, boolean trusted, Outbox out) {
    long now() {
      return tracked.mirror().now();
    }
  }

  /** Performs a request, or returns the earlier record if there is nothing to do. */
  OperationResult perform(Placed placed) throws OperationRejectedException {
    OperatorRequest request = placed.request();
    String id = request.id();
    if (id != null) {
      Optional<OperatorRecorded> former =
          cluster.controls.latest(record -> record.request().equals(id));
      if (former.isPresent()) {
        requireSameRequest(request, former.get());
        return OperationResult.unchanged(former.get());
      }
    }
    Operation operation = request.operation();
    if (operation instanceof Operation.SetMode setMode) {
      return setMode(placed, setMode);
    } else if (operation instanceof Operation.BeginFreeze beginFreeze) {
      return freeze(placed, beginFreeze);
    } else if (operation instanceof Operation.LiftFreeze liftFreeze) {
      return lift(placed, liftFreeze);
    } else if (operation instanceof Operation.Approve approve) {
      return approve(placed, approve);
    } else if (operation instanceof Operation.Reject reject) {
      return reject(placed, reject);
    }
    return rollBack(placed);
  }

  private static void requireSameRequest(OperatorRequest request, OperatorRecorded former)
      throws OperationRejectedException {
    if (!former.reason().equals(request.reason())
        || !former.operator().equals(request.operator())
        || !OperatorRecordBuilder.matches(former, request.operation())) {
      throw new OperationRejectedException(
          INVALID,
          "request '"
              + former.request()
              + "' was made before, to "
              + former.action().wireName()
              + ", with different content; use another id for a new request");
    }
  }

  private OperationResult setMode(Placed placed, Operation.SetMode operation) {
    if (operation.mode() == cluster.controls.chosen()) {
      return OperationResult.unchanged(
          cluster
              .controls
              .latest(record -> record.action() == OperatorAction.SET_MODE)
              .orElse(null));
    }
    cluster.controls.choose(operation.mode());
    if (cluster.controls.mode() != Mode.APPROVE) {
      cluster.lifecycle.dropProposal(LapseCause.MODE_CHANGED);
    }
    return done(placed, OperatorRecordBuilder.of(operation));
  }

  private OperationResult freeze(Placed placed, Operation.BeginFreeze operation)
      throws OperationRejectedException {
    long now = placed.now();
    cluster.controls.removeEnded(now);
    long from = operation.from() == EventData.NONE ? now : operation.from();
    long until = operation.until();
    if (until != EventData.NONE && until <= Math.max(from, now)) {
      throw new OperationRejectedException(
          INVALID,
          "a freeze from "
              + from
              + " until "
              + until
              + " is empty or over; the current time is "
              + now);
    }
    Optional<Freeze> same =
        cluster.controls.freezes().stream()
            .filter(one -> one.until() == until && sameStart(one, operation, now))
            .findFirst();
    if (same.isPresent()) {
      String id = same.get().id();
      return OperationResult.unchanged(
          cluster
              .controls
              .latest(
                  record -> record.action() == OperatorAction.FREEZE && id.equals(record.freeze()))
              .orElse(null));
    }
    if (cluster.controls.freezes().size() >= MOST_FREEZES) {
      throw new OperationRejectedException(
          CONFLICT, "the limit of " + MOST_FREEZES + " freezes is reached; lift some first");
    }
    Freeze made = new Freeze(cluster.id + "-f" + suffix(placed), from, until);
    cluster.controls.add(made);
    return done(placed, OperatorRecordBuilder.of(made));
  }

  private static boolean sameStart(Freeze one, Operation.BeginFreeze operation, long now) {
    return operation.from() == EventData.NONE ? one.holds(now) : one.from() == operation.from();
  }

  private OperationResult lift(Placed placed, Operation.LiftFreeze operation)
      throws OperationRejectedException {
    String id = operation.freeze();
    boolean present =
        cluster.controls.freezes().stream()
            .anyMatch(freeze -> id == null || freeze.id().equals(id));
    if (!present) {
      Optional<OperatorRecorded> lifted =
          cluster.controls.latest(
              record ->
                  record.action() == OperatorAction.UNFREEZE
                      && (record.freeze() == null || record.freeze().equals(id)));
      if (id != null && lifted.isEmpty()) {
        throw new OperationRejectedException(UNKNOWN, "unknown freeze '" + id + "'");
      }
      return OperationResult.unchanged(lifted.orElse(null));
    }
    cluster.controls.lift(freeze -> id == null || freeze.id().equals(id));
    return done(placed, OperatorRecordBuilder.of(operation));
  }

  private OperationResult approve(Placed placed, Operation.Approve operation)
      throws OperationRejectedException {
    Optional<OperatorRecorded> former = settled(operation.proposal(), OperatorAction.APPROVE);
    if (former.isPresent()) {
      return OperationResult.unchanged(former.get());
    }
    ConfigRequested command = open(operation.proposal()).command();
    String seen = operation.contentHash();
    if (seen != null && !seen.equals(command.contentHash())) {
      throw new OperationRejectedException(
          CONFLICT,
          "proposal '"
              + operation.proposal()
              + "' has the content "
              + command.contentHash()
              + ", not "
              + seen
              + "; review it again");
    }
    if (placed.now() >= command.expiresAt()) {
      throw new OperationRejectedException(
          CONFLICT, "proposal '" + operation.proposal() + "' expired at " + command.expiresAt());
    }
    requireChangeable(placed);
    requireNotFrozen(placed);
    if (cluster.settings.maintenance().open(placed.now())) {
      cluster.lifecycle.send(
          placed.tracked(), cluster.settings.inWindow(command, placed.now()), placed.out());
    } else {
      cluster.lifecycle.propose(command.expiringAt(cluster.settings.expiry(placed.now())));
    }
    return done(placed, OperatorRecordBuilder.of(operation, command));
  }

  private OperationResult reject(Placed placed, Operation.Reject operation)
      throws OperationRejectedException {
    Optional<OperatorRecorded> former = settled(operation.proposal(), OperatorAction.REJECT);
    if (former.isPresent()) {
      return OperationResult.unchanged(former.get());
    }
    open(operation.proposal());
    cluster.lifecycle.rejectProposal();
    // a rejected change is not proposed again before the cooldown is over
    placed.tracked().tuner().changes().attempted(placed.tracked().mirror().state().now());
    placed.tracked().tuner().changeRejected();
    return done(placed, OperatorRecordBuilder.of(operation));
  }

  private OperationResult rollBack(Placed placed) throws OperationRejectedException {
    PendingCommand pending = cluster.lifecycle.pending();
    if (pending != null && pending.command().mode() == CommandMode.ROLLBACK) {
      String id = pending.command().command();
      return OperationResult.unchanged(
          cluster.controls.latest(record -> id.equals(record.command())).orElse(null));
    }
    requireChangeable(placed);
    AppliedChange change = cluster.lifecycle.change();
    if (change == null) {
      throw new OperationRejectedException(
          CONFLICT, "there is no change to roll back; the last one was not made by Gnomon");
    }
    ConfigRequested rollback =
        new CommandBuilder(cluster.id, "o" + suffix(placed), placed.tracked(), cluster.settings)
            .rollback(change, placed.request().operator() + ": " + placed.request().reason());
    cluster.lifecycle.dropProposal(LapseCause.ROLLED_BACK);
    cluster.lifecycle.send(placed.tracked(), rollback, placed.out());
    return done(placed, OperatorRecordBuilder.rollBack(rollback));
  }

  /** The record of a proposal that was settled by this action before. */
  private Optional<OperatorRecorded> settled(String proposal, OperatorAction action) {
    return cluster.controls.latest(
        record -> record.action() == action && proposal.equals(record.proposal()));
  }

  private Proposal open(String id) throws OperationRejectedException {
    Proposal proposal = cluster.lifecycle.proposal();
    if (proposal == null || !proposal.id().equals(id)) {
      Optional<OperatorRecorded> settled =
          cluster.controls.latest(record -> Objects.equals(record.proposal(), id));
      throw settled.isPresent()
          ? new OperationRejectedException(
              CONFLICT,
              "proposal '"
                  + id
                  + "' was settled by "
                  + settled.get().operator()
                  + ": "
                  + settled.get().action().wireName())
          : new OperationRejectedException(
              UNKNOWN, "proposal '" + id + "' is not open; it has expired or was superseded");
    }
    return proposal;
  }

  private void requireChangeable(Placed placed) throws OperationRejectedException {
    PendingCommand pending = cluster.lifecycle.pending();
    if (pending != null) {
      throw new OperationRejectedException(
          CONFLICT,
          "command '"
              + pending.command().command()
              + "' is pending; wait for the scheduler's answer");
    }
    if (!placed.trusted()) {
      throw new OperationRejectedException(
          CONFLICT, "the cluster is degraded; wait for the scheduler's snapshot or answer");
    }
  }

  private void requireNotFrozen(Placed placed) throws OperationRejectedException {
    if (cluster.controls.frozen(placed.now())) {
      throw new OperationRejectedException(CONFLICT, "changes are frozen; lift the freeze first");
    }
  }

  private String suffix(Placed placed) {
    return cluster.ids.suffix(placed.offset() + "-" + cluster.controls.count());
  }

  private OperationResult done(Placed placed, OperatorRecordBuilder text) {
    OperatorRequest request = placed.request();
    String id = cluster.id + "-o" + suffix(placed);
    OperatorRecorded record = text.at(placed.now(), id, placed.offset(), request);
    cluster.controls.record(record);
    cluster.counters.operated(record.action());
    placed.out().publish(cluster.id, id, record);
    return OperationResult.done(record);
  }
}
