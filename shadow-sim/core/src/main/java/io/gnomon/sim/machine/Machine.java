package io.gnomon.sim.machine;

import io.gnomon.model.machine.Selection;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster with its partitions and reservations. Immutable, safe to share.
 *
 * <p>Nodes, GPU types and partitions are numbered from 0, nodes and partitions in the order in
 * which they were added.
 */
public final class Machine {
  private final NodeIndex index;
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

  /** Nodes of a class, one after the other. */
  private record Group(NodeClass kind, int count) {}

  private Machine(Builder from) {
    index = from.index();
    Map<NodeClass, Integer> numbers = new LinkedHashMap<>();
    classOfNode = new int[index.size()];
    int node = 0;
    for (Group group : from.groups) {
      int number = numbers.computeIfAbsent(group.kind(), added -> numbers.size());
      Arrays.fill(classOfNode, node, node + group.count(), number);
      node += group.count();
    }
    classes = List.copyOf(numbers.keySet());
    gpuTypes =
        List.copyOf(
            new TreeSet<>(
                classes.stream().flatMap(kind -> kind.gpus().keySet().stream()).toList()));
    partitions =
        from.partitions.isEmpty()
            ? List.of(Partition.of("all", new NodeNames(index, IntStream.range(0, node).toArray())))
            : List.copyOf(from.partitions);
    Map<List<String>, int[]> sorted = new IdentityHashMap<>();
    nodesOfPartition =
        partitions.stream()
            .map(partition -> sorted(sorted, "partition '" + partition.name(), partition.nodes()))
            .toArray(int[][]::new);
    reservations = List.copyOf(from.reservations);
    nodesOfReservation =
        reservations.stream()
            .map(reserved -> sorted(sorted, "reservation '" + reserved.name(), reserved.nodes()))
            .toArray(int[][]::new);
    selection = from.selection;
    topology = from.topology;
    leafOfNode = new int[topology.size() == 0 ? 0 : node];
    Arrays.fill(leafOfNode, Topology.NO_SWITCH);
    for (int i = 0; i < topology.size(); i++) {
      topology.check(i);
      NetworkSwitch one = topology.switches().get(i);
      for (int connected : numbers("switch '" + one.name(), one.nodes())) {
        leafOfNode[connected] = i;
      }
    }
    cpus = Arrays.stream(classOfNode).map(kind -> classes.get(kind).cpus()).sum();
  }

  /** The different nodes of a list by weight, in one array for all that have the same list. */
  private int[] sorted(Map<List<String>, int[]> known, String place, List<String> nodes) {
    int[] found = known.get(nodes);
    if (found == null) {
      found = byWeight(numbers(place, nodes));
      known.put(nodes, found);
    }
    return found;
  }

  private int[] byWeight(int[] nodes) {
    BitSet different = new BitSet(index.size());
    for (int node : nodes) {
      different.set(node);
    }
    long[] keys =
        different.stream()
            .mapToLong(node -> (long) nodeClass(node).weight() << Integer.SIZE | node)
            .toArray();
    Arrays.sort(keys);
    int[] sorted = Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    return Arrays.equals(sorted, nodes) ? nodes : sorted; // an array that is held anyway
  }

  private int[] numbers(String place, List<String> nodes) {
    if (nodes instanceof NodeNames resolved && resolved.areOf(index)) {
      return resolved.numbers();
    }
    try {
      return nodes.stream().mapToInt(index::required).toArray();
    } catch (InvalidMachineException unknown) {
      throw new InvalidMachineException(place + "' " + unknown.getMessage());
    }
  }

  /** A machine of {@code nodes} nodes of one class in one partition. */
  public static Machine of(int nodes, NodeClass nodeClass) {
    return new Builder().node("n[0-" + (nodes - 1) + "]", nodeClass).build();
  }

  /** Number of nodes. */
  public int nodes() {
    return classOfNode.length;
  }

  /** The name of a node. */
  public String name(int node) {
    return index.name(node);
  }

  /** The names of some nodes as a host list. */
  public String names(int[] nodes) {
    return HostList.compress(Arrays.stream(nodes).mapToObj(index::name).toList());
  }

  /** The number of the node with that name, -1 if there is none. */
  public int node(String name) {
    return index.number(name);
  }

  /**
   * The numbers of the nodes of a host list, in its order.
   *
   * @throws InvalidMachineException if it is not well-formed, or "has node '…'" that does not exist
   */
  public int[] nodes(String hostList) {
    return index.numbers(hostList);
  }

  /**
   * The nodes of a host list as a set. A list such as {@code n[1-200000]} is not expanded.
   *
   * @throws InvalidMachineException if it is not well-formed, or has a node that does not exist
   */
  public BitSet nodeSet(String hostList) {
    return index.set(hostList);
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
  public Machine withPartitions(List<Partition> other) {
    Builder builder = toBuilder();
    builder.partitions.clear();
    builder.partitions.addAll(other);
    return builder.build();
  }

  /** A builder with the content of this machine. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.names = new NodeIndex.Builder(index);
    for (int kind : classOfNode) {
      builder.add(classes.get(kind), 1);
    }
    builder.index = index;
    builder.partitions.addAll(partitions);
    builder.reservations.addAll(reservations);
    builder.selection = selection;
    builder.topology = topology;
    return builder;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Machine that
        && index.equals(that.index)
        && classes.equals(that.classes)
        && Arrays.equals(classOfNode, that.classOfNode)
        && partitions.equals(that.partitions)
        && reservations.equals(that.reservations)
        && selection.equals(that.selection)
        && topology.switches().equals(that.topology.switches());
  }

  @Override
  public int hashCode() {
    return 31 * index.hashCode() + Arrays.hashCode(classOfNode);
  }

  @Override
  public String toString() {
    return nodes() + " nodes, " + cpus + " CPUs, " + partitions.size() + " partitions";
  }

  /** Collects the parts of a machine. Not thread-safe. */
  public static final class Builder {
    /** The largest number of nodes that partitions, reservations and switches may list in all. */
    public static final int MOST_LISTED = 1 << 23;

    private NodeIndex.Builder names = new NodeIndex.Builder();
    private final List<Group> groups = new ArrayList<>();
    private final List<Partition> partitions = new ArrayList<>();
    private final List<Reservation> reservations = new ArrayList<>();
    private Selection selection = Selection.CORES;
    private Topology topology = Topology.NONE;
    private @Nullable NodeIndex index; // of the nodes added so far
    private final Map<String, List<String>> resolved = new HashMap<>();
    private long listed;

    /**
     * Adds nodes.
     *
     * @param hostList their names, such as {@code n[001-087]}
     * @throws io.gnomon.slurm.value.InvalidHostListException if the text is no host list
     * @throws InvalidMachineException if a node exists already, or there are more than {@value
     *     HostList#MAX_NAMES}
     */
    public Builder node(String hostList, NodeClass nodeClass) {
      index = null;
      resolved.clear();
      add(nodeClass, names.add(hostList));
      if (names.size() > HostList.MAX_NAMES) {
        throw new InvalidMachineException(
            "the machine has more than %d nodes".formatted(HostList.MAX_NAMES));
      }
      return this;
    }

    private void add(NodeClass kind, int count) {
      Group last = groups.isEmpty() ? null : groups.get(groups.size() - 1);
      if (last != null && last.kind() == kind) {
        groups.set(groups.size() - 1, new Group(kind, last.count() + count));
      } else {
        groups.add(new Group(kind, count));
      }
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

    /**
     * The names of a host list, all of which are nodes added so far. They take four bytes each; the
     * same text is the same list.
     *
     * @throws InvalidMachineException if it is not well-formed, "has node '…'" that was not added,
     *     or all lists together have more than {@value #MOST_LISTED} names
     */
    public List<String> names(String hostList) {
      List<String> known = resolved.get(hostList);
      if (known == null) {
        known = named(index().numbers(hostList));
        resolved.put(hostList, known);
      }
      return known;
    }

    /** The same for names that have been read. */
    public List<String> names(Collection<String> listed) {
      return named(listed.stream().mapToInt(index()::required).toArray());
    }

    private List<String> named(int[] numbers) {
      listed += numbers.length;
      if (listed > MOST_LISTED) {
        throw new InvalidMachineException(
            "is the one with which partitions, reservations and switches list more than %d nodes"
                .formatted(MOST_LISTED));
      }
      return new NodeNames(index(), numbers);
    }

    private NodeIndex index() {
      NodeIndex known = index;
      if (known == null) {
        known = names.build();
        index = known;
      }
      return known;
    }

    /**
     * Returns the machine. Without a partition, all nodes are in one.
     *
     * @throws InvalidMachineException if there is no node, a partition, reservation or switch has a
     *     node that does not exist, or the switches are not {@linkplain Topology#check trees}
     */
    public Machine build() {
      if (names.size() == 0) {
        throw new InvalidMachineException("the machine has no nodes; at least 1 is needed");
      }
      return new Machine(this);
    }
  }
}
