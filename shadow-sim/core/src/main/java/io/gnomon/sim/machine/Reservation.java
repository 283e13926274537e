package io.gnomon.sim.machine;

import java.util.List;

/**
 * Nodes that are kept for some time: for the jobs that are submitted into the reservation, or, if
 * no job may be, from all jobs, such as for maintenance.
 *
 * <p>Source: manual of scontrol, {@code RESERVATIONS}.
 *
 * @param name its name, which submissions use
 * @param nodes the names of its nodes
 * @param start first second, on the clock of the cluster's state
 * @param end the second after the last, after {@code start}
 * @param users whose jobs may use it; empty for those of any user of the accounts
 * @param accounts whose jobs may use it; empty for those of any account of the users
 */
public record Reservation(
    String name,
    List<String> nodes,
    int start,
    int end,
    List<String> users,
    List<String> accounts) {
  /** Checks the times. */
  public Reservation {
    if (end <= start) {
      throw new InvalidMachineException(
          "reservation '%s' is from %d to %d s; the end must be later than the start"
              .formatted(name, start, end));
    }
    nodes = NodeNames.copyOf(nodes);
    users = List.copyOf(users);
    accounts = List.copyOf(accounts);
  }

  /** A reservation that no job may use. */
  public Reservation(String name, List<String> nodes, int start, int end) {
    this(name, nodes, start, end, List.of(), List.of());
  }

  /** Whether there are jobs that may use it. */
  public boolean hasUsers() {
    return !users.isEmpty() || !accounts.isEmpty();
  }

  /** Whether it has begun and not ended at that second. */
  public boolean isActive(int time) {
    return start <= time && time < end;
  }

  /** Whether jobs of that user and account may use it. */
  public boolean admits(String user, String account) {
    return hasUsers()
        && (users.isEmpty() || users.contains(user))
        && (accounts.isEmpty() || accounts.contains(account));
  }
}
