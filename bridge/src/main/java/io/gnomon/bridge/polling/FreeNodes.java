package io.gnomon.bridge.polling;

import io.gnomon.events.EventData;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.PlacedNodes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is free on the nodes of a machine while jobs run on them. Not thread-safe. */
final class FreeNodes {
  /** The most processors that a cluster has, and that its running jobs hold. */
  static final int MAX_PROCESSORS = (1 << 30) - 1;

  private final Map<String, Node> nodes = new HashMap<>();
  private long processors = MAX_PROCESSORS;

  /** All that a machine has; without a machine every placement is free. */
  FreeNodes(@Nullable DeclaredMachine machine) {
    if (machine != null) {
      machine
          .nodes()
          .forEach(group -> group.names().forEach(name -> nodes.put(name, new Node(group))));
    }
  }

  private static final class Node {
    private final Map<String, Integer> gpus;
    private int cpus;
    private long memoryMb;

    Node(NodeGroup group) {
      cpus = group.cpus();
      memoryMb = group.memoryMb() == EventData.NONE ? Long.MAX_VALUE : group.memoryMb();
      gpus = new HashMap<>(group.gpus());
    }

    boolean has(PlacedNodes held) {
      return held.cpus() <= cpus
          && held.memoryMb() <= memoryMb
          && held.gpus().entrySet().stream()
              .allMatch(one -> one.getValue() <= gpus.getOrDefault(one.getKey(), 0));
    }

    void give(PlacedNodes held, int sign) {
      cpus += sign * held.cpus();
      memoryMb += sign * Math.max(0, held.memoryMb());
      held.gpus().forEach((type, count) -> gpus.merge(type, sign * count, Integer::sum));
    }
  }

  /** Takes what a job holds, or returns false if that is not free; nothing has changed then. */
  boolean take(JobSnapshot job) {
    boolean free = job.processors() <= processors && (nodes.isEmpty() || has(job.placement()));
    if (free) {
      hold(job);
    }
    return free;
  }

  private boolean has(List<PlacedNodes> placement) {
    Set<String> names = new HashSet<>();
    for (PlacedNodes held : placement) {
      for (String name : held.nodes().names()) {
        Node node = nodes.get(name);
        if (node == null || !node.has(held) || !names.add(name)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Takes what a job holds, even if it is not free. */
  void hold(JobSnapshot job) {
    give(job, -1);
  }

  /** Gives back what a job holds. */
  void give(JobSnapshot job) {
    give(job, 1);
  }

  private void give(JobSnapshot job, int sign) {
    processors += (long) sign * job.processors();
    for (PlacedNodes held : job.placement()) {
      for (String name : held.nodes().names()) {
        Node node = nodes.get(name);
        if (node != null) {
          node.give(held, sign);
        }
      }
    }
  }
}
