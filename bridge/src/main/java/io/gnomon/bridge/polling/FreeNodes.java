package io.gnomon.bridge.polling;

import io.gnomon.events.EventData;
import io.gnomon.events.machine.Machine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.PlacedNodes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is free on the nodes of a machine while placements are taken from them. Not thread-safe. */
final class FreeNodes {
  private final Map<String, Node> nodes = new HashMap<>();

  /** All that a machine has; without a machine every placement can be taken. */
  FreeNodes(@Nullable Machine machine) {
    if (machine != null) {
      machine.nodes().forEach(group -> group.names().forEach(name -> add(name, group)));
    }
  }

  private void add(String name, NodeGroup group) {
    nodes.put(name, new Node(group));
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

    void take(PlacedNodes held) {
      cpus -= held.cpus();
      memoryMb -= Math.max(0, held.memoryMb());
      held.gpus().forEach((type, count) -> gpus.merge(type, -count, Integer::sum));
    }
  }

  /** Takes a placement, or returns false if it is not free; nothing has changed then. */
  boolean take(List<PlacedNodes> placement) {
    if (nodes.isEmpty()) {
      return true;
    }
    Map<Node, PlacedNodes> taken = new LinkedHashMap<>();
    for (PlacedNodes held : placement) {
      for (String name : held.nodes().names()) {
        Node node = nodes.get(name);
        if (node == null || !node.has(held) || taken.put(node, held) != null) {
          return false;
        }
      }
    }
    taken.forEach(Node::take);
    return true;
  }
}
