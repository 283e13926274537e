package io.gnomon.controller.mirror;

import io.gnomon.events.accounting.AccountUsage;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.Accounts;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The state of a cluster as its scheduler declared it. */
public final class DeclaredState {
  private DeclaredState() {}

  /**
   * Returns the empty state of a declared cluster at second 0.
   *
   * @param declared its nodes, or null for a pool of processors
   * @param accounting its accounts, or null; a pool has none
   * @throws RejectedEventException if the nodes contradict themselves
   */
  public static ClusterState empty(
      long origin,
      int processors,
      io.gnomon.events.machine.@Nullable Machine declared,
      @Nullable Accounting accounting)
      throws RejectedEventException {
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

  /** Sets the date of second 0, which accounts need. */
  static void date(long origin, ClusterState state) {
    if (state.hasAccounting()) {
      state.accounting().date(origin, ZoneOffset.UTC);
    }
  }

  /** Replaces the usage of a state's accounts by the reported one, if there is one. */
  static void reportUsage(@Nullable Accounting reported, ClusterState state) {
    AccountUsage usage = reported == null ? null : reported.usage();
    if (usage != null && state.hasAccounting()) {
      state.accounting().report(AccountsReader.usage(usage, state.accounting().accounts().tree()));
    }
  }
}
