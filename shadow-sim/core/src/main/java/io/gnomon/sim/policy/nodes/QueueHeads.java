package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Starts jobs in a queue's order until the first one in each partition does not fit, its head. A
 * blocked job closes all partitions in which it may run, so that no later job passes it there;
 * other partitions stay open. A blocked job in a reservation closes that reservation only. Jobs
 * that can never run block nothing.
 */
final class QueueHeads {
  private final Placer placer;
  private final OpenPlaces open;
  private int[] heads = new int[4];
  private int count;

  QueueHeads(Machine machine, Placer placer) {
    this.placer = placer;
    open = new OpenPlaces(machine);
  }

  /** Opens all partitions and forgets the heads. */
  void begin(Nodes nodes) {
    open.openAll(nodes);
    count = 0;
  }

  /**
   * Starts the job in {@code slot} if it fits and no job blocks it; if it does not fit, it becomes
   * a head.
   *
   * @param fitting what is known about its shape
   */
  void offer(
      ClusterState state,
      int slot,
      FittingShapes fitting,
      StartViews views,
      Dispatcher dispatcher) {
    Shape shape = state.nodes().shape(slot);
    if (!shape.isPossible() || !open.includes(shape)) {
      return;
    }
    int seconds = state.estimate(slot);
    Placement placement =
        fitting.mayFit(shape.id()) ? place(shape, views.of(shape), seconds) : null;
    if (placement != null) {
      views.start(placement, seconds);
      dispatcher.start(slot, placement);
      return;
    }
    open.close(shape);
    if (count == heads.length) {
      heads = Arrays.copyOf(heads, 2 * count);
    }
    heads[count++] = slot;
  }

  private @Nullable Placement place(Shape shape, StartViews views, int seconds) {
    return placer.place(shape, views.view(views.level(seconds)), open.closedFor(shape));
  }

  /**
   * Starts the jobs that fit in order of arrival, those of higher tiers first, and finds the heads.
   * O(waiting shapes) for each job considered.
   */
  void startInArrivalOrder(
      ClusterState state, FittingShapes fitting, StartViews views, Dispatcher dispatcher) {
    begin(state.nodes());
    for (int next = firstArrival(state); next >= 0; next = firstArrival(state)) {
      offer(state, next, fitting, views, dispatcher);
    }
  }

  /** The first job that may run in an open partition, -1 if there is none. */
  private int firstArrival(ClusterState state) {
    Nodes nodes = state.nodes();
    int first = -1;
    int firstTier = 0;
    for (int i = 0; open.any() && i < nodes.waitingShapes(); i++) {
      Shape shape = nodes.shapes().get(nodes.waitingShape(i));
      if (shape.isPossible() && open.includes(shape)) {
        int slot = nodes.waiting(shape.id()).first();
        int tier = shape.tier();
        if (first < 0
            || tier > firstTier
            || (tier == firstTier && state.job(slot) < state.job(first))) {
          first = slot;
          firstTier = tier;
        }
      }
    }
    return first;
  }

  /** Whether any partition or reservation is open. */
  boolean anyOpen() {
    return open.any();
  }

  /** Number of heads. */
  int count() {
    return count;
  }

  /** The {@code i}-th head, in the order in which they were found. */
  int head(int i) {
    return heads[i];
  }

  /** Whether the job in {@code slot} is a head. */
  boolean isHead(int slot) {
    for (int i = 0; i < count; i++) {
      if (heads[i] == slot) {
        return true;
      }
    }
    return false;
  }
}
