package io.gnomon.bridge.polling;

import io.gnomon.events.EventData;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.model.machine.NodeState;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The states of the nodes of a machine, by name in the order of the machine, and the changes
 * between two of them. Mutable, not thread-safe. All methods cost O(nodes).
 */
final class NodeStates {
  private static final HostList ANY = HostList.of("n");

  private final Map<String, NodeState> states = new LinkedHashMap<>();

  /** The states of a machine; no states without a machine. */
  NodeStates(@Nullable DeclaredMachine machine) {
    if (machine != null) {
      machine
          .nodes()
          .forEach(group -> group.names().forEach(name -> states.put(name, group.state())));
    }
  }

  /** Returns the machine with these states; nodes that are unknown here keep theirs. */
  DeclaredMachine applyTo(DeclaredMachine machine) {
    List<NodeGroup> groups = new ArrayList<>();
    List<String> names = new ArrayList<>();
    NodeGroup alike = null;
    for (NodeGroup group : machine.nodes()) {
      for (String name : group.names().names()) {
        NodeGroup own = with(group, ANY, states.getOrDefault(name, group.state()));
        if (alike != null && !own.equals(alike)) {
          groups.add(with(alike, HostList.of(names), alike.state()));
          names.clear();
        }
        alike = own;
        names.add(name);
      }
    }
    if (alike != null) {
      groups.add(with(alike, HostList.of(names), alike.state()));
    }
    return new DeclaredMachine(
        groups,
        machine.partitions(),
        machine.reservations(),
        machine.placement(),
        machine.switches(),
        machine.licenses());
  }

  private static NodeGroup with(NodeGroup group, HostList names, NodeState state) {
    return new NodeGroup(
        names,
        group.cpus(),
        group.memoryMb(),
        group.gpus(),
        group.features(),
        group.weight(),
        group.threadsPerCore(),
        state);
  }

  /**
   * Sets nodes up that are up in {@code next}, or on which jobs have started.
   *
   * @return the changes
   */
  List<NodeStateChange> open(NodeStates next, List<EventData> events) {
    Set<String> used = new HashSet<>();
    for (EventData event : events) {
      if (event instanceof JobStarted start) {
        start.placement().forEach(held -> held.nodes().forEach(used::add));
      }
    }
    List<String> up = new ArrayList<>();
    states.forEach(
        (name, state) -> {
          boolean opens = next.states.get(name) == NodeState.UP || used.contains(name);
          if (state != NodeState.UP && opens) {
            up.add(name);
          }
        });
    up.forEach(name -> states.put(name, NodeState.UP));
    return up.isEmpty() ? List.of() : List.of(new NodeStateChange(HostList.of(up), NodeState.UP));
  }

  /** Returns the changes that lead from here to {@code next}. */
  List<NodeStateChange> to(NodeStates next) {
    Map<NodeState, List<String>> changed = new EnumMap<>(NodeState.class);
    next.states.forEach(
        (name, state) -> {
          if (states.getOrDefault(name, state) != state) {
            changed.computeIfAbsent(state, same -> new ArrayList<>()).add(name);
          }
        });
    List<NodeStateChange> changes = new ArrayList<>();
    changed.forEach((state, names) -> changes.add(new NodeStateChange(HostList.of(names), state)));
    return changes;
  }
}
