package io.gnomon.events.machine;

import io.gnomon.slurm.value.HostList;
import java.util.List;

/**
 * Nodes that are kept free for a time.
 *
 * @param name its name
 * @param start when it starts, in epoch seconds
 * @param end when it ends, after {@code start}
 * @param nodes its nodes
 * @param users the users whose jobs may use it
 * @param accounts the accounts whose jobs may use it
 */
public record MachineReservation(
    String name, long start, long end, HostList nodes, List<String> users, List<String> accounts) {
  /** Copies lists that are not immutable. */
  public MachineReservation {
    users = List.copyOf(users);
    accounts = List.copyOf(accounts);
  }
}
