package io.gnomon.controller.mirror;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.JobConditions;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.priority.JobAccount;
import java.nio.IntBuffer;
import org.jspecify.annotations.Nullable;

/**
 * All that a state holds of an active job, apart from what it has derived itself. Two states with
 * equal descriptions of a job hold the same of it; new attributes of {@link ClusterState#copyRow}
 * are compared without a change here.
 *
 * @param row the row of the job, see {@link ClusterState#copyRow}
 * @param request what it requests of the nodes; null in a pool of processors
 * @param placement what it holds on the nodes, or held; null for other jobs and in a pool
 * @param jobAccount whose usage, account and QOS count; null without accounts
 * @param conditions what it waits for other than resources
 */
record MirroredJob(
    IntBuffer row,
    @Nullable Request request,
    @Nullable Placement placement,
    @Nullable JobAccount jobAccount,
    JobConditions conditions) {

  static MirroredJob of(ClusterState state, int slot) {
    int[] row = new int[ClusterState.ROW];
    state.copyRow(slot, row);
    boolean placed = state.hasNodes() && state.nodes().isPlaced(slot);
    boolean known = state.hasAccounting() && state.accounting().hasAccount(slot);
    return new MirroredJob(
        IntBuffer.wrap(row),
        state.hasNodes() ? state.nodes().shape(slot).request() : null,
        placed ? state.nodes().placement(slot) : null,
        known
            ? state.accounting().jobAccounts().jobAccount(state.accounting().accountId(slot))
            : null,
        conditions(state, slot));
  }

  /** The conditions of a job; none if nothing has been imposed. */
  static JobConditions conditions(ClusterState state, int slot) {
    JobConditions imposed = state.hasConditions() ? state.conditions().of(slot) : null;
    return imposed == null ? JobConditions.FREE : imposed;
  }
}
