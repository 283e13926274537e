package io.gnomon.controller.mirror;

import io.gnomon.events.RejectReason;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.sim.machine.ConsTres;
import io.gnomon.sim.machine.FreeResources;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts the placements that a scheduler reports, and finds one by Slurm's default rules where it
 * reports none. Not thread-safe.
 */
final class PlacementReader {
  private final Machine machine;
  private final ConsTres placer;

  PlacementReader(Machine machine) {
    this.machine = machine;
    placer = new ConsTres(machine);
  }

  /**
   * Converts a placement.
   *
   * @param placed at least one entry
   * @throws RejectedEventException if it has a node or GPU type that the machine does not have, or
   *     a node twice
   */
  Placement read(String job, Shape shape, List<PlacedNodes> placed) throws RejectedEventException {
    Map<Integer, PlacedNodes> byNode = new TreeMap<>();
    for (PlacedNodes group : placed) {
      for (String name : group.nodes().names()) {
        int node = machine.node(name);
        if (node < 0) {
          throw contradiction(job, "node '" + name + "'", "nodes that the cluster has declared");
        }
        if (byNode.put(node, group) != null) {
          throw contradiction(job, "node '" + name + "' twice", "each node once");
        }
      }
    }
    int[] nodes = byNode.keySet().stream().mapToInt(Integer::intValue).toArray();
    return new Placement(
        shape.partitionOn(nodes),
        nodes,
        byNode.values().stream().mapToInt(PlacedNodes::cpus).toArray(),
        byNode.values().stream().mapToInt(one -> memory(one.memoryMb())).toArray(),
        gpus(job, List.copyOf(byNode.values())));
  }

  private static int memory(long mebibytes) {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, mebibytes));
  }

  private int[] gpus(String job, List<PlacedNodes> byNode) throws RejectedEventException {
    List<String> types = machine.gpuTypes();
    if (byNode.stream().allMatch(one -> one.gpus().isEmpty())) {
      return new int[0];
    }
    int[] gpus = new int[byNode.size() * types.size()];
    for (int i = 0; i < byNode.size(); i++) {
      for (Map.Entry<String, Integer> held : byNode.get(i).gpus().entrySet()) {
        int type = types.indexOf(held.getKey());
        if (type < 0) {
          throw contradiction(
              job, "GPUs of type '" + held.getKey() + "'", "the types of its nodes: " + types);
        }
        gpus[i * types.size() + type] = held.getValue();
      }
    }
    return gpus;
  }

  private static RejectedEventException contradiction(String job, String found, String allowed) {
    return new RejectedEventException(
        RejectReason.ILLEGAL_TRANSITION,
        "placement of job '" + job + "' has " + found + "; allowed are " + allowed);
  }

  /** Where the job would start on what is free, or null if it does not fit. */
  @Nullable Placement place(Shape shape, FreeResources free) {
    return placer.place(shape, free);
  }

  /**
   * Where a job runs that is known to run, even if it does not fit: on what is free, else where it
   * would run on the idle machine, else on the first nodes that have its CPUs.
   */
  Placement assume(Shape shape, int processors, FreeResources free) {
    Placement placement = placer.place(shape, free);
    if (placement == null) {
      placement = placer.place(shape, new FreeResources(machine));
    }
    return placement == null ? onFirstNodes(processors) : placement;
  }

  private Placement onFirstNodes(int processors) {
    int[] cpus = new int[machine.nodes()];
    int left = Math.max(1, processors);
    int count = 0;
    while (left > 0 && count < cpus.length) {
      cpus[count] = Math.min(left, machine.nodeClass(count).cpus());
      left -= cpus[count++];
    }
    int[] nodes = new int[count];
    Arrays.setAll(nodes, node -> node);
    return new Placement(0, nodes, Arrays.copyOf(cpus, count), new int[count], new int[0]);
  }
}
