package io.gnomon.sim.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster with its partitions and reservations. Immutable, safe to share.
 *
 * <p>Nodes, GPU types and partitions are numbered from 0, nodes and partitions in the order in
 * which they were added.
 */
public final class Machine {
  private final List<String> names;
  private final Map<String, Integer> nodeByName;
  private final List<NodeClass> classes;
  private final int[] classOfNode;
  private final List<String> gpuTypes;
  private final List<Partition> partitions;
  private final int[][] nodesOfPartition;
  private final List<Reservation> reservations;
  private final int[][] nodesOfReservation;
  private final Selection selection;
  private final Topology topology;
  private final int[] leafOfNode; // empty without switches
  private final int cpus;

  private Machine(Builder from) {
    names = List.copyOf(from.nodes.keySet());
    classes = from.nodes.values().stream().distinct().toList();
    nodeByName = new HashMap<>();
    classOfNode = new int[names.size()];
    for (int node = 0; node < names.size(); node++) {
      nodeByName.put(names.get(node), node);
      classOfNode[node] = classes.indexOf(from.nodes.get(names.get(node)));
    }
    gpuTypes =
        List.copyOf(
            new TreeSet<>(
                classes.stream().flatMap(kind -> kind.gpus().keySet().stream()).toList()));
    partitions =
        from.partitions.isEmpty()
            ? List.of(Partition.of("all", names))
            : List.copyOf(from.partitions);
    nodesOfPartition =
        partitions.stream()
            .map(partition -> byWeight("partition '" + partition.name(), partition.nodes()))
            .toArray(int[][]::new);
    reservations = List.copyOf(from.reservations);
    nodesOfReservation =
        reservations.stream()
            .map(reserved -> byWeight("reservation '" + reserved.name(), reserved.nodes()))
            .toArray(int[][]::new);
    selection = from.selection;
    topology = from.topology;
    for (int i = 0; i < topology.size(); i++) {
      topology.check(i);
      byWeight("switch '" + topology.switches().get(i).name(), topology.switches().get(i).nodes());
    }
    leafOfNode =
        topology.size() == 0 ? new int[0] : names.stream().mapToInt(topology::leafOf).toArray();
    cpus = Arrays.stream(classOfNode).map(kind -> classes.get(kind).cpus()).sum();
  }

  private int[] byWeight(String place, List<String> nodes) {
    return nodes.stream()
        .map(
            name -> {
              Integer node = nodeByName.get(name);
              if (node == null) {
                throw new InvalidMachineException(
                    place + "' has node '" + name + "', which the machine does not have");
              }
              return node;
            })
        .distinct()
        .sorted(
            Comparator.comparingInt((Integer node) -> nodeClass(node).weight())
                .thenComparing(node -> node))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** A machine of {@code nodes} nodes of one class in one partition. */
  public static Machine of(int nodes, NodeClass nodeClass) {
    Builder builder = new Builder();
    IntStream.range(0, nodes).forEach(node -> builder.node("n" + node, nodeClass));
    return builder.build();
  }

  /** Number of nodes. */
  public int nodes() {
    return classOfNode.length;
  }

  /** The name of a node. */
  public String name(int node) {
    return names.get(node);
  }

  /** The names of some nodes as a host list. */
  public String names(int[] nodes) {
    return HostList.compress(Arrays.stream(nodes).mapToObj(names::get).toList());
  }

  /** The number of the node with that name, -1 if there is none. */
  public int node(String name) {
    return nodeByName.getOrDefault(name, -1);
  }

  /** The class of a node. */
  public NodeClass nodeClass(int node) {
    return classes.get(classOfNode[node]);
  }

  /** The distinct classes of nodes. */
  public List<NodeClass> classes() {
    return classes;
  }

  /** The index of a node's class in {@link #classes()}. */
  public int classOf(int node) {
    return classOfNode[node];
  }

  /** The CPUs of all nodes. */
  public int cpus() {
    return cpus;
  }

  /** The types of GPUs, sorted. */
  public List<String> gpuTypes() {
    return gpuTypes;
  }

  /** The partitions; at least one. */
  public List<Partition> partitions() {
    return partitions;
  }

  /** The number of the partition with that name, -1 if there is none. */
  public int partition(String name) {
    for (int partition = 0; partition < partitions.size(); partition++) {
      if (partitions.get(partition).name().equals(name)) {
        return partition;
      }
    }
    return -1;
  }

  /** The partition of jobs that name none: the default, or else the first. */
  public int defaultPartition() {
    for (int partition = 0; partition < partitions.size(); partition++) {
      if (partitions.get(partition).isDefault()) {
        return partition;
      }
    }
    return 0;
  }

  /** The nodes of a partition by weight, nodes of equal weight in order; do not modify. */
  public int[] nodesOf(int partition) {
    return nodesOfPartition[partition];
  }

  /** The reservations. */
  public List<Reservation> reservations() {
    return reservations;
  }

  /** The number of the reservation with that name, -1 if there is none. */
  public int reservation(String name) {
    for (int i = 0; i < reservations.size(); i++) {
      if (reservations.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** How many reservations there are that jobs may use. O(reservations). */
  public int usableReservations() {
    return (int) reservations.stream().filter(Reservation::hasUsers).count();
  }

  /** The nodes of a reservation. */
  public int[] reservedNodes(int reservation) {
    return nodesOfReservation[reservation].clone();
  }

  /** The tiers of the partitions, the highest first. */
  public int[] tiers() {
    return partitions.stream()
        .map(Partition::tier)
        .distinct()
        .sorted(Comparator.reverseOrder())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * The earliest end of a reservation after {@code time}; {@link Integer#MAX_VALUE} if there is
   * none. O(reservations).
   */
  public int nextReservationEnd(int time) {
    int next = Integer.MAX_VALUE;
    for (Reservation reservation : reservations) {
      next = reservation.end() > time ? Math.min(next, reservation.end()) : next;
    }
    return next;
  }

  /** How jobs share nodes. */
  public Selection selection() {
    return selection;
  }

  /** The switches of the network; {@link Topology#NONE} if they have no effect. */
  public Topology topology() {
    return topology;
  }

  /**
   * Whether jobs get nodes by their switches: there are switches, and jobs are not {@linkplain
   * Selection#spread spread}. Nodes on no switch are then not used.
   */
  public boolean placesBySwitch() {
    return topology.size() > 0 && !selection.spread();
  }

  /** The leaf switch of a node, -1 if it is on none. */
  public int leafOf(int node) {
    return leafOfNode.length == 0 ? -1 : leafOfNode[node];
  }

  /** This machine with other partitions. */
  Machine withPartitions(List<Partition> other) {
    Builder builder = toBuilder();
    builder.partitions.clear();
    builder.partitions.addAll(other);
    return builder.build();
  }

  /** A builder with the content of this machine. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    IntStream.range(0, nodes()).forEach(node -> builder.nodes.put(name(node), nodeClass(node)));
    builder.partitions.addAll(partitions);
    builder.reservations.addAll(reservations);
    builder.selection = selection;
    builder.topology = topology;
    return builder;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Machine that
        && names.equals(that.names)
        && classes.equals(that.classes)
        && Arrays.equals(classOfNode, that.classOfNode)
        && partitions.equals(that.partitions)
        && reservations.equals(that.reservations)
        && selection.equals(that.selection)
        && topology.switches().equals(that.topology.switches());
  }

  @Override
  public int hashCode() {
    return 31 * names.hashCode() + Arrays.hashCode(classOfNode);
  }

  @Override
  public String toString() {
    return nodes() + " nodes, " + cpus + " CPUs, " + partitions.size() + " partitions";
  }

  /** Collects the parts of a machine. Not thread-safe. */
  public static final class Builder {
    private final Map<String, NodeClass> nodes = new LinkedHashMap<>();
    private final List<Partition> partitions = new ArrayList<>();
    private final List<Reservation> reservations = new ArrayList<>();
    private Selection selection = Selection.CORES;
    private Topology topology = Topology.NONE;

    /**
     * Adds nodes.
     *
     * @param hostList their names, such as {@code n[001-087]}
     * @throws InvalidMachineException if a node exists already
     */
    public Builder node(String hostList, NodeClass nodeClass) {
      for (String name : HostList.expand(hostList)) {
        if (nodes.putIfAbsent(name, nodeClass) != null) {
          throw new InvalidMachineException("node '" + name + "' is declared twice");
        }
      }
      return this;
    }

    /** Adds a partition; its nodes may be added later. */
    public Builder partition(Partition partition) {
      if (partitions.stream().anyMatch(other -> other.name().equals(partition.name()))) {
        throw new InvalidMachineException("partition '" + partition.name() + "' is declared twice");
      }
      partitions.add(partition);
      return this;
    }

    /** Adds a reservation; its nodes may be added later. */
    public Builder reservation(Reservation reservation) {
      reservations.add(reservation);
      return this;
    }

    /** Sets how jobs share nodes; the default is {@link Selection#CORES}. */
    public Builder selection(Selection how) {
      selection = how;
      return this;
    }

    /** Sets the switches; their nodes may be added later. The default is none. */
    public Builder topology(Topology switches) {
      topology = switches;
      return this;
    }

    /** The names of the nodes added so far. */
    public Stream<String> names() {
      return nodes.keySet().stream();
    }

    /**
     * Returns the machine. Without a partition, all nodes are in one.
     *
     * @throws InvalidMachineException if there is no node, a partition, reservation or switch has a
     *     node that does not exist, or the switches are not {@linkplain Topology#check trees}
     */
    public Machine build() {
      if (nodes.isEmpty()) {
        throw new InvalidMachineException("the machine has no nodes; at least 1 is needed");
      }
      return new Machine(this);
    }
  }
}
