package io.gnomon.sim.policy.multiqueue;

import java.util.Arrays;

/**
 * The starts found for pivots, in the order of reservation, and whether each is still the earliest.
 *
 * <p>A start is valid as long as its job lacks processors at every earlier time and has them at the
 * start. The missing processors are counted over all partitions together, so ownership does not
 * matter, and until certain times ({@link ShortageTimes}): processors expected to be released
 * before such a time change nothing by being released earlier; those expected later reduce the
 * shortfall. A start that was found beside a window that has moved is discarded.
 *
 * <p>For each start the free processors of every partition at that time are stored, not counting
 * windows. An event costs O(starts), the start of a job O(starts x partitions).
 */
final class PivotStarts {
  private static final int FEW = 4;
  private static final int PARTS = ShortageTimes.PARTS;

  private final int partitions;
  private int[] slots = new int[FEW];
  private int[] starts = new int[FEW];
  private int[] until = new int[FEW * PARTS]; // consecutive per start
  private int[] lacking = new int[FEW * PARTS]; // before that
  private int[] free; // by partition, side by side
  private int size;
  private boolean moved; // a window may have to be divided again

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

  /** Whether the {@code i}-th start belongs to the job in {@code slot}. */
  boolean isOf(int i, int slot) {
    return i < size && slots[i] == slot;
  }

  /** Whether the {@code i}-th start is in the future and still the earliest. */
  boolean stands(int i, int now) {
    int least = Integer.MAX_VALUE;
    for (int part = i * PARTS; part < (i + 1) * PARTS; part++) {
      least = Math.min(least, lacking[part]);
    }
    return least > 0 && starts[i] > now;
  }

  /** Whether the {@code count} windows reserved since {@link #divide} are still valid. */
  boolean allStand(int count, int now) {
    boolean all = count == size && !moved;
    for (int i = 0; all && i < size; i++) {
      all = stands(i, now);
    }
    return all;
  }

  /** Marks the beginning of new windows. */
  void divide() {
    moved = false;
  }

  int start(int i) {
    return starts[i];
  }

  /** Free processors of {@code partition} at the {@code i}-th start, not counting windows. */
  int free(int i, int partition) {
    return free[i * partitions + partition];
  }

  /**
   * Sets the {@code i}-th start; the later ones are discarded if it has moved.
   *
   * @param before why the job cannot start earlier
   * @param freeThen free processors by partition, not counting windows
   */
  void set(int i, int slot, int start, ShortageTimes before, int[] freeThen) {
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

  /** Discards all starts from the {@code i}-th on. */
  void discardFrom(int i) {
    size = Math.min(size, i);
  }

  /**
   * Records that a job expected to end at {@code end} releases its processors to {@code owner} now.
   */
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
   * Records that a job of partition {@code own} starts, takes {@code given} from each partition and
   * returns all of it to its own at {@code end}.
   */
  void started(int own, int end, int width, int[] given) {
    for (int i = 0; i < size; i++) {
      int at = i * partitions;
      for (int p = 0; p < partitions; p++) {
        free[at + p] -= given[p];
      }
      free[at + own] += starts[i] < end ? 0 : width;
      moved |= starts[i] >= end && given[own] < width; // released to a new owner
    }
    for (int part = 0; part < size * PARTS; part++) {
      lacking[part] += until[part] != ShortageTimes.ALWAYS && until[part] <= end ? width : 0;
    }
  }
}
