package io.gnomon.sim.machine.placement;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * A request compiled for a machine: for each partition in which the job may run, the nodes, of its
 * reservation if it has one, that can host a part of it when they are idle. Immutable, safe to
 * share.
 */
public final class Shape {
  /** A partition in which the job may run. */
  static final class Option {
    final int partition;
    final int[] nodes; // by weight
    final boolean exclusive;
    final int minNodes;
    final int maxNodes;
    final int memoryPerNode;
    final int memoryPerCpu;
    private final BitSet usable;

    Option(
        int partition,
        Shapes.Hosts hosts,
        boolean exclusive,
        int minNodes,
        int maxNodes,
        int memoryPerNode,
        int memoryPerCpu) {
      this.partition = partition;
      this.nodes = hosts.nodes();
      this.usable = hosts.set();
      this.exclusive = exclusive;
      this.minNodes = minNodes;
      this.maxNodes = maxNodes;
      this.memoryPerNode = memoryPerNode;
      this.memoryPerCpu = memoryPerCpu;
    }

    boolean mayUse(int node) {
      return usable.get(node);
    }
  }

  /** A number of a reservation for jobs that request none. */
  static final int NO_RESERVATION = -2;

  private final int id;
  private final Request request;
  private final Machine machine;
  final Option[] options;
  final int tasks;
  final int tasksPerNode;
  final int fullTasks; // for which a node should have room
  final int cpusPerTask;
  final int[] gpusPerNode;
  final int anyGpusPerNode;
  final int[] gpusPerJob;
  final int anyGpusPerJob;
  final boolean needsGpus;
  private final int width;
  private final int fewestCpus;
  private final boolean possible;
  private final int[] permitted;
  private final int reservation;

  /** Whether a job without a reservation, or whose reservation ends later, may start then. */
  public boolean mayStartAt(int second) {
    return reservation < 0 || second < machine.reservations().get(reservation).end();
  }

  /**
   * Compiles a request. O(nodes).
   *
   * @param shapes the shapes to which it will belong
   * @param allowed numbers of the partitions in which it may run, in the order of preference
   */
  Shape(int id, Request request, Shapes shapes, int[] allowed) {
    this.id = id;
    this.request = request;
    machine = shapes.machine();
    permitted = allowed;
    reservation = machine.reservation(request.reservation());
    tasks = request.tasks();
    tasksPerNode = request.tasksPerNode();
    fullTasks = fullTasks(request);
    cpusPerTask = request.cpusPerTask();
    gpusPerNode = typed(request.gpusPerNode());
    anyGpusPerNode = request.gpusPerNode().getOrDefault(Request.ANY_GPU, 0);
    gpusPerJob = typed(request.gpusPerJob());
    anyGpusPerJob = request.gpusPerJob().getOrDefault(Request.ANY_GPU, 0);
    needsGpus = !request.gpusPerNode().isEmpty() || !request.gpusPerJob().isEmpty();
    options =
        Arrays.stream(allowed)
            .mapToObj(number -> option(number, shapes))
            .filter(option -> option.nodes.length >= option.minNodes)
            .toArray(Option[]::new);
    Placement placement = shapes.placedOnIdle(this);
    possible = placement != null;
    width = placement == null ? request.cpus() : placement.totalCpus();
    fewestCpus = Arrays.stream(options).mapToInt(this::fewestCpus).min().orElse(request.cpus());
  }

  private int fewestCpus(Option option) {
    if (!option.exclusive) {
      return request.cpus();
    }
    int[] cpus =
        Arrays.stream(option.nodes)
            .map(node -> machine.nodeClass(node).cpus())
            .distinct()
            .sorted()
            .toArray();
    if (cpus.length == 0) {
      return request.cpus();
    }
    long hosted = Math.min(tasksPerNode, cpus[0] / cpusPerTask);
    long nodes =
        cpus.length > 1
            ? option.minNodes
            : Math.max(option.minNodes, (tasks + hosted - 1) / hosted);
    return (int) Math.min(Integer.MAX_VALUE, Math.max(request.cpus(), nodes * cpus[0]));
  }

  private static int fullTasks(Request request) {
    if (request.maxNodes() != Partition.UNLIMITED) {
      return (request.tasks() - 1) / request.maxNodes() + 1;
    }
    return request.tasksPerNode() == Partition.UNLIMITED
        ? 1
        : Math.min(request.tasks(), request.tasksPerNode());
  }

  private int[] typed(Map<String, Integer> gpus) {
    List<String> types = machine.gpuTypes();
    int[] counts = new int[types.size()];
    gpus.forEach(
        (type, count) -> {
          if (types.contains(type)) {
            counts[types.indexOf(type)] = count;
          }
        });
    return counts;
  }

  private Option option(int number, Shapes shapes) {
    Partition partition = machine.partitions().get(number);
    boolean memoryRequested = request.memoryPerNode() > 0 || request.memoryPerCpu() > 0;
    int memoryPerCpu = memoryRequested ? request.memoryPerCpu() : partition.defaultMemoryPerCpu();
    int memoryPerNode =
        memoryRequested ? request.memoryPerNode() : partition.defaultMemoryPerNode();
    boolean exclusive =
        request.exclusive()
            || partition.exclusive()
            || machine.selection().unit() == AllocationUnit.NODE;
    BitSet classes = new BitSet();
    for (int kind = 0; kind < machine.classes().size(); kind++) {
      classes.set(kind, canHost(machine.classes().get(kind), memoryPerNode, memoryPerCpu));
    }
    int within = request.reservation().isEmpty() ? NO_RESERVATION : reservation;
    return new Option(
        number,
        shapes.hosts(number, classes, within),
        exclusive,
        Math.max(request.minNodes(), partition.minNodes()),
        Math.min(request.maxNodes(), partition.maxNodes()),
        memoryPerNode,
        memoryPerCpu);
  }

  private boolean canHost(NodeClass kind, int memoryPerNode, int memoryPerCpu) {
    return kind.cpus() >= cpusPerTask
        && kind.memory() >= memoryPerNode
        && kind.memory() >= (long) memoryPerCpu * cpusPerTask
        && request.features().metBy(kind.features())
        && hasGpus(kind, request.gpusPerNode());
  }

  private static boolean hasGpus(NodeClass kind, Map<String, Integer> wanted) {
    int any = kind.gpuCount();
    for (Map.Entry<String, Integer> gpus : wanted.entrySet()) {
      if (!gpus.getKey().equals(Request.ANY_GPU)
          && kind.gpus().getOrDefault(gpus.getKey(), 0) < gpus.getValue()) {
        return false;
      }
      any -= gpus.getValue();
    }
    return any >= 0;
  }

  /** Its number, see {@link Shapes}. */
  public int id() {
    return id;
  }

  Machine machine() {
    return machine;
  }

  /** What the job requests. */
  public Request request() {
    return request;
  }

  /**
   * The number of the reservation in which a job of this shape runs; -1 for none, and for one that
   * the machine does not have, in which the shape is not possible.
   */
  public int reservation() {
    return reservation;
  }

  /** The CPUs that a job of this shape holds on an idle machine, else those that it requests. */
  public int width() {
    return width;
  }

  /** A number of CPUs that a job of this shape holds at least; exact if its nodes are alike. */
  public int fewestCpus() {
    return fewestCpus;
  }

  /** Whether a job of this shape can start on the idle machine. */
  public boolean isPossible() {
    return possible;
  }

  /** The numbers of the partitions in which it may run, including those without enough nodes. */
  int[] permitted() {
    return permitted.clone();
  }

  /**
   * The partition of a job of this shape that runs on some nodes: the first in which it can run
   * that has all of them, else the first in which it can run, else 0.
   */
  public int partitionOn(int[] nodes) {
    for (Option option : options) {
      if (Arrays.stream(nodes).allMatch(option::mayUse)) {
        return option.partition;
      }
    }
    return options.length == 0 ? 0 : options[0].partition;
  }

  /** Number of partitions in which it can run. */
  public int partitions() {
    return options.length;
  }

  /** The highest tier of the partitions in which it can run, 0 if there is none. */
  public int tier() {
    return options.length == 0 ? 0 : machine.partitions().get(options[0].partition).tier();
  }

  /** The number of the {@code i}-th partition in which it can run, in the order of preference. */
  public int partition(int i) {
    return options[i].partition;
  }

  /** The nodes of the {@code i}-th partition that can host a part of it, by weight. */
  public int[] nodes(int i) {
    return options[i].nodes.clone();
  }

  /** Whether a job of this shape runs on one node in the {@code i}-th partition. */
  public boolean isForOneNode(int i) {
    return isForOneNode(options[i]);
  }

  boolean isForOneNode(Option option) {
    return option.minNodes == 1
        && (option.maxNodes == 1 || (tasks == 1 && request.gpusPerJob().isEmpty()));
  }

  /** The memory, in MiB, that a job of this shape on {@code cpus} CPUs requests in all. */
  public double memory(int cpus) {
    if (request.memoryPerNode() > 0) {
      return (double) request.memoryPerNode() * request.minNodes();
    }
    return (double) (options.length == 0 ? request.memoryPerCpu() : options[0].memoryPerCpu) * cpus;
  }

  /** The fewest nodes of a job of this shape in the {@code i}-th partition. */
  public int minNodes(int i) {
    return options[i].minNodes;
  }

  @Override
  public String toString() {
    return "shape " + id + ": " + request;
  }
}
