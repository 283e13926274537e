package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.AllocatedNode;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.NodeRecord;
import io.gnomon.bridge.slurm.client.SelectSettings;
import io.gnomon.events.EventData;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.slurm.value.HostList;
import io.gnomon.slurm.value.Tres;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Maps what jobs hold on each node. Of a job that has ended Slurm prints the sum only; it is
 * divided equally if it can be, and otherwise the placement is unknown, as it is with a node or a
 * type of GPUs that the cluster does not have. Nodes on which a job holds the same are one entry.
 */
final class PlacementMapping {
  private final SelectSettings select;
  private final Map<String, NodeRecord> nodes;

  PlacementMapping(SelectSettings select, List<NodeRecord> nodes) {
    this.select = select;
    this.nodes =
        nodes.stream().collect(Collectors.toMap(NodeRecord::name, node -> node, (a, b) -> a));
  }

  /** What is held on one node. */
  private record Held(int cpus, long memoryMb, Map<String, Integer> gpus) {
    Held plus(Held other) {
      Map<String, Integer> sum = new HashMap<>(gpus);
      other.gpus.forEach((type, count) -> sum.merge(type, count, Tres::sum));
      return new Held(
          Tres.sum(cpus, other.cpus),
          memoryMb == EventData.NONE ? EventData.NONE : memoryMb + other.memoryMb,
          sum);
    }
  }

  /** Maps the placement of a job, or of all components of a heterogeneous job. */
  List<PlacedNodes> of(List<JobRecord> components) {
    Map<String, Held> held = new LinkedHashMap<>();
    for (JobRecord job : components) {
      Map<String, Held> own = job.allocated().isEmpty() ? divided(job) : printed(job);
      if (own.isEmpty()) {
        return List.of();
      }
      own.forEach((node, part) -> held.merge(node, part, Held::plus));
    }
    Map<Held, List<String>> alike = new LinkedHashMap<>();
    held.forEach((node, part) -> alike.computeIfAbsent(part, p -> new ArrayList<>()).add(node));
    List<PlacedNodes> placement = new ArrayList<>();
    alike.forEach(
        (part, names) ->
            placement.add(
                new PlacedNodes(HostList.of(names), part.cpus(), part.memoryMb(), part.gpus())));
    return placement;
  }

  private Map<String, Held> printed(JobRecord job) {
    Map<String, Held> held = new LinkedHashMap<>();
    long cores = job.allocated().stream().mapToLong(AllocatedNode::cores).sum();
    for (int i = 0; i < job.allocated().size(); i++) {
      AllocatedNode part = job.allocated().get(i);
      NodeRecord node = nodes.get(part.name());
      String details = i < job.gpuDetails().size() ? job.gpuDetails().get(i) : "";
      Map<String, Integer> gpus = Tres.gpus(details, NodeRecord.UNTYPED_GPU);
      if (node == null || !node.gpus().keySet().containsAll(gpus.keySet())) {
        return Map.of();
      }
      long cpus = part.cpus();
      if (cpus < 0) {
        // with one CPU held on each core, Slurm counts as many CPUs as cores
        cpus = (long) part.cores() * (cores == job.processors() ? 1 : node.threadsPerCore());
      }
      held.put(
          part.name(),
          new Held(
              (int) Math.min(node.processors(), cpus),
              select.memory() ? Math.max(0, part.memoryMegabytes()) : EventData.NONE,
              Map.copyOf(gpus)));
    }
    return held;
  }

  private Map<String, Held> divided(JobRecord job) {
    Map<String, Held> held = new LinkedHashMap<>();
    if (job.hosts().isEmpty()) {
      return held;
    }
    List<String> names = HostList.of(job.hosts()).names();
    int parts = names.size();
    long cpus = Math.max(job.processors(), Tres.amount(job.allocation(), "cpu").orElse(0));
    long memory = Tres.amount(job.allocation(), "mem").orElse(0);
    long gpus = Tres.amount(job.allocation(), "gres/gpu").orElse(0);
    if (cpus % parts != 0 || (select.memory() && memory % parts != 0) || gpus % parts != 0) {
      return held;
    }
    for (String name : names) {
      NodeRecord node = nodes.get(name);
      if (node == null || (gpus > 0 && node.gpus().size() != 1)) {
        return Map.of();
      }
      held.put(
          name,
          new Held(
              (int) (cpus / parts),
              select.memory() ? memory / parts : EventData.NONE,
              gpus == 0
                  ? Map.of()
                  : Map.of(node.gpus().keySet().iterator().next(), (int) (gpus / parts))));
    }
    return held;
  }
}
