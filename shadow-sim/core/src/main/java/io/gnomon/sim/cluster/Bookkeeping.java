package io.gnomon.sim.cluster;

import io.gnomon.sim.eligibility.Conditions;
import io.gnomon.sim.eligibility.WaitingReason;
import org.jspecify.annotations.Nullable;

/**
 * Conditions, accounts and limits of a cluster's jobs, as far as the cluster has them. A {@link
 * ClusterState} reports each of its transitions to them. On a cluster without them, a report costs
 * a comparison for each.
 */
final class Bookkeeping {
  @Nullable Conditions conditions; // exists from the first job with conditions on
  final @Nullable FairShareAccounting accounting;
  final @Nullable Limiting limiting;

  Bookkeeping(@Nullable FairShareAccounting accounting, @Nullable Limiting limiting) {
    this.accounting = accounting;
    this.limiting = limiting;
  }

  Bookkeeping copy(int slotLimit) {
    Bookkeeping copy =
        new Bookkeeping(
            accounting == null ? null : accounting.copy(slotLimit),
            limiting == null ? null : limiting.copy(slotLimit));
    copy.conditions = conditions == null ? null : conditions.copy();
    return copy;
  }

  /** The same accounts and limits without usage and jobs. */
  Bookkeeping emptied() {
    return new Bookkeeping(
        accounting == null ? null : accounting.emptied(),
        limiting == null ? null : limiting.emptied());
  }

  Conditions conditions() {
    if (conditions == null) {
      conditions = new Conditions();
    }
    return conditions;
  }

  FairShareAccounting accounting() {
    if (accounting == null) {
      throw new IllegalStateException("the accounts of the cluster are not known");
    }
    return accounting;
  }

  Limiting limiting() {
    if (limiting == null) {
      throw new IllegalStateException("the limits of the cluster are not known");
    }
    return limiting;
  }

  // --- transitions

  /** The clock moves to {@code time}. */
  void advances(ClusterView state, int time) {
    if (accounting != null) {
      accounting.advance(state, time);
    }
  }

  /** A job has entered, in any phase; its shape is known. */
  void entered(ClusterView state, int slot) {
    if (accounting != null) {
      accounting.enter(slot);
    }
    if (limiting != null) {
      limiting.enter(state, slot);
    }
  }

  /** The account of a job has become known. */
  void account(ClusterView state, int slot, int account) {
    accounting().account(slot, account);
    if (limiting != null) {
      limiting.account(state, slot, account, accounting().accountOrUnknown(slot));
    }
  }

  void held(ClusterView state, int slot, @Nullable WaitingReason reason) {
    if (reason != null || conditions != null || accounting != null) {
      conditions().held(slot, state.job(slot), reason);
    }
  }

  void released(ClusterView state, int slot) {
    if (conditions != null) {
      conditions.released(slot, state.now());
    }
  }

  void started(ClusterView state, int slot) {
    if (conditions != null) {
      conditions.started(slot, state.job(slot), state.now());
    }
    if (limiting != null) {
      limiting.started(state, slot, state.nodes().placement(slot));
    }
  }

  /** A running job stops; it still holds what it has. */
  void stops(ClusterView state, int slot) {
    if (accounting != null) {
      accounting.charge(state, slot, state.now());
    }
  }

  void requeued(ClusterView state, int slot) {
    if (limiting != null) {
      limiting.stopped(slot, state.now());
    }
    if (conditions != null || accounting != null) {
      conditions().requeued(slot, state.job(slot), state.now());
    }
  }

  /**
   * A job leaves.
   *
   * @param success whether it has ended as intended
   */
  void left(ClusterView state, int slot, boolean isStarted, boolean success) {
    if (limiting != null) {
      limiting.left(slot, state.now());
    }
    if (conditions != null) {
      conditions.left(slot, state.job(slot), state.now(), isStarted, success);
    }
  }

  // --- usage

  /** What a job that has started is charged per second: what it is billed, by default its CPUs. */
  double chargedPerSecond(ClusterView state, int slot) {
    return limiting == null ? state.heldProcessors(slot) : limiting.chargedPerSecond(slot);
  }

  /** Usage is recalculated; called by the accounting. */
  void recalculated(ClusterView state, int at, double keptPerSecond) {
    if (limiting != null) {
      limiting.recalculate(state, at, keptPerSecond);
    }
  }

  /** Usage is set to 0; called by the accounting. */
  void reset() {
    if (limiting != null) {
      limiting.resetUsage();
    }
  }
}
