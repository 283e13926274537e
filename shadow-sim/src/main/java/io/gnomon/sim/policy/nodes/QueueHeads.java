package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Placer;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.policy.Dispatcher;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Starts jobs in a queue's order until the first one in each partition does not fit, its head. A
 * blocked job closes all partitions in which it may run, so that no later job passes it there;
 * other partitions stay open. A blocked job in a reservation closes that reservation only. Jobs
 * that can never run block nothing.
 */
public final class QueueHeads {
  private final Placer placer;
  private final boolean[] closed; // partitions
  private final boolean[] closedReservations;
  private final int usableReservations;
  private int open; // partitions and reservations
  private int[] heads = new int[4];
  private int count;

  QueueHeads(Machine machine, Placer placer) {
    this.placer = placer;
    closed = new boolean[machine.partitions().size()];
    closedReservations = new boolean[machine.reservations().size()];
    usableReservations = machine.usableReservations();
  }

  /** Opens all partitions and forgets the heads. */
  public void begin() {
    Arrays.fill(closed, false);
    Arrays.fill(closedReservations, false);
    open = closed.length + usableReservations;
    count = 0;
  }

  /**
   * Starts the job in {@code slot} if it fits and no job blocks it; if it does not fit, it becomes
   * a head.
   *
   * @param fitting what is known about its shape
   */
  public void offer(
      ClusterState state,
      int slot,
      FittingShapes fitting,
      StartViews views,
      Dispatcher dispatcher) {
    Shape shape = state.nodes().shape(slot);
    if (!shape.isPossible() || !isOpen(shape)) {
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
    close(shape);
    if (count == heads.length) {
      heads = Arrays.copyOf(heads, 2 * count);
    }
    heads[count++] = slot;
  }

  private @Nullable Placement place(Shape shape, StartViews views, int seconds) {
    boolean[] shut = shape.reservation() < 0 ? closed : Placer.ALL_OPEN;
    return placer.place(shape, views.view(views.level(seconds)), shut);
  }

  private void close(Shape shape) {
    if (shape.reservation() >= 0) {
      closedReservations[shape.reservation()] = true;
      open--;
      return;
    }
    for (int i = 0; i < shape.partitions(); i++) {
      open -= closed[shape.partition(i)] ? 0 : 1;
      closed[shape.partition(i)] = true;
    }
  }

  /**
   * Starts the jobs that fit in order of arrival, those of higher tiers first, and finds the heads.
   * O(waiting shapes) for each job considered.
   */
  public void startInArrivalOrder(
      ClusterState state, FittingShapes fitting, StartViews views, Dispatcher dispatcher) {
    begin();
    for (int next = firstArrival(state); next >= 0; next = firstArrival(state)) {
      offer(state, next, fitting, views, dispatcher);
    }
  }

  /** The first job that may run in an open partition, -1 if there is none. */
  private int firstArrival(ClusterState state) {
    Nodes nodes = state.nodes();
    int first = -1;
    int firstTier = 0;
    for (int i = 0; open > 0 && i < nodes.waitingShapes(); i++) {
      Shape shape = nodes.shapes().get(nodes.waitingShape(i));
      if (shape.isPossible() && isOpen(shape)) {
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

  private boolean isOpen(Shape shape) {
    if (shape.reservation() >= 0) {
      return !closedReservations[shape.reservation()];
    }
    for (int i = 0; i < shape.partitions(); i++) {
      if (!closed[shape.partition(i)]) {
        return true;
      }
    }
    return false;
  }

  /** Whether any partition or reservation is open. */
  public boolean anyOpen() {
    return open > 0;
  }

  /** Number of heads. */
  public int count() {
    return count;
  }

  /** The {@code i}-th head, in the order in which they were found. */
  public int head(int i) {
    return heads[i];
  }

  /** Whether the job in {@code slot} is a head. */
  public boolean isHead(int slot) {
    for (int i = 0; i < count; i++) {
      if (heads[i] == slot) {
        return true;
      }
    }
    return false;
  }
}
