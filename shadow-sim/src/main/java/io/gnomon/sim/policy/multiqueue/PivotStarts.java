package io.gnomon.sim.policy.multiqueue;

import java.util.Arrays;

/**
 * The starts that were found for pivots, in the order in which they reserved, and whether each
 * still is the earliest.
 *
 * <p>A start stands as long as its job lacks processors at every earlier time, and can have them at
 * it. What it lacks is counted over all partitions together, so that it does not matter whose they
 * are, until some times ({@link Shortfall}): what was expected to be released before such a time
 * changes nothing by being released earlier, what was to be released later makes good what is
 * lacking. A start that was found beside a window that has moved is forgotten.
 *
 * <p>With each goes what every partition has free then, no window counted. An event costs
 * O(starts), a start of a job O(starts x partitions).
 */
final class PivotStarts {
  private static final int FEW = 4;
  private static final int PARTS = Shortfall.PARTS;

  private final int partitions;
  private int[] slots = new int[FEW];
  private int[] starts = new int[FEW];
  private int[] until = new int[FEW * PARTS]; // side by side
  private int[] lacking = new int[FEW * PARTS]; // before that
  private int[] free; // by partition, side by side
  private int size;
  private boolean moved; // processors that a window may have to be made of anew

  PivotStarts(int partitions) {
    this.partitions = partitions;
    free = new int[FEW * partitions];
  }

  PivotStarts copy() {
    PivotStarts copy = new PivotStarts(partitions);
    copy.slots = slots.clone();
    copy.starts = starts.clone();
    copy.until = until.clone();
    copy.lacking = lacking.clone();
    copy.free = free.clone();
    copy.size = size;
    copy.moved = moved;
    return copy;
  }

  /** Whether the {@code i}-th is that of the job in {@code slot}. */
  boolean isOf(int i, int slot) {
    return i < size && slots[i] == slot;
  }

  /** Whether the {@code i}-th is to come, and nothing earlier is free. */
  boolean stands(int i, int now) {
    int least = Integer.MAX_VALUE;
    for (int part = i * PARTS; part < (i + 1) * PARTS; part++) {
      least = Math.min(least, lacking[part]);
    }
    return least > 0 && starts[i] > now;
  }

  /** Whether {@code count} windows that were made since {@link #divide} are what would be made. */
  boolean allStand(int count, int now) {
    boolean all = count == size && !moved;
    for (int i = 0; all && i < size; i++) {
      all = stands(i, now);
    }
    return all;
  }

  /** Says that the windows are made anew from here on. */
  void divide() {
    moved = false;
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
   * @param before why the job cannot start earlier
   * @param freeThen by partition, no window counted
   */
  void set(int i, int slot, int start, Shortfall before, int[] freeThen) {
    if (i < size && (slots[i] != slot || starts[i] != start)) {
      size = i;
    }
    if (i == slots.length) {
      slots = Arrays.copyOf(slots, 2 * i);
      starts = Arrays.copyOf(starts, 2 * i);
      until = Arrays.copyOf(until, 2 * i * PARTS);
      lacking = Arrays.copyOf(lacking, 2 * i * PARTS);
      free = Arrays.copyOf(free, 2 * i * partitions);
    }
    size = Math.max(size, i + 1);
    slots[i] = slot;
    starts[i] = start;
    before.copy(until, lacking, i * PARTS);
    System.arraycopy(freeThen, 0, free, i * partitions, partitions);
  }

  /** Forgets all from the {@code i}-th on. */
  void forgetFrom(int i) {
    size = Math.min(size, i);
  }

  /** A job that was expected to end at {@code end} gives its processors to {@code owner} now. */
  void ended(int now, int end, int owner, int processors) {
    if (end <= now) {
      return;
    }
    for (int i = 0; i < size; i++) {
      free[i * partitions + owner] += starts[i] < end ? processors : 0;
      moved |= starts[i] < end;
    }
    for (int part = 0; part < size * PARTS; part++) {
      lacking[part] -= until[part] <= end ? processors : 0;
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
      moved |= starts[i] >= end && given[own] < width; // to a new owner
    }
    for (int part = 0; part < size * PARTS; part++) {
      lacking[part] += until[part] != Shortfall.ALWAYS && until[part] <= end ? width : 0;
    }
  }
}
