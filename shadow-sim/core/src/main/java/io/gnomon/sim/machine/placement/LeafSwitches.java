package io.gnomon.sim.machine.placement;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Topology;
import java.util.Arrays;

/**
 * The order in which a job takes nodes so that it stays within the lowest switch that has enough of
 * them, and uses few leaf switches there. Not thread-safe.
 *
 * <p>Nodes of a larger weight are considered only if all others together do not suffice; those are
 * then taken first. Of the switches on the lowest level that suffice, the one with the fewest nodes
 * is chosen. Below it come the leaf switches that are in use already, and then, one by one, those
 * nearest to the ones in use; among these, the one with the fewest nodes that suffice for the rest,
 * or else the one with the most.
 *
 * <p>Source: Slurm's topology guide and manual of topology.conf. Cost: O(nodes × height + switches)
 * for a job on one leaf switch, and O(leaf switches) for each further one.
 */
final class LeafSwitches {
  private final Topology topology;
  private final int[] leafOf;
  private final int[] weights;
  private final int[] nodeCount; // by switch, nodes not yet taken
  private final long[] taskCount; // by switch, tasks that these can host
  private final int[] required; // by switch, nodes that are taken first
  private final int[] start; // by leaf switch, where its nodes begin in onLeaf
  private final long[] distance; // by leaf switch, to those in use
  private int[] onLeaf = new int[16];

  private int nodesLeft;
  private long tasksLeft;
  private int taken;

  /**
   * An order for the nodes of {@code machine}.
   *
   * @param weights by node
   */
  LeafSwitches(Machine machine, int[] weights) {
    this.topology = machine.topology();
    this.weights = weights;
    leafOf = new int[machine.nodes()];
    for (int node = 0; node < leafOf.length; node++) {
      leafOf[node] = machine.leafOf(node);
    }
    int size = topology.size();
    nodeCount = new int[size];
    taskCount = new long[size];
    required = new int[size];
    start = new int[size + 1];
    distance = new long[size];
  }

  /** The leaf switch of a node. */
  int leafOf(int node) {
    return leafOf[node];
  }

  /** The top of the tree of a node. */
  int tree(int node) {
    return topology.root(leafOf[node]);
  }

  /** Whether {@code number} is the top of a tree. */
  boolean isTree(int number) {
    return topology.root(number) == number;
  }

  /** Number of switches. */
  int size() {
    return topology.size();
  }

  /**
   * Puts nodes of one tree into the order in which they are to be taken; those beyond the number
   * that is returned are not to be used.
   *
   * @param nodes in the order of weight
   * @param capacities by node, the tasks that it can host
   * @param minNodes fewest nodes of the job
   * @param tasks tasks of the job, not more than all nodes together can host
   */
  int order(int[] nodes, int count, int[] capacities, int minNodes, int tasks) {
    nodesLeft = minNodes;
    tasksLeft = tasks;
    taken = 0;
    int first = 0; // of the largest weight
    int end = 0;
    long hosted = 0;
    while (end < count && (hosted < tasks || end < minNodes)) {
      first = end;
      do {
        hosted += capacities[nodes[end++]];
      } while (end < count && weights[nodes[end]] == weights[nodes[first]]);
    }
    countNodes(nodes, first, end, capacities);
    int within = lowest(first);
    group(nodes, first, end);
    Arrays.fill(distance, 0);
    for (int i = 0; i < first; i++) {
      take(nodes, nodes[i], capacities);
    }
    for (int leaf = 0; leaf < required.length && !isComplete(); leaf++) {
      if (required[leaf] > 0 && topology.level(leaf) == 0) {
        takeLeaf(leaf, nodes, capacities);
      }
    }
    while (!isComplete()) {
      takeLeaf(nearest(within), nodes, capacities);
    }
    return taken;
  }

  private boolean isComplete() {
    return nodesLeft <= 0 && tasksLeft <= 0;
  }

  private void countNodes(int[] nodes, int first, int end, int[] capacities) {
    Arrays.fill(nodeCount, 0);
    Arrays.fill(taskCount, 0);
    Arrays.fill(required, 0);
    for (int i = 0; i < end; i++) {
      for (int at = leafOf[nodes[i]]; at >= 0; at = topology.parent(at)) {
        nodeCount[at]++;
        taskCount[at] += capacities[nodes[i]];
        required[at] += i < first ? 1 : 0;
      }
    }
  }

  /** The lowest switch that suffices and connects all nodes that are taken first. */
  private int lowest(int first) {
    int best = -1;
    for (int at = 0; at < nodeCount.length; at++) {
      if (nodeCount[at] >= nodesLeft
          && taskCount[at] >= tasksLeft
          && required[at] == first
          && (best < 0
              || topology.level(at) < topology.level(best)
              || (topology.level(at) == topology.level(best) && nodeCount[at] < nodeCount[best]))) {
        best = at;
      }
    }
    return best;
  }

  /** Sorts the nodes that are not taken first by their leaf switches, in their order. */
  private void group(int[] nodes, int first, int end) {
    if (onLeaf.length < end - first) {
      onLeaf = new int[end - first];
    }
    Arrays.fill(start, 0);
    for (int i = first; i < end; i++) {
      start[leafOf[nodes[i]] + 1]++;
    }
    for (int leaf = 1; leaf < start.length; leaf++) {
      start[leaf] += start[leaf - 1];
    }
    for (int i = first; i < end; i++) {
      onLeaf[start[leafOf[nodes[i]]]++] = nodes[i];
    }
    System.arraycopy(start, 0, start, 1, start.length - 1);
    start[0] = 0;
  }

  private void take(int[] nodes, int node, int[] capacities) {
    nodes[taken++] = node;
    nodesLeft--;
    tasksLeft -= capacities[node];
    nodeCount[leafOf[node]]--;
    taskCount[leafOf[node]] -= capacities[node];
  }

  private void takeLeaf(int leaf, int[] nodes, int[] capacities) {
    for (int i = start[leaf]; i < start[leaf + 1]; i++) {
      take(nodes, onLeaf[i], capacities);
    }
    for (int other = 0; other < distance.length; other++) {
      if (nodeCount[other] > 0 && topology.level(other) == 0) {
        distance[other] += topology.distance(leaf, other);
      }
    }
  }

  /** The leaf switch below {@code within} to be used next. */
  private int nearest(int within) {
    int best = -1;
    for (int leaf = 0; leaf < nodeCount.length; leaf++) {
      if (nodeCount[leaf] > 0
          && topology.level(leaf) == 0
          && isBelow(leaf, within)
          && (best < 0 || isBetter(leaf, best))) {
        best = leaf;
      }
    }
    return best;
  }

  private boolean isBelow(int leaf, int within) {
    int at = leaf;
    while (at != within && at >= 0) {
      at = topology.parent(at);
    }
    return at == within;
  }

  private boolean isBetter(int leaf, int other) {
    if (distance[leaf] != distance[other]) {
      return distance[leaf] < distance[other];
    }
    boolean suffices = suffices(leaf);
    if (suffices != suffices(other)) {
      return suffices;
    }
    return suffices ? nodeCount[leaf] < nodeCount[other] : nodeCount[leaf] > nodeCount[other];
  }

  private boolean suffices(int leaf) {
    return nodeCount[leaf] >= nodesLeft && taskCount[leaf] >= tasksLeft;
  }
}
