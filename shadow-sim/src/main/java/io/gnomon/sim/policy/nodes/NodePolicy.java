package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.ConsTres;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Placer;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;

/**
 * What queue policies on nodes share: the shapes that fit, the reservations of the machine, and a
 * pass that ends at once if no waiting job fits.
 */
public abstract class NodePolicy implements SchedulingPolicy {
  private static final Machine NO_MACHINE = Machine.of(1, NodeClass.of(1, 0));

  private final PolicySpec spec;
  private ClusterState state = new ClusterState(NO_MACHINE);
  private Placer placer = new ConsTres(NO_MACHINE);
  private FittingShapes fitting = new FittingShapes(placer);
  private QueueHeads heads = new QueueHeads(NO_MACHINE, placer);
  private int stateChanges;

  /** A policy with that spec. */
  protected NodePolicy(PolicySpec spec) {
    this.spec = spec;
  }

  @Override
  public final PolicySpec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    Machine machine = adopted.nodes().machine();
    placer = new ConsTres(machine);
    fitting = new FittingShapes(placer);
    heads = new QueueHeads(machine, placer);
  }

  /** Takes over the state of {@code origin} for a fork. */
  protected final void copyFrom(NodePolicy origin, ClusterState forked) {
    adopt(forked);
    fitting = origin.fitting.copy(placer);
    stateChanges = origin.stateChanges;
  }

  @Override
  public void submitted(int slot) {
    fitting.submitted(state.nodes().shapeId(slot));
  }

  @Override
  public void ended(int slot, boolean completed) {
    fitting.released(state.nodes().placement(slot));
  }

  @Override
  public void changed(int slot) {
    fitting.reset();
  }

  @Override
  public final void pass(Dispatcher dispatcher) {
    if (state.waiting().isEmpty()) {
      return;
    }
    if (stateChanges != state.nodes().stateChanges()) {
      stateChanges = state.nodes().stateChanges();
      fitting.reset();
    }
    if (fitting.refresh(state.nodes(), state.nodes().free())) {
      pass(dispatcher, Hold.of(state.nodes().machine(), state.now()));
    }
  }

  /** The end of the next reservation of the machine, when waiting jobs may get its nodes. */
  @Override
  public int nextTimer() {
    return state.waiting().isEmpty()
        ? NEVER
        : state.nodes().machine().nextReservationEnd(state.now());
  }

  /**
   * Makes a pass in which some job may fit.
   *
   * @param reservations those of the machine; the pass may add others
   */
  protected abstract void pass(Dispatcher dispatcher, List<Hold> reservations);

  /** The adopted state. */
  protected final ClusterState state() {
    return state;
  }

  /** The rules by which jobs get their nodes. */
  protected final Placer placer() {
    return placer;
  }

  /** The shapes that may fit now. */
  protected final FittingShapes fitting() {
    return fitting;
  }

  /** The first job of each partition that does not fit. */
  protected final QueueHeads heads() {
    return heads;
  }
}
