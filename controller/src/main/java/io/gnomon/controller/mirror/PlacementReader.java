package io.gnomon.controller.mirror;

import io.gnomon.events.RejectReason;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.sim.machine.InvalidMachineException;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Converts the placements that a scheduler reports, and finds one by Slurm's default rules where it
 * reports none. Not thread-safe.
 */
final class PlacementReader {
  /** The largest number of nodes of all placements, as in a snapshot. They take memory. */
  private static final int MOST_PLACED = 4_000_000;

  private final Machine machine;
  private final ConsTres placer;

  PlacementReader(Machine machine) {
    this.machine = machine;
    placer = new ConsTres(machine);
  }

  Machine machine() {
    return machine;
  }

  /**
   * Converts a placement.
   *
   * @param placed at least one entry
   * @param others how many nodes the placements of other jobs have
   * @throws RejectedEventException if it has a node or GPU type that the machine does not have, or
   *     a node twice
   */
  Placement read(String job, Shape shape, List<PlacedNodes> placed, long others)
      throws RejectedEventException {
    long names = others + placed.stream().mapToLong(one -> one.nodes().size()).sum();
    if (names > MOST_PLACED) {
      throw contradiction(
          job, "makes %d nodes of all running jobs".formatted(names), "at most " + MOST_PLACED);
    }
    long[] byNode = byNode(job, placed);
    int[] nodes = Arrays.stream(byNode).mapToInt(PlacementReader::node).toArray();
    List<PlacedNodes> held = Arrays.stream(byNode).mapToObj(key -> placed.get((int) key)).toList();
    return new Placement(
        shape.partitionOn(nodes),
        nodes,
        held.stream().mapToInt(PlacedNodes::cpus).toArray(),
        held.stream().mapToInt(one -> memory(one.memoryMb())).toArray(),
        gpus(job, held));
  }

  /** The number of each node with the number of its entry below it, sorted. */
  private long[] byNode(String job, List<PlacedNodes> placed) throws RejectedEventException {
    LongStream.Builder keys = LongStream.builder();
    for (int i = 0; i < placed.size(); i++) {
      try {
        for (int node : machine.nodes(placed.get(i).nodes().toString())) {
          keys.add((long) node << Integer.SIZE | i);
        }
      } catch (InvalidMachineException unknown) {
        throw contradiction(
            job, String.valueOf(unknown.getMessage()), "nodes that the cluster has declared");
      }
    }
    long[] sorted = keys.build().sorted().toArray();
    for (int i = 1; i < sorted.length; i++) {
      if (node(sorted[i]) == node(sorted[i - 1])) {
        throw contradiction(
            job, "has node '" + machine.name(node(sorted[i])) + "' twice", "each node once");
      }
    }
    return sorted;
  }

  private static int node(long key) {
    return (int) (key >> Integer.SIZE);
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
              job, "has GPUs of type '" + held.getKey() + "'", "the types of its nodes: " + types);
        }
        gpus[i * types.size() + type] = held.getValue();
      }
    }
    return gpus;
  }

  private static RejectedEventException contradiction(String job, String found, String allowed) {
    return new RejectedEventException(
        RejectReason.ILLEGAL_TRANSITION,
        "placement of job '" + job + "' " + found + "; allowed are " + allowed);
  }

  /** Where the job would start on what is free, or null if it does not fit. */
  @Nullable Placement place(Shape shape, FreeResources free) {
    return placer.place(shape, free);
  }

  /**
   * Where a job runs that is known to run, even if it does not fit: on what is free, else where it
   * would run on the idle machine, else on the first nodes that have its CPUs. If that were too
   * many nodes for memory, it is on the first node.
   *
   * @param others how many nodes the placements of other jobs have
   */
  Placement assume(Shape shape, int processors, FreeResources free, long others) {
    Placement placement = assume(shape, processors, free);
    return others + placement.size() <= MOST_PLACED
        ? placement
        : new Placement(0, new int[1], new int[] {Math.max(1, processors)}, new int[1], new int[0]);
  }

  private Placement assume(Shape shape, int processors, FreeResources free) {
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
