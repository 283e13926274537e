package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;
import java.util.List;

/**
 * The partitions and reservations in which a pass may still start jobs. A job that does not fit
 * closes all partitions in which it may run, or, if it is in a reservation, that reservation only.
 *
 * <p>A reservation counts if it admits jobs, or if one waits in it: the scheduler may report a job
 * in a reservation that, as far as Gnomon knows, admits none. Not thread-safe.
 */
public final class OpenPlaces {
  private final List<Reservation> reservations;
  private final boolean[] closedPartitions;
  private final boolean[] closedReservations;
  private int open;

  /** The places of a machine, none of them open. */
  public OpenPlaces(Machine machine) {
    reservations = machine.reservations();
    closedPartitions = new boolean[machine.partitions().size()];
    closedReservations = new boolean[reservations.size()];
  }

  /** Opens all places. O(waiting shapes) with reservations, else O(partitions). */
  public void openAll(Nodes nodes) {
    Arrays.fill(closedPartitions, false);
    open = closedPartitions.length;
    if (closedReservations.length == 0) {
      return;
    }
    for (int i = 0; i < closedReservations.length; i++) {
      closedReservations[i] = !reservations.get(i).hasUsers();
    }
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      int reservation = nodes.shapes().get(nodes.waitingShape(i)).reservation();
      if (reservation >= 0) {
        closedReservations[reservation] = false;
      }
    }
    for (boolean closed : closedReservations) {
      open += closed ? 0 : 1;
    }
  }

  /** Whether a job of that shape may start. */
  public boolean includes(Shape shape) {
    if (shape.reservation() >= 0) {
      return !closedReservations[shape.reservation()];
    }
    for (int i = 0; i < shape.partitions(); i++) {
      if (!closedPartitions[shape.partition(i)]) {
        return true;
      }
    }
    return false;
  }

  /** Closes the places of a job of that shape. */
  public void close(Shape shape) {
    if (shape.reservation() >= 0) {
      close(closedReservations, shape.reservation());
      return;
    }
    for (int i = 0; i < shape.partitions(); i++) {
      close(closedPartitions, shape.partition(i));
    }
  }

  private void close(boolean[] places, int place) {
    open -= places[place] ? 0 : 1;
    places[place] = true;
  }

  /** Whether a partition is closed. */
  public boolean isClosed(int partition) {
    return closedPartitions[partition];
  }

  /** The closed partitions as a placement of that shape sees them; do not modify. */
  boolean[] closedFor(Shape shape) {
    return shape.reservation() < 0 ? closedPartitions : Placer.ALL_OPEN;
  }

  /** Whether any place is open. */
  public boolean any() {
    return open > 0;
  }
}
