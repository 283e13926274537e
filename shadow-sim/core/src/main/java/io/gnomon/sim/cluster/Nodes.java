package io.gnomon.sim.cluster;

import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.Shapes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link ClusterState} that exists on a machine of nodes: what is free on each node,
 * the shape of each active job, the placement of each started one, and the waiting jobs by shape.
 *
 * <p>Read-only for all but the state. Same thread contract as the state.
 */
public final class Nodes {
  private final Shapes shapes;
  private final FreeResources free;
  private final NodeState[] states;
  private final ShapeQueues waiting;
  private int[] shapeOf;
  private @Nullable Placement[] placementOf;
  private int stateChanges;
  private long placedNodes;

  Nodes(Machine machine) {
    this(new Shapes(machine));
  }

  Nodes(Shapes shapes) {
    this.shapes = shapes;
    Machine machine = shapes.machine();
    free = new FreeResources(machine);
    states = new NodeState[machine.nodes()];
    Arrays.fill(states, NodeState.UP);
    waiting = new ShapeQueues();
    shapeOf = new int[64];
    placementOf = new Placement[64];
  }

  private Nodes(Nodes from, int slotLimit) {
    shapes = from.shapes;
    free = from.free.copy();
    states = from.states.clone();
    waiting = from.waiting.copy(slotLimit);
    int length = Math.max(64, slotLimit);
    shapeOf = Arrays.copyOf(from.shapeOf, length);
    placementOf = Arrays.copyOf(from.placementOf, length);
    stateChanges = from.stateChanges;
    placedNodes = from.placedNodes;
  }

  /** The same nodes, all up, without jobs, with the same shapes. */
  Nodes emptied() {
    return new Nodes(shapes);
  }

  Nodes copy(int slotLimit) {
    return new Nodes(this, slotLimit);
  }

  /** The machine. */
  public Machine machine() {
    return shapes.machine();
  }

  /** The shapes of jobs; shared by all forks of a state. */
  public Shapes shapes() {
    return shapes;
  }

  /** What is free now; do not modify, {@link FreeResources#copy()} it. */
  public FreeResources free() {
    return free;
  }

  /** Whether and how a node can be used. */
  public NodeState state(int node) {
    return states[node];
  }

  /** Whether a node takes jobs. */
  public boolean takesJobs(int node) {
    return states[node] == NodeState.UP;
  }

  /** The states of all nodes as a column: their ordinals by number of the node; a copy. */
  public int[] states() {
    return Arrays.stream(states).mapToInt(NodeState::ordinal).toArray();
  }

  /** A number that grows whenever the state of a node changes. */
  public int stateChanges() {
    return stateChanges;
  }

  /** The shape of an active job. */
  public Shape shape(int slot) {
    return shapes.get(shapeOf[slot]);
  }

  /** The number of the shape of an active job. */
  public int shapeId(int slot) {
    return shapeOf[slot];
  }

  /**
   * What a running job holds, or a suspended job will hold again.
   *
   * @throws IllegalStateException if the job has not started
   */
  public Placement placement(int slot) {
    Placement placement = placementOf[slot];
    if (placement == null) {
      throw new IllegalStateException("the job in slot " + slot + " has not started");
    }
    return placement;
  }

  /** Number of shapes with waiting jobs. */
  public int waitingShapes() {
    return waiting.occupied();
  }

  /** The number of the {@code i}-th shape with waiting jobs, in no order. */
  public int waitingShape(int i) {
    return waiting.shape(i);
  }

  /** Whether a job of that shape waits. */
  public boolean anyWaiting(int shape) {
    return waiting.any(shape);
  }

  /** The waiting jobs of a shape that has some, in order of arrival; each has width 1 there. */
  public WaitingQueue waiting(int shape) {
    return waiting.of(shape);
  }

  // --- changes, made by the state

  void describe(int slot, int shape) {
    if (slot >= shapeOf.length) {
      int length = Math.max(slot + 1, 2 * shapeOf.length);
      shapeOf = Arrays.copyOf(shapeOf, length);
      placementOf = Arrays.copyOf(placementOf, length);
    }
    shapeOf[slot] = shape;
    placementOf[slot] = null;
  }

  void enqueue(int slot, int job, int estimate) {
    waiting.add(slot, shapeOf[slot], job, estimate);
  }

  void dequeue(int slot) {
    waiting.remove(slot, shapeOf[slot]);
  }

  void take(int slot, Placement placement) {
    remember(slot, placement);
    free.take(placement);
  }

  void remember(int slot, Placement placement) {
    placedNodes += placementOf[slot] == null ? placement.size() : 0;
    placementOf[slot] = placement;
  }

  void leave(int slot) {
    placedNodes -= placement(slot).size();
  }

  /** How many nodes the active jobs have, each node counted for each of its jobs. */
  public long placedNodes() {
    return placedNodes;
  }

  /** Whether a job has started, so that it has a placement. */
  public boolean isPlaced(int slot) {
    return placementOf[slot] != null;
  }

  void give(int slot) {
    free.give(placement(slot));
  }

  void forget(int slot) {
    Placement former = placementOf[slot];
    placedNodes -= former == null ? 0 : former.size();
    placementOf[slot] = null;
  }

  boolean areUsable(Placement placement) {
    for (int i = 0; i < placement.size(); i++) {
      if (!free.isUsable(placement.node(i))) {
        return false;
      }
    }
    return true;
  }

  boolean hasRoom(Placement placement) {
    return free.hasRoom(placement);
  }

  /** Returns the change of the CPUs of usable nodes. */
  int setState(int node, NodeState state) {
    int cpus = machine().nodeClass(node).cpus();
    int change = (state == NodeState.DOWN ? 0 : cpus) - (states[node] == NodeState.DOWN ? 0 : cpus);
    states[node] = state;
    stateChanges++;
    free.setUsable(node, takesJobs(node));
    return change;
  }

  long hash(int slot) {
    Placement placement = placementOf[slot];
    return 31 * shape(slot).request().fingerprint()
        + (placement == null ? 0 : placement.hashCode());
  }

  long hash() {
    long hash = 0;
    for (NodeState state : states) {
      hash = 31 * hash + state.ordinal();
    }
    return hash;
  }
}
