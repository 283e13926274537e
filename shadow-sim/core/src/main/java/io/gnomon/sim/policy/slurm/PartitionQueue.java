package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.slurm.priority.JobPriorities;
import io.gnomon.sim.policy.slurm.priority.PriorityEntries;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs in the order in which Slurm's schedulers test them on nodes: a job that may run
 * in several partitions has an entry for each. Jobs in reservations come first, then entries of
 * partitions with a higher tier, then the jobs in their order.
 *
 * <p>Source: manual of slurm.conf, {@code PriorityTier} and {@code bf_one_resv_per_job}; order of
 * jobs in <a href="https://slurm.schedmd.com/priority_multifactor.html">Multifactor Priority</a>.
 * Filling costs O(entries) for each tier, in an order other than arrival a sort of the whole queue.
 */
final class PartitionQueue {
  /** A shape in each of its partitions, with their tiers, and a bit for each tier modulo 64. */
  private record Split(Shape[] parts, int[] tiers, long bits) {}

  private static final int OF_RESERVATIONS = Integer.MAX_VALUE; // tier of their jobs

  private final SlurmSettings settings;
  private final OrderedSlots sorted = new OrderedSlots();
  private @Nullable Split[] split = new Split[16]; // by shape
  private int[] tiers = {};
  private int[] slots = new int[64];
  private Shape[] shapes = new Shape[64];
  private long[] priority = new long[64];
  private int size;
  private int most;
  private @Nullable JobPriorities priorities; // null: the order of the settings
  private PriorityEntries[] byTier = {};
  private boolean stale = true; // entries by tier must be collected again
  private int[] arrived = new int[16]; // slots of jobs without entries by tier yet
  private int arrivals;

  PartitionQueue(SlurmSettings settings) {
    this.settings = settings;
  }

  /** Forgets the shapes of another state. */
  void adopt(ClusterState state) {
    tiers = tiers(state.nodes().machine());
    split = new Split[16];
    boolean prioritizes = state.hasAccounting() && settings.isByPriority();
    priorities = prioritizes ? new JobPriorities(state) : null;
    byTier = new PriorityEntries[prioritizes ? tiers.length : 0];
    Arrays.setAll(byTier, tier -> new PriorityEntries());
    stale = true;
  }

  private static int[] tiers(Machine machine) {
    IntStream ofPartitions = Arrays.stream(machine.tiers());
    return machine.reservations().isEmpty()
        ? ofPartitions.toArray()
        : IntStream.concat(IntStream.of(OF_RESERVATIONS), ofPartitions).toArray();
  }

  /** A job has been submitted. */
  void submitted(int slot) {
    if (priorities != null && !stale) {
      if (arrivals == arrived.length) {
        arrived = Arrays.copyOf(arrived, 2 * arrivals);
      }
      arrived[arrivals++] = slot;
    }
  }

  /** A waiting job has changed, or a job has returned to the queue. */
  void changed() {
    stale = true;
  }

  /** Fills this with the first entries of the queue, at most {@code mostEntries}. */
  void fill(ClusterState state, int mostEntries) {
    size = 0;
    most = mostEntries;
    if (priorities != null) {
      fillByPriority(state, priorities);
      return;
    }
    if (!settings.order().isArrival()) {
      sorted.fill(state, settings.order());
    }
    for (int i = 0; i < tiers.length && size < most; i++) {
      fillTier(state, tiers[i]);
    }
  }

  private void fillByPriority(ClusterState state, JobPriorities current) {
    collect(state, current);
    for (int tier = 0; tier < byTier.length && size < most; tier++) {
      PriorityEntries entries = byTier[tier];
      for (int i = 0; i < entries.size() && size < most; i++) {
        append(entries.slot(i), entries.shape(i), entries.priority(i));
      }
    }
  }

  /** Brings the entries by tier up to date. */
  private void collect(ClusterState state, JobPriorities current) {
    boolean recalculated = current.refresh();
    for (PriorityEntries entries : byTier) {
      stale |= entries.isSparse();
    }
    if (stale) {
      collectAll(state, current);
    } else {
      for (PriorityEntries entries : byTier) {
        entries.dropStarted(state);
        if (recalculated) {
          entries.recalculate(current);
        }
      }
      for (int i = 0; i < arrivals; i++) {
        collect(state, current, arrived[i]);
      }
    }
    arrivals = 0;
    stale = false;
    for (PriorityEntries entries : byTier) {
      entries.sort();
    }
  }

  private void collectAll(ClusterState state, JobPriorities current) {
    for (PriorityEntries entries : byTier) {
      entries.clear();
    }
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      collect(state, current, slot);
    }
  }

  private void collect(ClusterState state, JobPriorities current, int slot) {
    if (!state.occupied(slot) || state.phase(slot) != JobPhase.WAITING) {
      return; // has left the queue since its arrival
    }
    Split shape = split(state.nodes(), state.nodes().shapeId(slot));
    for (int i = 0; i < shape.parts.length; i++) {
      double fixed = current.fixed(slot, shape.parts[i]);
      byTier[indexOf(shape.tiers[i])].add(
          slot, state.job(slot), shape.parts[i], fixed, current.of(slot, fixed));
    }
  }

  private int indexOf(int tier) {
    int index = 0;
    while (tiers[index] != tier) {
      index++;
    }
    return index;
  }

  private void fillTier(ClusterState state, int tier) {
    Nodes nodes = state.nodes();
    if (settings.order().isArrival()) {
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
        append(slot, shape.parts[i], Long.MAX_VALUE);
      }
    }
  }

  private void append(int slot, Shape shape, long points) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, 2 * size);
      shapes = Arrays.copyOf(shapes, 2 * size);
      priority = Arrays.copyOf(priority, 2 * size);
    }
    slots[size] = slot;
    priority[size] = points;
    shapes[size++] = shape;
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
      tiers[i] = parts[i].reservation() < 0 ? parts[i].tier() : OF_RESERVATIONS;
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

  /** Its priority there; {@link Long#MAX_VALUE} if jobs are not in order of priority. */
  long priority(int i) {
    return priority[i];
  }

  /** Its request in one partition. */
  Shape shape(int i) {
    return shapes[i];
  }
}
