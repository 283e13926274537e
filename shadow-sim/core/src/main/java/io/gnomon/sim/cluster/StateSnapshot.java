package io.gnomon.sim.cluster;

import io.gnomon.sim.eligibility.ConditionsSnapshot;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.PlacementSnapshot;
import io.gnomon.sim.machine.placement.ShapeSnapshot;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.priority.JobAccounts;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The snapshot of a {@link ClusterState}: clock, capacity, slots, and the active jobs as one column
 * per attribute.
 *
 * <p>Jobs are written held and suspended first, then in the order of the waiting queue, then in the
 * order of the running set. A restored state has the same slots and the same orders, so that sums
 * over its jobs are equal to the last bit. Both directions cost O(slots).
 *
 * <p>A cluster of nodes also has the states of its nodes, the shapes and the placements of its
 * jobs. The machine and the accounts themselves are not part of the snapshot. A cluster with
 * conditions has these too.
 */
public final class StateSnapshot {
  private static final String[] COLUMNS = new String[JobTable.ROW];

  static {
    COLUMNS[JobTable.JOB] = "job";
    COLUMNS[JobTable.SUBMIT] = "submit";
    COLUMNS[JobTable.WIDTH] = "width";
    COLUMNS[JobTable.ESTIMATE] = "estimate";
    COLUMNS[JobTable.START] = "start";
    COLUMNS[JobTable.HELD_PROCESSORS] = "heldProcessors";
    COLUMNS[JobTable.EXPECTED_END] = "expectedEnd";
    COLUMNS[JobTable.SERVED] = "served";
    COLUMNS[JobTable.USER] = "user";
    COLUMNS[JobTable.APPLICATION] = "application";
    COLUMNS[JobTable.PRIORITY] = "priority";
    COLUMNS[JobTable.PARTITION] = "partition";
    COLUMNS[JobTable.PHASE] = "phase";
    COLUMNS[JobTable.NARROWEST] = "narrowest";
    COLUMNS[JobTable.WIDEST] = "widest";
  }

  private static final String ACCOUNTING = "accounting";
  private static final String LIMITS = "limits";

  private StateSnapshot() {}

  /** Returns a snapshot of a state; the field "slot" has the slot of each job. */
  public static Snapshot of(ClusterState state) {
    int[] slots = slots(state);
    int[][] columns = new int[COLUMNS.length][slots.length];
    int[] row = new int[ClusterState.ROW];
    for (int i = 0; i < slots.length; i++) {
      state.copyRow(slots[i], row);
      for (int column = 0; column < columns.length; column++) {
        columns[column][i] = row[column];
      }
    }
    Snapshot snapshot =
        new Snapshot()
            .put("now", state.now())
            .put("processors", state.processors())
            .put("slotLimit", state.slotLimit())
            .put("freeSlots", state.freeSlots())
            .putStrings("phases", phases())
            .put("slot", slots);
    for (int column = 0; column < columns.length; column++) {
      snapshot.put(COLUMNS[column], columns[column]);
    }
    if (state.hasNodes()) {
      writeNodes(state.nodes(), slots, snapshot);
    }
    if (state.hasAccounting()) {
      snapshot.put(ACCOUNTING, AccountingSnapshot.of(state.accounting(), slots));
    }
    if (state.hasLimits()) {
      snapshot.put(LIMITS, state.limiting().snapshot());
    }
    if (state.hasConditions()) {
      snapshot.put("conditions", ConditionsSnapshot.of(state.conditions()));
    }
    return snapshot;
  }

  private static void writeNodes(Nodes nodes, int[] slots, Snapshot into) {
    into.put("nodeState", nodes.states());
    ShapeSnapshot.write(nodes.shapes(), Arrays.stream(slots).map(nodes::shapeId).toArray(), into);
    List<@Nullable Placement> placements = new ArrayList<>(slots.length);
    for (int slot : slots) {
      placements.add(nodes.isPlaced(slot) ? nodes.placement(slot) : null);
    }
    PlacementSnapshot.write(placements, into);
  }

  /**
   * Returns the state of a snapshot of a pool of processors.
   *
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length
   */
  public static ClusterState restored(Snapshot snapshot) {
    return restored(snapshot, null, null, null);
  }

  /**
   * Returns the state of a snapshot of a cluster of nodes without accounts.
   *
   * @param shapes of the machine of nodes that the snapshot is of, or null for a pool
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length
   */
  public static ClusterState restored(Snapshot snapshot, @Nullable Shapes shapes) {
    return restored(snapshot, shapes, null, null);
  }

  /**
   * Returns the state of a snapshot of the same cluster as another state. A snapshot without
   * accounts or limits, as older versions write, is one of no usage.
   *
   * @param same a state with the shapes, accounts and limits that the result gets
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length
   */
  public static ClusterState restored(Snapshot snapshot, ClusterState same) {
    return restored(
        snapshot,
        same.hasNodes() ? same.nodes().shapes() : null,
        same.hasAccounting() ? same.accounting().jobAccounts() : null,
        same.hasLimits() ? same.limiting() : null);
  }

  private static ClusterState restored(
      Snapshot snapshot,
      @Nullable Shapes shapes,
      @Nullable JobAccounts jobAccounts,
      @Nullable Limiting limits) {
    int[] slots = snapshot.getInts("slot");
    int[][] columns = new int[COLUMNS.length][];
    for (int column = 0; column < columns.length; column++) {
      columns[column] = snapshot.getInts(COLUMNS[column], slots.length);
    }
    requireSamePhases(snapshot);
    // running jobs may hold more than the capacity, so it is set last
    ClusterState state =
        shapes == null
            ? new ClusterState(ClusterState.LAST)
            : new ClusterState(shapes, jobAccounts, limits);
    state.advanceTo(snapshot.getInt("now"));
    StateLoader loader = new StateLoader(state);
    loader.layOut(snapshot.getInt("slotLimit"), snapshot.getInts("freeSlots"));
    int[] shape = shapes == null ? new int[0] : ShapeSnapshot.read(shapes, snapshot, slots.length);
    @Nullable Placement[] placements =
        shapes == null ? new Placement[0] : PlacementSnapshot.read(snapshot, slots.length);
    int[] row = new int[ClusterState.ROW];
    for (int i = 0; i < slots.length; i++) {
      for (int column = 0; column < columns.length; column++) {
        row[column] = columns[column][i];
      }
      if (shapes == null) {
        loader.admit(slots[i], row);
      } else {
        loader.admit(slots[i], row, shape[i], placements[i]);
      }
    }
    if (shapes == null) {
      state.setProcessors(snapshot.getInt("processors"));
    } else {
      state.setNodes(snapshot.getInts("nodeState", state.nodes().machine().nodes()));
    }
    if (state.hasAccounting() && snapshot.has(ACCOUNTING)) {
      AccountingSnapshot.restore(snapshot.getSection(ACCOUNTING), slots, state);
    }
    if (state.hasLimits() && snapshot.has(LIMITS)) {
      state.limiting().restore(snapshot.getSection(LIMITS));
    }
    restoreConditions(snapshot, state, loader);
    return state;
  }

  private static void restoreConditions(Snapshot snapshot, ClusterState state, StateLoader loader) {
    if (!snapshot.has("conditions")) {
      return;
    }
    Map<Integer, Integer> slots = state.slotsByJob();
    loader.restoreConditions(
        ConditionsSnapshot.restored(
            snapshot.getSection("conditions"),
            new ConditionsSnapshot.Phases() {
              @Override
              public int slot(int job) {
                Integer slot = slots.get(job);
                if (slot == null) {
                  throw new IllegalArgumentException(
                      snapshot.describe("conditions")
                          + " names job "
                          + job
                          + ", which is not active");
                }
                return slot;
              }

              @Override
              public boolean isHeld(int slot) {
                return state.phase(slot) == JobPhase.HELD;
              }

              @Override
              public boolean isStarted(int slot) {
                return state.phase(slot).isStarted();
              }
            }));
  }

  /** The column "phase" has indexes into "phases"; the two must not be able to drift apart. */
  private static void requireSamePhases(Snapshot snapshot) {
    List<String> written = snapshot.getStrings("phases");
    List<String> known = phases();
    if (written.size() > known.size() || !known.subList(0, written.size()).equals(written)) {
      throw new IllegalArgumentException(
          snapshot.describe("phases") + " is " + written + "; this version supports " + known);
    }
  }

  private static List<String> phases() {
    return Arrays.stream(JobPhase.values()).map(JobPhase::name).toList();
  }

  private static int[] slots(ClusterState state) {
    int[] slots = new int[state.activeCount()];
    int count = 0;
    for (int slot = 0; slot < state.slotLimit(); slot++) {
      if (state.occupied(slot)
          && (state.phase(slot) == JobPhase.HELD || state.phase(slot) == JobPhase.SUSPENDED)) {
        slots[count++] = slot;
      }
    }
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      slots[count++] = slot;
    }
    for (int i = 0; i < state.running().size(); i++) {
      slots[count++] = state.running().slot(i);
    }
    return slots;
  }
}
