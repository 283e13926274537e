package io.gnomon.sim.machine;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The shapes of the jobs of a machine, numbered from 0. Equal requests with the same permitted
 * partitions have the same shape.
 *
 * <p>Safe for use by several threads. Finding a known shape costs a hash lookup; getting one by its
 * number an array access.
 */
public final class Shapes {
  private record Key(Request request, List<Integer> partitions) {}

  private final Machine machine;
  private final Map<Key, Shape> known = new HashMap<>();
  private volatile Shape[] byId = new Shape[16];
  private int size;

  /** No shapes yet. */
  public Shapes(Machine machine) {
    this.machine = machine;
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

  /**
   * The shape of a job.
   *
   * @param estimate requested seconds; partitions with a shorter limit are not permitted
   */
  public Shape of(Request request, int estimate) {
    return of(new Key(request, permitted(request, estimate)));
  }

  /** The shape of a request that may run in these partitions, in the order of preference. */
  Shape of(Request request, int[] permitted) {
    return of(new Key(request, Arrays.stream(permitted).boxed().toList()));
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
    Shape shape = new Shape(size, key.request, machine, partitions);
    Shape[] shapes = byId;
    if (size == shapes.length) {
      shapes = Arrays.copyOf(shapes, 2 * size);
    }
    shapes[size++] = shape;
    byId = shapes;
    known.put(key, shape);
    return shape;
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
