package io.gnomon.sim.limit;

import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Why jobs wait because of the machine: the state and limits of their partitions, or reservations.
 * Source: manual of squeue, job reason codes.
 */
public final class MachineReasons {
  private MachineReasons() {}

  /**
   * Why none of its partitions starts a job; null if one may. The reason is that of the first.
   *
   * @param estimate requested seconds
   */
  public static @Nullable WaitingReason ofPartitions(Machine machine, Shape shape, int estimate) {
    Request request = shape.request();
    WaitingReason first = null;
    for (int i = 0; i < Math.max(1, request.partitions().size()); i++) {
      int number = partition(machine, request, i);
      if (number >= 0) {
        WaitingReason reason = of(machine.partitions().get(number), request, estimate);
        if (reason == null) {
          return null;
        }
        first = first == null ? reason : first;
      }
    }
    return first;
  }

  /**
   * Whether its partitions never start a job, because it requests more time, or more or fewer
   * nodes, than they allow. Costs O(1) for a job that an idle machine could start.
   */
  public static boolean forbidsPartitions(Machine machine, Shape shape, int estimate) {
    if (shape.isPossible()) {
      return false;
    }
    WaitingReason reason = ofPartitions(machine, shape, estimate);
    return reason == WaitingReason.PARTITION_NODES || reason == WaitingReason.PARTITION_TIME;
  }

  /** The first partition of a job that the machine has; null if it has none of them. */
  public static @Nullable Partition firstPartition(Machine machine, Request request) {
    for (int i = 0; i < Math.max(1, request.partitions().size()); i++) {
      int number = partition(machine, request, i);
      if (number >= 0) {
        return machine.partitions().get(number);
      }
    }
    return null;
  }

  private static int partition(Machine machine, Request request, int index) {
    return request.partitions().isEmpty()
        ? machine.defaultPartition()
        : machine.partition(request.partitions().get(index));
  }

  private static @Nullable WaitingReason of(Partition partition, Request request, int estimate) {
    if (!partition.up()) {
      return WaitingReason.PARTITION_DOWN;
    }
    if (request.minNodes() > partition.maxNodes() || request.maxNodes() < partition.minNodes()) {
      return WaitingReason.PARTITION_NODES;
    }
    return estimate > partition.maxSeconds() ? WaitingReason.PARTITION_TIME : null;
  }

  /**
   * {@link WaitingReason#RESERVED} if a job that starts now would not fit on idle nodes without
   * those that are reserved for others before its end; else null.
   *
   * @param now on the clock of the reservations
   * @param estimate requested seconds
   */
  public static @Nullable WaitingReason ofReservations(
      Machine machine, Shape shape, int now, int estimate) {
    FreeResources unreserved = null;
    for (int i = 0; i < machine.reservations().size(); i++) {
      Reservation reservation = machine.reservations().get(i);
      if (i != shape.reservation()
          && reservation.end() > now
          && reservation.start() < (long) now + estimate) {
        unreserved = unreserved == null ? new FreeResources(machine) : unreserved;
        for (int node : machine.reservedNodes(i)) {
          unreserved.setUsable(node, false);
        }
      }
    }
    return unreserved == null
            || !shape.isPossible()
            || new ConsTres(machine).fits(shape, unreserved)
        ? null
        : WaitingReason.RESERVED;
  }
}
