package io.gnomon.controller.node;

import io.gnomon.sim.machine.NodeClass;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The use of the nodes with the same CPUs, memory and GPUs, or of several such groups.
 *
 * @param name what a node has, in words such as {@code 40 CPUs, 187000 MiB, 2 v100}
 * @param node what each node has, apart from its features and weight; null for several groups
 * @param nodes numbers of nodes
 * @param cpus CPUs
 * @param memory MiB, of nodes whose memory is known
 * @param gpus by type
 */
public record GroupUse(
    String name,
    @Nullable NodeClass node,
    NodeCounts nodes,
    ResourceAmount cpus,
    ResourceAmount memory,
    Map<String, ResourceAmount> gpus) {
  /** Copies the map, sorted by type. */
  public GroupUse {
    gpus = Collections.unmodifiableMap(new TreeMap<>(gpus));
  }

  static GroupUse empty(String name, @Nullable NodeClass node) {
    return new GroupUse(
        name, node, NodeCounts.NONE, ResourceAmount.NOTHING, ResourceAmount.NOTHING, Map.of());
  }

  /** The use of the nodes of both, under the name of this. */
  GroupUse plus(GroupUse other) {
    Map<String, ResourceAmount> both = new TreeMap<>(gpus);
    other.gpus.forEach((type, amount) -> both.merge(type, amount, ResourceAmount::plus));
    return new GroupUse(
        name,
        node,
        nodes.plus(other.nodes),
        cpus.plus(other.cpus),
        memory.plus(other.memory),
        both);
  }
}
