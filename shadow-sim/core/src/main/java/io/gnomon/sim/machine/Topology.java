package io.gnomon.sim.machine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The switches of a network as one or several trees, numbered from 0 in the order in which they
 * were declared. Immutable, safe to share.
 *
 * <p>Source: manual of topology.conf.
 */
public final class Topology {
  /** No switches. */
  public static final Topology NONE = new Topology(List.of());

  /** Instead of the switch of a node that is on none. */
  static final int NO_SWITCH = -1;

  private final List<NetworkSwitch> switches;
  private final Map<String, Integer> byName = new HashMap<>();
  private final Map<Integer, Clash> clashes = new HashMap<>(); // by the later switch
  private final int[] parent;
  private final int[] level;
  private final int[] root;

  /** A node that is on an earlier switch, too. */
  private record Clash(String node, int earlier) {}

  /** The trees of {@code switches}, which are to be {@linkplain #check checked} one by one. */
  public Topology(List<NetworkSwitch> switches) {
    this.switches = List.copyOf(switches);
    parent = new int[switches.size()];
    level = new int[switches.size()];
    root = new int[switches.size()];
    Arrays.fill(parent, NO_SWITCH);
    Map<String, Integer> leafByNode = new HashMap<>();
    for (int i = switches.size() - 1; i >= 0; i--) { // of several, the first remains
      byName.put(switches.get(i).name(), i);
      for (String node : switches.get(i).nodes()) {
        int later = Objects.requireNonNullElse(leafByNode.put(node, i), i);
        if (later != i) {
          clashes.put(later, new Clash(node, i));
        }
      }
    }
    for (int i = switches.size() - 1; i >= 0; i--) {
      for (String child : switches.get(i).switches()) {
        parent[byName.getOrDefault(child, i)] = i;
      }
    }
    for (int i = 0; i < parent.length; i++) {
      int top = i;
      for (int steps = 1; parent[top] != NO_SWITCH && steps <= parent.length; steps++) {
        top = parent[top];
        level[top] = Math.max(level[top], steps);
      }
      root[i] = top;
    }
  }

  /**
   * Checks a switch against the others: its name and its nodes are its own, the switches below it
   * exist, are below no other switch, and do not lead back to it.
   *
   * @throws InvalidMachineException if one of these does not hold
   */
  public void check(int number) {
    NetworkSwitch one = switches.get(number);
    String name = one.name();
    if (byName.getOrDefault(name, number) != number) {
      throw new InvalidMachineException("switch '" + name + "' is declared twice");
    }
    Clash clash = clashes.get(number);
    if (clash != null) {
      throw new InvalidMachineException(
          "node '%s' is on the switches '%s' and '%s'; allowed is one"
              .formatted(clash.node(), switches.get(clash.earlier()).name(), name));
    }
    for (String child : one.switches()) {
      Integer below = byName.get(child);
      if (below == null) {
        throw new InvalidMachineException(
            "switch '%s' has the switch '%s'; declared are %s".formatted(name, child, declared()));
      }
      if (parent[below] != number) {
        throw new InvalidMachineException(
            "switch '%s' is below the switches '%s' and '%s'; allowed is one"
                .formatted(child, switches.get(parent[below]).name(), name));
      }
    }
    int above = parent[number];
    for (int steps = 0; above != NO_SWITCH && steps < parent.length; steps++) {
      if (above == number) {
        throw new InvalidMachineException(
            "switch '%s' is below itself; allowed is a tree".formatted(name));
      }
      above = parent[above];
    }
  }

  private String declared() {
    String names =
        switches.stream().limit(20).map(NetworkSwitch::name).collect(Collectors.joining(", "));
    return switches.size() > 20 ? names + ", …" : names;
  }

  /** The switches. */
  public List<NetworkSwitch> switches() {
    return switches;
  }

  /** Number of switches. */
  public int size() {
    return parent.length;
  }

  /** The switch above another one, -1 if there is none. */
  public int parent(int number) {
    return parent[number];
  }

  /** The number of switches on the longest way down to a leaf switch, 0 for leaf switches. */
  public int level(int number) {
    return level[number];
  }

  /** The top of the tree of a switch. */
  public int root(int number) {
    return root[number];
  }

  /** Number of links between two switches of a tree. O(height). */
  public int distance(int a, int b) {
    int links = 0;
    int x = a;
    int y = b;
    while (x != y) {
      if (level[x] <= level[y]) {
        x = parent[x];
      } else {
        y = parent[y];
      }
      links++;
    }
    return links;
  }
}
