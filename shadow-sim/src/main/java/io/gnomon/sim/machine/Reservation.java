package io.gnomon.sim.machine;

import java.util.List;

/**
 * Nodes that are kept from all jobs for some time, such as for maintenance.
 *
 * @param nodes the names of its nodes
 * @param start first second, on the clock of the cluster's state
 * @param end the second after the last, after {@code start}
 */
public record Reservation(String name, List<String> nodes, int start, int end) {
  /** Checks the times. */
  public Reservation {
    if (end <= start) {
      throw new InvalidMachineException(
          "reservation '%s' is from %d to %d s; the end must be later than the start"
              .formatted(name, start, end));
    }
    nodes = List.copyOf(nodes);
  }
}
