package io.gnomon.sim.machine;

import java.util.Arrays;

/**
 * Groups of the partitions of a machine: partitions that share nodes, directly or through others,
 * are one group. Groups are numbered from 0 by their first partitions. Immutable.
 */
public final class PartitionGroups {
  private final int[] ofPartition;
  private final int[] ofNode;
  private final String[] names;

  /** The groups of a machine. O(nodes and partitions). */
  public PartitionGroups(Machine machine) {
    this(machine, new int[0][]);
  }

  /**
   * The groups of a machine, joined.
   *
   * @param together lists of partitions each of which is in one group
   */
  public PartitionGroups(Machine machine, int[]... together) {
    int partitions = machine.partitions().size();
    int[] first = new int[partitions]; // the first partition of the group, perhaps through others
    Arrays.setAll(first, number -> number);
    int[] partitionOf = new int[machine.nodes()];
    Arrays.fill(partitionOf, -1);
    for (int number = 0; number < partitions; number++) {
      for (int node : machine.nodesOf(number)) {
        if (partitionOf[node] < 0) {
          partitionOf[node] = number;
        } else {
          join(first, partitionOf[node], number);
        }
      }
    }
    for (int[] list : together) {
      for (int number : list) {
        join(first, list[0], number);
      }
    }
    ofPartition = new int[partitions];
    String[] found = new String[partitions];
    int count = 0;
    for (int number = 0; number < partitions; number++) {
      String name = machine.partitions().get(number).name();
      int root = root(first, number);
      if (root == number) {
        ofPartition[number] = count;
        found[count++] = name;
      } else {
        ofPartition[number] = ofPartition[root];
        found[ofPartition[root]] += "+" + name;
      }
    }
    names = Arrays.copyOf(found, count);
    ofNode = Arrays.stream(partitionOf).map(number -> number < 0 ? -1 : of(number)).toArray();
  }

  private static void join(int[] first, int one, int other) {
    int a = root(first, one);
    int b = root(first, other);
    first[Math.max(a, b)] = Math.min(a, b);
  }

  private static int root(int[] first, int number) {
    int root = number;
    while (first[root] != root) {
      first[root] = first[first[root]];
      root = first[root];
    }
    return root;
  }

  /** Number of groups, at least 1. */
  public int count() {
    return names.length;
  }

  /** The group of a partition. */
  public int of(int partition) {
    return ofPartition[partition];
  }

  /** The group of a node; -1 if it is in no partition. */
  public int ofNode(int node) {
    return ofNode[node];
  }

  /** The partitions of a group, with {@code +} between their names. */
  public String name(int group) {
    return names[group];
  }
}
