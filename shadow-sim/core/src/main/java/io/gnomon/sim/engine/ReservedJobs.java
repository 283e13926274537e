package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the jobs of the machine's reservations to their times: outside of them, such a job is held,
 * and one that still runs after the end is ended when the scheduler next compares running jobs with
 * their limits. Has no state of its own.
 *
 * <p>Source: manual of scontrol, {@code RESERVATIONS}, with {@code ResvOverRun} 0, and the observed
 * behaviour of slurmctld 22.05.
 */
final class ReservedJobs implements TimeSource {
  private final ClusterState state;
  private final List<Reservation> reservations;

  private ReservedJobs(ClusterState state) {
    this.state = state;
    reservations = state.nodes().machine().reservations();
  }

  /** Null if the cluster has no reservation that jobs may use. */
  static @Nullable ReservedJobs of(ClusterState state) {
    return state.hasNodes() && state.nodes().machine().usableReservations() > 0
        ? new ReservedJobs(state)
        : null;
  }

  /** Why a job that is submitted to a reservation is refused; null if it is accepted. */
  static @Nullable WaitingReason refusal(ClusterState state, int slot) {
    Shape shape = state.nodes().shape(slot);
    String name = shape.request().reservation();
    if (name.isEmpty()) {
      return null;
    }
    Machine machine = state.nodes().machine();
    if (shape.reservation() < 0) {
      return WaitingReason.RESERVATION_UNKNOWN;
    }
    Reservation reservation = machine.reservations().get(shape.reservation());
    if (!reservation.hasUsers()) {
      return WaitingReason.RESERVATION_DENIED;
    }
    if (!state.hasAccounting() || !state.accounting().hasAccount(slot)) {
      return null;
    }
    JobAccount jobAccount =
        state.accounting().jobAccounts().jobAccount(state.accounting().accountId(slot));
    String account = jobAccount.account();
    int association = state.accounting().account(slot).association();
    if (account.isEmpty() && association >= 0) {
      account = state.accounting().accounts().tree().get(association).account();
    }
    return admits(reservation, jobAccount.user(), account, state.accounting().accounts().tree())
        ? null
        : WaitingReason.RESERVATION_DENIED;
  }

  /** An account includes the accounts below it, as in Slurm. */
  private static boolean admits(
      Reservation reservation, String user, String account, AssociationTree tree) {
    if (reservation.admits(user, account)) {
      return true;
    }
    int above = tree.find(account, "").orElse(-1);
    while (above >= 0) {
      if (reservation.admits(user, tree.get(above).account())) {
        return true;
      }
      above = tree.parent(above);
    }
    return false;
  }

  /** Whether the reservation of a job has not begun, or has ended. */
  boolean isOutOfTime(int slot) {
    int reservation = state.nodes().shape(slot).reservation();
    return reservation >= 0 && !reservations.get(reservation).isActive(state.now());
  }

  /** The next time after {@code now} at which a reservation begins or ends, or ends its jobs. */
  @Override
  public int nextTime(int now) {
    long next = Simulation.NEVER;
    for (Reservation one : reservations) {
      if (one.hasUsers()) {
        next = one.start() > now ? Math.min(next, one.start()) : next;
        next = one.end() > now ? Math.min(next, one.end()) : next;
        next = lastSecond(one) > now ? Math.min(next, lastSecond(one)) : next;
      }
    }
    return (int) next;
  }

  private static long lastSecond(Reservation one) {
    return (one.end() + LimitChecks.SECONDS - 1L) / LimitChecks.SECONDS * LimitChecks.SECONDS;
  }

  /** Whether a reservation begins or ends at that time. */
  boolean isChange(int time) {
    return reservations.stream().anyMatch(one -> one.start() == time || one.end() == time);
  }

  /** The running jobs that end now because their reservation has ended. */
  int[] overrunning() {
    boolean any =
        reservations.stream().anyMatch(one -> one.hasUsers() && lastSecond(one) == state.now());
    RunningSet running = state.running();
    return IntStream.range(0, any ? running.size() : 0)
        .map(running::slot)
        .filter(
            slot -> {
              int reservation = state.nodes().shape(slot).reservation();
              return reservation >= 0 && lastSecond(reservations.get(reservation)) == state.now();
            })
        .toArray();
  }

  /** The waiting jobs whose reservation has not begun, or has ended; O(waiting jobs). */
  List<Integer> outOfTime() {
    List<Integer> slots = new ArrayList<>();
    state.forEach(
        JobPhase.WAITING,
        slot -> {
          if (isOutOfTime(slot)) {
            slots.add(slot);
          }
        });
    return slots;
  }

  /** The jobs that are held because their reservation had not begun, and it has; O(held jobs). */
  List<Integer> inTime() {
    List<Integer> slots = new ArrayList<>();
    state.forEach(
        JobPhase.HELD,
        slot -> {
          if (state.nodes().shape(slot).reservation() >= 0
              && !isOutOfTime(slot)
              && state.conditions().isHeldByReservation(slot)) {
            slots.add(slot);
          }
        });
    return slots;
  }

  /** The jobs that are held for no known reason other than their reservation. */
  List<Integer> heldWithoutReason() {
    List<Integer> slots = new ArrayList<>();
    state.forEach(
        JobPhase.HELD,
        slot -> {
          if (isOutOfTime(slot) && state.waitingReason(slot) == null) {
            slots.add(slot);
          }
        });
    return slots;
  }
}
