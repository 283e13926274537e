package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.List;

/** A policy as its definition says, with which tests compare the fast one. */
public abstract class PlainPolicy implements SchedulingPolicy {
  protected ClusterState state;

  @Override
  public Spec spec() {
    return Spec.of("plain");
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    throw new UnsupportedOperationException();
  }

  /** The waiting jobs in the order of the state. */
  protected final List<Integer> waiting() {
    List<Integer> slots = new ArrayList<>();
    for (int slot = state.waiting().first(); slot >= 0; slot = state.waiting().next(slot)) {
      slots.add(slot);
    }
    return slots;
  }

  /** The next end of a reservation of the machine. */
  protected final int nextEndOfReservation() {
    return state.nodes().machine().reservations().stream()
        .mapToInt(Reservation::end)
        .filter(end -> end > state.now())
        .min()
        .orElse(NEVER);
  }
}
