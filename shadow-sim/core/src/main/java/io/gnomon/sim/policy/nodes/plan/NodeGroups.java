package io.gnomon.sim.policy.nodes.plan;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The places of a plan. Most are single nodes. Nodes that a job always has for itself can be
 * planned by number: those of one class with the same leaf switch, partitions and reservations are
 * one place, and a job gets its nodes there when it starts, so that no reservation depends on which
 * of them become free.
 *
 * <p>What is free for jobs in a reservation of the machine differs from what is free for others, so
 * the places of a reservation can exist a second time, for its jobs only. Immutable, safe to share.
 */
final class NodeGroups {
  private record Alike(
      int nodeClass, int leafSwitch, List<Integer> partitions, List<Integer> reservations) {}

  private static final int NONE = -1;

  private final int[] placeOf;
  private final int[][] nodes;
  private final boolean[] counted;
  private final Map<Integer, Map<Integer, Integer>> inside = new HashMap<>(); // by reservation
  private final int[][] copies; // by place, those for jobs in reservations
  private final int[] reservationOf; // by place; NONE for one for other jobs

  /**
   * The places of a machine.
   *
   * @param byNumber whether nodes that jobs have for themselves are planned by number
   * @param byReservation whether reservations have places of their own, for their jobs
   */
  NodeGroups(Machine machine, boolean byNumber, boolean byReservation) {
    List<List<Integer>> partitions = lists(machine);
    List<List<Integer>> reservations = lists(machine);
    for (int i = 0; i < machine.partitions().size(); i++) {
      for (int node : machine.nodesOf(i)) {
        partitions.get(node).add(i);
      }
    }
    for (int i = 0; i < machine.reservations().size(); i++) {
      for (int node : machine.reservedNodes(i)) {
        reservations.get(node).add(i);
      }
    }
    placeOf = new int[machine.nodes()];
    Map<Alike, Integer> groups = new HashMap<>();
    List<List<Integer>> places = new ArrayList<>();
    for (int node = 0; node < machine.nodes(); node++) {
      int place = places.size();
      if (byNumber && isWhole(machine, node, partitions.get(node))) {
        Alike alike =
            new Alike(
                machine.classOf(node),
                machine.leafOf(node),
                partitions.get(node),
                reservations.get(node));
        place = groups.computeIfAbsent(alike, key -> places.size());
      }
      if (place == places.size()) {
        places.add(new ArrayList<>());
      }
      places.get(place).add(node);
      placeOf[node] = place;
    }
    int forAll = places.size();
    List<Integer> owners = new ArrayList<>();
    for (int i = 0; byReservation && i < machine.reservations().size(); i++) {
      Map<Integer, Integer> own = new HashMap<>();
      if (machine.reservations().get(i).hasUsers()) {
        for (int place : placesOf(machine.reservedNodes(i))) {
          own.put(place, places.size());
          places.add(places.get(place));
          owners.add(i);
        }
      }
      inside.put(i, own);
    }
    nodes =
        places.stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    counted = new boolean[nodes.length];
    groups.values().forEach(place -> counted[place] = true);
    reservationOf = new int[nodes.length];
    Arrays.setAll(reservationOf, place -> place < forAll ? NONE : owners.get(place - forAll));
    copies = new int[forAll][];
    for (int place = 0; place < forAll; place++) {
      int of = place;
      copies[place] =
          inside.values().stream()
              .filter(own -> own.containsKey(of))
              .mapToInt(own -> own.get(of))
              .toArray();
      Arrays.stream(copies[place]).forEach(copy -> counted[copy] = counted[of]);
    }
  }

  private static List<List<Integer>> lists(Machine machine) {
    List<List<Integer>> lists = new ArrayList<>();
    for (int node = 0; node < machine.nodes(); node++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  private static boolean isWhole(Machine machine, int node, List<Integer> partitions) {
    return machine.nodeClass(node).cpus() == 1
        || machine.selection().unit() == AllocationUnit.NODE
        || (!partitions.isEmpty()
            && partitions.stream().map(machine.partitions()::get).allMatch(Partition::exclusive));
  }

  /** Number of places. */
  int size() {
    return nodes.length;
  }

  /** The place of a node. */
  int placeOf(int node) {
    return placeOf[node];
  }

  /**
   * The place of a node for the jobs in a reservation, or for others.
   *
   * @param reservation its number, negative for none
   */
  int placeOf(int node, int reservation) {
    Map<Integer, Integer> own = inside.get(reservation);
    return own == null ? placeOf[node] : own.getOrDefault(placeOf[node], placeOf[node]);
  }

  /** The places that a place also is for jobs in reservations; do not modify. */
  int[] copies(int place) {
    return copies[place];
  }

  /** Whether a reservation keeps the jobs out that use this place. */
  boolean isClosedBy(int reservation, int place) {
    return reservationOf[place] != reservation;
  }

  /** The places of some nodes, each once. */
  int[] placesOf(int[] some) {
    return Arrays.stream(some).map(node -> placeOf[node]).distinct().toArray();
  }

  /** The nodes of a place; do not modify. */
  int[] nodes(int place) {
    return nodes[place];
  }

  /** Whether the nodes of a place are planned by number. */
  boolean isCounted(int place) {
    return counted[place];
  }

  /** The number of nodes of {@code placement}, from the {@code i}-th on, in one counted place. */
  int run(Placement placement, int i) {
    int place = placeOf[placement.node(i)];
    int after = i + 1;
    while (counted[place] && after < placement.size() && placeOf[placement.node(after)] == place) {
      after++;
    }
    return after - i;
  }

  /**
   * Replaces nodes that are planned by number by idle ones.
   *
   * @return null if there are too few
   */
  @Nullable Placement bind(Placement planned, FreeResources free) {
    int[] bound = planned.nodes();
    int[] next = new int[nodes.length];
    boolean changed = false;
    for (int i = 0; i < bound.length; i++) {
      int place = placeOf[bound[i]];
      if (counted[place]) {
        int node = nextIdle(place, next, free);
        if (node < 0) {
          return null;
        }
        changed |= node != bound[i];
        bound[i] = node;
      }
    }
    return changed ? planned.on(bound) : planned;
  }

  private int nextIdle(int place, int[] next, FreeResources free) {
    while (next[place] < nodes[place].length) {
      int node = nodes[place][next[place]++];
      if (free.isUsable(node) && free.jobs(node) == 0) {
        return node;
      }
    }
    return -1;
  }
}
