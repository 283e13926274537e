package io.gnomon.sim.policy.multiqueue;

import java.util.Arrays;

/**
 * The starts that were found for pivots, in the order in which they reserved, and whether each
 * still is the earliest.
 *
 * <p>A start stands as long as its job lacked processors at every earlier time and still does. What
 * it lacked at least is counted in processors of all partitions together, so that it does not
 * matter whose they are; a job that ends early takes from it what it held, beyond that nothing does
 * so. Before the first start, which has no window before it, the free processors only grow: what is
 * expected to be released by then changes nothing by being released earlier. A start that was found
 * beside a window that has moved is forgotten.
 *
 * <p>With each goes what every partition has free then, no window counted. An event costs
 * O(starts), a start of a job O(starts x partitions).
 */
final class PivotStarts {
  private static final int FEW = 4;

  private final int partitions;
  private int[] slots = new int[FEW];
  private int[] starts = new int[FEW];
  private int[] lacking = new int[FEW];
  private int[] free; // by partition, side by side
  private int size;

  PivotStarts(int partitions) {
    this.partitions = partitions;
    free = new int[FEW * partitions];
  }

  PivotStarts copy() {
    PivotStarts copy = new PivotStarts(partitions);
    copy.slots = slots.clone();
    copy.starts = starts.clone();
    copy.lacking = lacking.clone();
    copy.free = free.clone();
    copy.size = size;
    return copy;
  }

  /** Whether the {@code i}-th is that of the job in {@code slot}, and nothing earlier is free. */
  boolean stands(int i, int slot, int now) {
    return i < size && slots[i] == slot && starts[i] > now && lacking[i] > 0;
  }

  int start(int i) {
    return starts[i];
  }

  /** What {@code partition} has free at the {@code i}-th, no window counted. */
  int free(int i, int partition) {
    return free[i * partitions + partition];
  }

  /**
   * Sets the {@code i}-th; the later ones are forgotten if it has moved.
   *
   * @param lacked the least that the job lacked at an earlier time
   * @param freeThen by partition, no window counted
   */
  void set(int i, int slot, int start, int lacked, int[] freeThen) {
    if (i < size && (slots[i] != slot || starts[i] != start)) {
      size = i;
    }
    if (i == slots.length) {
      slots = Arrays.copyOf(slots, 2 * i);
      starts = Arrays.copyOf(starts, 2 * i);
      lacking = Arrays.copyOf(lacking, 2 * i);
      free = Arrays.copyOf(free, 2 * i * partitions);
    }
    size = Math.max(size, i + 1);
    slots[i] = slot;
    starts[i] = start;
    lacking[i] = lacked;
    System.arraycopy(freeThen, 0, free, i * partitions, partitions);
  }

  /** Forgets all from the {@code i}-th on. */
  void forgetFrom(int i) {
    size = Math.min(size, i);
  }

  /** A job that was expected to end at {@code end} gives its processors to {@code owner} now. */
  void ended(int now, int end, int owner, int processors) {
    for (int i = 0; i < size && end > now; i++) {
      if (starts[i] < end) {
        free[i * partitions + owner] += processors;
      }
      if (i > 0 || starts[i] <= end) {
        lacking[i] -= processors;
      }
    }
  }

  /**
   * A job of partition {@code own} starts and takes {@code given} from each partition; at {@code
   * end} all of it goes to its own.
   */
  void started(int own, int end, int width, int[] given) {
    for (int i = 0; i < size; i++) {
      int at = i * partitions;
      for (int p = 0; p < partitions; p++) {
        free[at + p] -= given[p];
      }
      free[at + own] += starts[i] < end ? 0 : width;
    }
    if (size > 0 && starts[0] <= end) {
      lacking[0] += width;
    }
  }
}
