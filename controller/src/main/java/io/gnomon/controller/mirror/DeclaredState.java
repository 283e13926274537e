package io.gnomon.controller.mirror;

import io.gnomon.controller.room.DeclaredBytes;
import io.gnomon.controller.room.Room;
import io.gnomon.events.RejectReason;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.Accounts;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The state of a cluster as its scheduler declared it. */
public final class DeclaredState {
  private DeclaredState() {}

  /**
   * Returns the empty state of a declared cluster at second 0, in a room that is large enough.
   *
   * @throws RejectedEventException if the nodes contradict themselves
   */
  public static ClusterState empty(
      long origin,
      int processors,
      @Nullable DeclaredMachine declared,
      @Nullable Accounting accounting)
      throws RejectedEventException {
    return empty(origin, processors, declared, accounting, Room.UNLIMITED);
  }

  /**
   * Returns the empty state of a declared cluster at second 0.
   *
   * @param declared its nodes, or null for a pool of processors
   * @param accounting its accounts, or null; a pool has none
   * @param room what its state takes, which is taken before anything is expanded
   * @throws RejectedEventException if there is no room, or the nodes contradict themselves
   */
  public static ClusterState empty(
      long origin,
      int processors,
      @Nullable DeclaredMachine declared,
      @Nullable Accounting accounting,
      Room room)
      throws RejectedEventException {
    takeRoom(declared, accounting, room);
    if (declared == null) {
      return new ClusterState(processors);
    }
    Machine machine = MachineReader.machine(declared, origin);
    Accounts accounts = AccountsReader.accounts(accounting, machine).orElse(null);
    ClusterState state =
        new ClusterState(
            machine,
            accounts,
            LimitsReader.amounts(accounting, accounts, declared, machine).orElse(null));
    MachineReader.setStates(declared, state);
    reportUsage(accounting, state);
    date(origin, state);
    return state;
  }

  /** Takes the room that a declaration needs, before anything is expanded. */
  static void takeRoom(
      @Nullable DeclaredMachine declared, @Nullable Accounting accounting, Room room)
      throws RejectedEventException {
    String refusal = room.take(DeclaredBytes.of(declared, accounting));
    if (refusal != null) {
      throw new RejectedEventException(RejectReason.NOT_ADMITTED, refusal);
    }
  }

  /**
   * Returns the jobs of an earlier state of a cluster with the shapes, accounts and limits of
   * another one, as if it had been declared so then. O(active jobs of the earlier state).
   */
  public static ClusterState rebuilt(ClusterState earlier, ClusterState like) {
    return RebuiltState.of(earlier, like.emptied());
  }

  /** Sets the date of second 0, which accounts need. */
  static void date(long origin, ClusterState state) {
    if (state.hasAccounting()) {
      state.accounting().date(origin, ZoneOffset.UTC);
    }
  }

  /** Replaces the usage of a state's accounts by the reported one, if there is one. */
  public static void reportUsage(@Nullable Accounting reported, ClusterState state) {
    AccountUsage usage = reported == null ? null : reported.usage();
    if (usage != null && state.hasAccounting()) {
      state.accounting().report(AccountsReader.usage(usage, state.accounting().accounts().tree()));
    }
  }
}
