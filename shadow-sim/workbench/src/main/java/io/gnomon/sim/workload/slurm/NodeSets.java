package io.gnomon.sim.workload.slurm;

import io.gnomon.sim.machine.NodeClass;
import io.gnomon.slurm.conf.SlurmConf.Line;
import io.gnomon.slurm.value.HostList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code NodeSet} lines of a {@code slurm.conf}: names for sets of nodes, which partitions use
 * like names of nodes. A set has the nodes with its {@code Feature} and those of its {@code Nodes}.
 * Not thread-safe. Source: manual of slurm.conf, "NodeSet configuration".
 */
final class NodeSets {
  private static final String ALL = "ALL";
  private static final int MOST_LISTED = 1 << 20;

  private final Map<String, NodeClass> nodes;
  private final Map<String, List<String>> sets = new HashMap<>();
  private long total;

  /**
   * No sets.
   *
   * @param nodes of the machine by name, in their order
   */
  NodeSets(Map<String, NodeClass> nodes) {
    this.nodes = nodes;
  }

  /**
   * Adds the set of a line.
   *
   * @throws IllegalArgumentException if its name is that of a node or of another set, or if it has
   *     neither nodes nor a single feature
   */
  void add(Line line) {
    String name = line.name();
    Optional<String> feature = line.get("Feature");
    Optional<String> listed = line.get("Nodes");
    if (nodes.containsKey(name)) {
      throw new IllegalArgumentException(
          "node set '" + name + "' has the name of a node; allowed is another name");
    }
    if (feature.isEmpty() && listed.isEmpty()) {
      throw new IllegalArgumentException(
          "node set '" + name + "' has neither Feature nor Nodes; allowed are one or both");
    }
    if (feature.filter(text -> text.contains(",")).isPresent()) {
      throw new IllegalArgumentException(
          "node set '%s' has Feature=%s; allowed is a single feature"
              .formatted(name, feature.get()));
    }
    Set<String> members = new LinkedHashSet<>();
    nodes.forEach(
        (node, kind) -> {
          if (feature.filter(kind.features()::contains).isPresent()) {
            members.add(node);
          }
        });
    listed.ifPresent(list -> members.addAll(HostList.expand(list)));
    total += members.size();
    if (total > MOST_LISTED) {
      throw new IllegalArgumentException(
          "node set '%s' is the one with which node sets have more than %d names"
              .formatted(name, MOST_LISTED));
    }
    if (sets.putIfAbsent(name, List.copyOf(members)) != null) {
      throw new IllegalArgumentException("node set '" + name + "' is declared twice");
    }
  }

  /** Whether there are no sets. */
  boolean isEmpty() {
    return sets.isEmpty();
  }

  /** Whether a list stands for all nodes. */
  static boolean isAll(String list) {
    return list.equalsIgnoreCase(ALL);
  }

  /**
   * The nodes of a partition: {@code ALL}, or a list of names of nodes and of sets.
   *
   * @throws IllegalArgumentException for a list that is not well-formed
   */
  Set<String> expand(String list) {
    if (isAll(list)) {
      return nodes.keySet();
    }
    Set<String> members = new LinkedHashSet<>();
    for (String name : HostList.expand(list)) {
      List<String> set = sets.get(name);
      if (set == null) {
        members.add(name);
      } else {
        members.addAll(set);
      }
    }
    return members;
  }
}
