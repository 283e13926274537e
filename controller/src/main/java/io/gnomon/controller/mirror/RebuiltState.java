package io.gnomon.controller.mirror;

import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.StateLoader;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a state on another machine, or on a pool of processors. They keep their slots and
 * attributes; those that have started keep their nodes if the machine has them. O(active jobs).
 */
final class RebuiltState {
  private final ClusterState before;
  private final ClusterState state;
  private final StateLoader loader;

  /**
   * Returns the jobs of a state on the machine that was declared, with its nodes as they are.
   *
   * @throws RejectedEventException if the machine or the accounts contradict themselves
   */
  static ClusterState of(
      ClusterState before,
      long origin,
      @Nullable DeclaredMachine declared,
      @Nullable Accounting accounting)
      throws RejectedEventException {
    return of(before, DeclaredState.empty(origin, 1, declared, accounting));
  }

  /**
   * Returns the jobs of a state on another machine, with the nodes that both have as they are; the
   * other nodes are down.
   *
   * @param empty the other machine or pool, without jobs, at second 0
   */
  static ClusterState of(ClusterState before, ClusterState empty) {
    if (before.hasNodes() && empty.hasNodes()) {
      empty.takeOverNodes(before);
    }
    return new RebuiltState(before, empty).state();
  }

  /**
   * Rebuilds a state.
   *
   * @param empty the other machine or pool, without jobs, at second 0
   */
  RebuiltState(ClusterState before, ClusterState empty) {
    this.before = before;
    state = empty;
    state.advanceTo(before.now());
    loader = new StateLoader(state);
    loader.layOut(before.slotLimit(), before.freeSlots());
    int[] slots = StateSnapshot.of(before).getInts("slot");
    if (state.hasNodes()) {
      onNodes(slots);
    } else {
      int processors = state.processors();
      state.setProcessors(ClusterState.LAST);
      for (int slot : slots) {
        loader.admit(slot, row(slot));
      }
      state.setProcessors(processors);
    }
    carryAccounts(slots);
    loader.copyConditions(before);
  }

  /** Usage and accounts, where both states have accounts. */
  private void carryAccounts(int[] slots) {
    if (before.hasAccounting() && state.hasAccounting()) {
      for (int slot : slots) {
        AccountsReader.carry(before, slot, state, slot);
      }
      state.accounting().takeOver(before.accounting());
      if (before.hasLimits() && state.hasLimits()) {
        state.limiting().takeOver(before.limiting());
      }
    }
  }

  /** The rebuilt state. */
  ClusterState state() {
    return state;
  }

  private void onNodes(int[] slots) {
    PlacementReader placements = new PlacementReader(state.nodes().machine());
    for (int slot : slots) {
      Request request =
          before.hasNodes()
              ? before.nodes().shape(slot).request()
              : Request.ofCpus(before.width(slot));
      Shape shape = state.nodes().shapes().of(request, before.estimate(slot));
      Placement placement = null;
      JobPhase phase = before.phase(slot);
      if (phase == JobPhase.RUNNING || phase == JobPhase.SUSPENDED) {
        placement = same(slot);
        if (placement == null) {
          placement =
              placements.assume(
                  shape,
                  before.heldProcessors(slot),
                  state.nodes().free(),
                  state.nodes().placedNodes());
        }
      }
      int[] row = row(slot);
      loader.admit(slot, row, shape.id(), placement);
    }
  }

  private int[] row(int slot) {
    int[] row = new int[ClusterState.ROW];
    before.copyRow(slot, row);
    return row;
  }

  /** What a job holds, with the numbers of the other machine; null if that lacks something. */
  private @Nullable Placement same(int slot) {
    if (!before.hasNodes()) {
      return null;
    }
    Nodes nodes = before.nodes();
    Machine from = nodes.machine();
    Machine to = state.nodes().machine();
    Placement held = nodes.placement(slot);
    if (held.hasGpus() && !from.gpuTypes().equals(to.gpuTypes())) {
      return null;
    }
    int[] numbers = Arrays.stream(held.nodes()).map(node -> to.node(from.name(node))).toArray();
    if (Arrays.stream(numbers).anyMatch(node -> node < 0)) {
      return null;
    }
    int partition = to.partition(from.partitions().get(held.partition()).name());
    return held.on(Math.max(0, partition), numbers);
  }
}
