package io.gnomon.sim.policy.nodes.plan;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.ConsTres;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Reservations of some waiting jobs on nodes, made one after the other in a pass: beside running
 * jobs, the reservations of the machine and each other. Not thread-safe.
 *
 * <p>Cost of {@link #clear}: O(places + nodes of running jobs). A search costs O(places) for a job
 * on one node.
 */
public final class NodeReservations {
  private final ClusterState state;
  private final NodeTimelines timelines;
  private final ShapeNeeds needs;
  private final PlanSearch search;

  /** No reservations. */
  public NodeReservations(ClusterState state) {
    this(state, new NodeTimelines(state.nodes().machine()));
  }

  private NodeReservations(ClusterState state, NodeTimelines timelines) {
    this(state, timelines, new ShapeNeeds(state.nodes().machine(), timelines.groups()));
  }

  private NodeReservations(ClusterState state, NodeTimelines timelines, ShapeNeeds needs) {
    Machine machine = state.nodes().machine();
    this.state = state;
    this.timelines = timelines;
    this.needs = needs;
    search = new PlanSearch(timelines, new ConsTres(machine));
  }

  /** The same for a fork of the state. */
  public NodeReservations copy(ClusterState forked) {
    return new NodeReservations(forked, timelines.copy(), needs.copy());
  }

  /** Forgets all reservations; only running jobs and the machine's reservations hold resources. */
  public void clear() {
    timelines.reset(state);
  }

  /**
   * What a job would hold that starts now.
   *
   * @return null if it does not fit, beside all reservations, for {@code seconds}
   */
  public @Nullable Placement placeNow(Shape shape, int seconds) {
    search.reserveBeside(null);
    int start = search.firstBeside(kind(shape, seconds), state.now(), state.now() + 1);
    return start == NEVER
        ? null
        : timelines.groups().bind(search.placement(), state.nodes().free());
  }

  /**
   * The first time from {@code from} on at which a job can start; {@link
   * io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is none.
   */
  public int first(Shape shape, int seconds, int from) {
    search.reserveBeside(state.nodes().free());
    return search.firstBeside(kind(shape, seconds), from, NEVER);
  }

  private PlannedKind kind(Shape shape, int seconds) {
    return new PlannedKind(shape, seconds, needs.of(shape), state.now());
  }

  /** What the job found by {@link #first} will hold. */
  public Placement placement() {
    return search.placement();
  }

  /** Reserves what a job holds. */
  public void reserve(Placement placement, int start, int seconds) {
    timelines.take(placement, start, NodeTimelines.end(start, seconds));
  }
}
