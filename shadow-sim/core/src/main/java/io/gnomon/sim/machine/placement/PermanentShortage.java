package io.gnomon.sim.machine.placement;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why a job can never run, even if all nodes are idle and up: the part of its request without which
 * it could.
 */
public enum PermanentShortage {
  /** The machine has none of its partitions. */
  PARTITION("partitions that the cluster does not have"),
  /** Nodes of its reservation. */
  RESERVATION("nodes of a reservation that the cluster does not have, or that are not suitable"),
  /** Its partitions are not up, or their limits on time or nodes do not allow it. */
  LIMIT("more than the limits of its partitions allow, or partitions that are not up"),
  /** GPUs. */
  GPUS("more GPUs than its nodes have"),
  /** Memory. */
  MEMORY("more memory than its nodes have"),
  /** Features. */
  FEATURES("features that its nodes do not have"),
  /** CPUs. */
  CPUS("more CPUs than its nodes have"),
  /** Nodes. */
  NODES("more nodes than its partitions have"),
  /** Several of these together, each of which the machine has alone. */
  TOGETHER("resources that its nodes have only apart from each other");

  private final String text;

  PermanentShortage(String text) {
    this.text = text;
  }

  /** What the job requests, to follow "requests". */
  public String text() {
    return text;
  }

  /** Whether another reservation, or another state or limit of a partition, would let it run. */
  public boolean canChange() {
    return this == LIMIT || this == RESERVATION;
  }

  /**
   * Why a job of that shape can never run; empty if it can. Costs O(nodes), and several searches
   * for a placement.
   */
  public static Optional<PermanentShortage> of(Shape shape) {
    if (shape.isPossible()) {
      return Optional.empty();
    }
    Request request = shape.request();
    Machine machine = shape.machine();
    if (!request.partitions().isEmpty()
        && request.partitions().stream().allMatch(name -> machine.partition(name) < 0)) {
      return Optional.of(PARTITION);
    }
    if (!request.reservation().isEmpty()
        && (shape.reservation() < 0
            || new Shapes(machine)
                .of(RESERVATION.omittedFrom(request), shape.permitted())
                .isPossible())) {
      return Optional.of(RESERVATION);
    }
    Shapes unlimited = new Shapes(withoutLimits(machine, true));
    Shapes withoutDefaults = new Shapes(withoutLimits(machine, false));
    for (PermanentShortage part : List.of(LIMIT, GPUS, MEMORY, FEATURES, CPUS, NODES)) {
      Shapes shapes = part == MEMORY ? withoutDefaults : unlimited;
      if (shapes.of(part.omittedFrom(request), 1).isPossible()) {
        return Optional.of(part);
      }
    }
    return Optional.of(TOGETHER);
  }

  private Request omittedFrom(Request request) {
    Request.Builder rest = request.toBuilder();
    return switch (this) {
      case RESERVATION -> rest.reservation("").build();
      case GPUS -> rest.gpusPerNode(Map.of()).gpusPerJob(Map.of()).build();
      case MEMORY -> rest.memoryPerNode(0).memoryPerCpu(0).build();
      case FEATURES -> rest.features(Features.ANY).build();
      case CPUS -> rest.tasks(1).tasksPerNode(Partition.UNLIMITED).cpusPerTask(1).build();
      case NODES -> rest.nodes(1, Partition.UNLIMITED).build();
      case PARTITION, LIMIT, TOGETHER -> request;
    };
  }

  private static Machine withoutLimits(Machine machine, boolean memoryDefaults) {
    return machine.withPartitions(
        machine.partitions().stream()
            .map(
                partition ->
                    new Partition(
                        partition.name(),
                        partition.nodes(),
                        Partition.UNLIMITED,
                        Partition.UNLIMITED,
                        1,
                        Partition.UNLIMITED,
                        partition.tier(),
                        partition.exclusive(),
                        memoryDefaults ? partition.defaultMemoryPerCpu() : 0,
                        memoryDefaults ? partition.defaultMemoryPerNode() : 0,
                        partition.isDefault(),
                        true,
                        partition.preemption()))
            .toList());
  }
}
