package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.machine.Shapes;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.order.QueueOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs in the order in which Slurm's schedulers test them on nodes: a job that may run
 * in several partitions has an entry for each. Entries of partitions with a higher tier come first,
 * then the jobs in their order.
 *
 * <p>Source: manual of slurm.conf, {@code PriorityTier} and {@code bf_one_resv_per_job}. Filling
 * costs O(entries) for each tier, in an order other than arrival a sort of the whole queue.
 */
final class PartitionQueue {
  /** A shape in each of its partitions, with their tiers, and a bit for each tier modulo 64. */
  private record Split(Shape[] parts, int[] tiers, long bits) {}

  private final QueueOrder order;
  private final OrderedSlots sorted = new OrderedSlots();
  private @Nullable Split[] split = new Split[16]; // by shape
  private int[] tiers = {};
  private int[] slots = new int[64];
  private Shape[] shapes = new Shape[64];
  private int size;
  private int most;

  PartitionQueue(QueueOrder order) {
    this.order = order;
  }

  /** Forgets the shapes of another state. */
  void adopt(ClusterState state) {
    tiers = state.nodes().machine().tiers();
    split = new Split[16];
  }

  /** Fills this with the first entries of the queue, at most {@code mostEntries}. */
  void fill(ClusterState state, int mostEntries) {
    size = 0;
    most = mostEntries;
    if (!order.isArrival()) {
      sorted.fill(state, order);
    }
    for (int i = 0; i < tiers.length && size < most; i++) {
      fillTier(state, tiers[i]);
    }
  }

  private void fillTier(ClusterState state, int tier) {
    Nodes nodes = state.nodes();
    if (order.isArrival()) {
      WaitingQueue waiting = state.waiting();
      int slot = waiting.first();
      while (slot != ClusterState.NONE && size < most) {
        add(nodes, slot, tier);
        slot = waiting.next(slot);
      }
    } else {
      for (int i = 0; i < sorted.size() && size < most; i++) {
        add(nodes, sorted.slot(i), tier);
      }
    }
  }

  private void add(Nodes nodes, int slot, int tier) {
    Split shape = split(nodes, nodes.shapeId(slot));
    if ((shape.bits & 1L << tier) == 0) {
      return;
    }
    for (int i = 0; i < shape.parts.length && size < most; i++) {
      if (shape.tiers[i] == tier) {
        if (size == slots.length) {
          slots = Arrays.copyOf(slots, 2 * size);
          shapes = Arrays.copyOf(shapes, 2 * size);
        }
        slots[size] = slot;
        shapes[size++] = shape.parts[i];
      }
    }
  }

  private Split split(Nodes nodes, int id) {
    if (id >= split.length) {
      split = Arrays.copyOf(split, Math.max(id + 1, 2 * split.length));
    }
    Split known = split[id];
    if (known == null) {
      known = split(nodes.shapes(), nodes.shapes().get(id));
      split[id] = known;
    }
    return known;
  }

  private static Split split(Shapes shapes, Shape whole) {
    Shape[] parts = new Shape[whole.partitions()];
    int[] tiers = new int[parts.length];
    long bits = 0;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = shapes.inPartition(whole, i);
      tiers[i] = parts[i].tier();
      bits |= 1L << tiers[i];
    }
    return new Split(parts, tiers, bits);
  }

  /** Number of entries. */
  int size() {
    return size;
  }

  /** The job of the {@code i}-th entry. */
  int slot(int i) {
    return slots[i];
  }

  /** Its request in one partition. */
  Shape shape(int i) {
    return shapes[i];
  }
}
