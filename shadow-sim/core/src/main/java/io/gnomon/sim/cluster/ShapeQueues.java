package io.gnomon.sim.cluster;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs of a machine, one queue for each shape. In these queues, jobs have width 1, so
 * that {@link WaitingQueue#fitting} searches by estimate.
 *
 * <p>A copy shares the queues with its origin; the first change of a shared queue copies it.
 */
final class ShapeQueues {
  private final Places places;
  private @Nullable WaitingQueue[] queues;
  private boolean[] own;
  private int[] occupied; // shapes with waiting jobs, in no order
  private int[] positions; // of each shape in there
  private int occupiedCount;

  ShapeQueues() {
    places = new Places();
    queues = new WaitingQueue[16];
    own = new boolean[16];
    occupied = new int[16];
    positions = new int[16];
  }

  private ShapeQueues(ShapeQueues from, int slotLimit) {
    places = from.places.copy(slotLimit);
    queues = from.queues.clone();
    own = new boolean[queues.length];
    occupied = from.occupied.clone();
    positions = from.positions.clone();
    occupiedCount = from.occupiedCount;
  }

  ShapeQueues copy(int slotLimit) {
    Arrays.fill(own, false);
    return new ShapeQueues(this, slotLimit);
  }

  void add(int slot, int shape, int job, int estimate) {
    WaitingQueue queue = writable(shape);
    if (queue.isEmpty()) {
      positions[shape] = occupiedCount;
      occupied[occupiedCount++] = shape;
    }
    queue.add(slot, job, 1, estimate);
  }

  void remove(int slot, int shape) {
    WaitingQueue queue = writable(shape);
    queue.remove(slot);
    if (queue.isEmpty()) {
      int last = occupied[--occupiedCount];
      occupied[positions[shape]] = last;
      positions[last] = positions[shape];
    }
  }

  /** Number of shapes with waiting jobs. */
  int occupied() {
    return occupiedCount;
  }

  /** The {@code i}-th of these shapes, in no order. */
  int shape(int i) {
    return occupied[i];
  }

  /** Whether a job of that shape waits. */
  boolean any(int shape) {
    WaitingQueue queue = shape < queues.length ? queues[shape] : null;
    return queue != null && !queue.isEmpty();
  }

  /** The waiting jobs of a shape that has some. */
  WaitingQueue of(int shape) {
    WaitingQueue queue = queues[shape];
    if (queue == null) {
      throw new IllegalStateException("no job of shape " + shape + " waits");
    }
    return queue;
  }

  private WaitingQueue writable(int shape) {
    if (shape >= queues.length) {
      int length = Math.max(shape + 1, 2 * queues.length);
      queues = Arrays.copyOf(queues, length);
      own = Arrays.copyOf(own, length);
      occupied = Arrays.copyOf(occupied, length);
      positions = Arrays.copyOf(positions, length);
    }
    WaitingQueue queue = queues[shape];
    if (queue == null) {
      queue = new WaitingQueue(places);
      queues[shape] = queue;
      own[shape] = true;
    } else if (!own[shape]) {
      queue = queue.copy(places);
      queues[shape] = queue;
      own[shape] = true;
    }
    return queue;
  }
}
