package io.gnomon.sim.machine.placement;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of the jobs of a machine, numbered from 0. Equal requests with the same permitted
 * partitions have the same shape.
 *
 * <p>Safe for use by several threads. Finding a known shape costs a hash lookup; getting one by its
 * number an array access.
 */
public final class Shapes {
  private record Key(Request request, List<Integer> partitions) {}

  private record HostKey(int partition, BitSet classes, int reservation) {}

  /**
   * Nodes that can host parts of jobs. Most shapes have the nodes of others.
   *
   * @param nodes by weight
   */
  record Hosts(int[] nodes, BitSet set) {}

  private final Machine machine;
  private final FreeResources idle;
  private final ConsTres placer;
  private final Map<HostKey, Hosts> hosts = new HashMap<>();
  private final Map<Key, Shape> known = new HashMap<>();
  private final BitSet requested = new BitSet(); // by number
  private volatile Shape[] byId = new Shape[16];
  private int size;
  private int requests;

  /** No shapes yet. */
  public Shapes(Machine machine) {
    this.machine = machine;
    idle = new FreeResources(machine);
    placer = new ConsTres(machine);
  }

  /** The machine. */
  public Machine machine() {
    return machine;
  }

  /** The shape with that number. */
  public Shape get(int id) {
    return byId[id];
  }

  /** Number of shapes. */
  public synchronized int size() {
    return size;
  }

  /** Number of shapes without those that exist only for one of the partitions of a request. */
  public synchronized int requests() {
    return requests;
  }

  /**
   * The shape of a job.
   *
   * @param estimate requested seconds; partitions with a shorter limit are not permitted
   */
  public Shape of(Request request, int estimate) {
    return requested(new Key(request, permitted(request, estimate)));
  }

  /** The shape of a request that may run in these partitions, in the order of preference. */
  Shape of(Request request, int[] permitted) {
    return requested(new Key(request, Arrays.stream(permitted).boxed().toList()));
  }

  private synchronized Shape requested(Key key) {
    Shape shape = of(key);
    if (!requested.get(shape.id())) {
      requested.set(shape.id());
      requests++;
    }
    return shape;
  }

  /** The same request in the {@code i}-th partition of its shape only. */
  public Shape inPartition(Shape shape, int i) {
    return shape.partitions() == 1
        ? shape
        : of(new Key(shape.request(), List.of(shape.partition(i))));
  }

  private synchronized Shape of(Key key) {
    Shape shape = known.get(key);
    return shape != null ? shape : add(key);
  }

  private Shape add(Key key) {
    int[] partitions = key.partitions.stream().mapToInt(Integer::intValue).toArray();
    Shape shape = new Shape(size, key.request, this, partitions);
    Shape[] shapes = byId;
    if (size == shapes.length) {
      shapes = Arrays.copyOf(shapes, 2 * size);
    }
    shapes[size++] = shape;
    byId = shapes;
    known.put(key, shape);
    return shape;
  }

  /** Where a shape would be placed on the idle machine; null if it does not fit. */
  @Nullable Placement placedOnIdle(Shape shape) {
    return placer.place(shape, idle);
  }

  /**
   * The nodes of some classes in a partition and a reservation.
   *
   * @param reservation {@link Shape#NO_RESERVATION} for all nodes; negative for none
   */
  Hosts hosts(int partition, BitSet ofClasses, int reservation) {
    return hosts.computeIfAbsent(new HostKey(partition, ofClasses, reservation), this::find);
  }

  private Hosts find(HostKey key) {
    BitSet reserved = new BitSet();
    if (key.reservation >= 0) {
      Arrays.stream(machine.reservedNodes(key.reservation)).forEach(reserved::set);
    }
    int[] nodes =
        Arrays.stream(machine.nodesOf(key.partition))
            .filter(node -> key.classes.get(machine.classOf(node)))
            .filter(node -> !machine.placesBySwitch() || machine.leafOf(node) >= 0)
            .filter(node -> key.reservation == Shape.NO_RESERVATION || reserved.get(node))
            .toArray();
    BitSet set = new BitSet();
    Arrays.stream(nodes).forEach(set::set);
    return new Hosts(nodes, set);
  }

  /** The partitions in which a job may run, those with the highest tier first. */
  private List<Integer> permitted(Request request, int estimate) {
    List<Integer> named =
        request.partitions().isEmpty()
            ? List.of(machine.defaultPartition())
            : request.partitions().stream().map(machine::partition).distinct().toList();
    return named.stream()
        .filter(partition -> partition >= 0 && isOpen(partition, estimate))
        .sorted(Comparator.comparing(partition -> -machine.partitions().get(partition).tier()))
        .toList();
  }

  private boolean isOpen(int number, int estimate) {
    Partition partition = machine.partitions().get(number);
    return partition.up() && estimate <= partition.maxSeconds();
  }
}
