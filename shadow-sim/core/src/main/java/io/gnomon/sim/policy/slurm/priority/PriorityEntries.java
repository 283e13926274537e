package io.gnomon.sim.policy.slurm.priority;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one tier in order of priority, equal ones in order of arrival. Keeps what is known
 * from one pass to the next: entries are added as jobs arrive, those of jobs that no longer wait
 * are dropped, and all are sorted again when priorities have been recalculated.
 *
 * <p>An entry is named by a number that grows with arrival. Sorting compares longs, the inverted
 * priority above the number. A pass without recalculation costs O(entries), plus the sort of what
 * was added.
 */
public final class PriorityEntries {
  private static final int NUMBER_BITS = 31;
  private static final long NUMBER = (1L << NUMBER_BITS) - 1;
  private static final long GREATEST_PRIORITY = 0xFFFFFFFFL;

  private int[] slots = new int[64]; // by number, as the other columns
  private int[] jobs = new int[64];
  private @Nullable Shape[] shapes = new Shape[64];
  private double[] fixed = new double[64];
  private int numbers;
  private long[] keys = new long[64]; // in order, the first of them sorted
  private int size;
  private int sorted;

  /** Removes all entries. */
  public void clear() {
    Arrays.fill(shapes, 0, numbers, null);
    numbers = 0;
    size = 0;
    sorted = 0;
  }

  /**
   * Adds an entry; those of one job number must be added in order of arrival.
   *
   * @param points its points that do not change while it waits
   */
  public void add(int slot, int job, Shape shape, double points, long priority) {
    if (numbers == slots.length) {
      slots = Arrays.copyOf(slots, 2 * numbers);
      jobs = Arrays.copyOf(jobs, 2 * numbers);
      shapes = Arrays.copyOf(shapes, 2 * numbers);
      fixed = Arrays.copyOf(fixed, 2 * numbers);
    }
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
    }
    slots[numbers] = slot;
    jobs[numbers] = job;
    shapes[numbers] = shape;
    fixed[numbers] = points;
    keys[size++] = key(priority, numbers++);
  }

  /** Drops the entries of jobs that do not wait any more. */
  public void dropStarted(ClusterState state) {
    int kept = 0;
    int keptSorted = 0;
    for (int i = 0; i < size; i++) {
      int number = (int) (keys[i] & NUMBER);
      int slot = slots[number];
      if (state.occupied(slot)
          && state.job(slot) == jobs[number]
          && state.phase(slot) == JobPhase.WAITING) {
        keys[kept++] = keys[i];
        keptSorted = i < sorted ? kept : keptSorted;
      } else {
        shapes[number] = null;
      }
    }
    size = kept;
    sorted = keptSorted;
  }

  /** Computes all priorities again. */
  public void recalculate(JobPriorities priorities) {
    for (int i = 0; i < size; i++) {
      int number = (int) (keys[i] & NUMBER);
      keys[i] = key(priorities.of(slots[number], fixed[number]), number);
    }
    sorted = 0;
  }

  /** Sorts what has been added. */
  public void sort() {
    if (sorted < size) {
      Arrays.sort(keys, 0, size);
      sorted = size;
    }
  }

  /** Whether most of the columns is taken by entries that have been dropped. */
  public boolean isSparse() {
    return numbers > 1024 && numbers > 4 * size;
  }

  private static long key(long priority, int number) {
    return (GREATEST_PRIORITY - priority) << NUMBER_BITS | number;
  }

  /** Number of entries. */
  public int size() {
    return size;
  }

  /** The job of the {@code i}-th entry. */
  public int slot(int i) {
    return slots[(int) (keys[i] & NUMBER)];
  }

  /** Its priority. */
  public long priority(int i) {
    return GREATEST_PRIORITY - (keys[i] >>> NUMBER_BITS);
  }

  /** Its request in one partition. */
  public Shape shape(int i) {
    Shape shape = shapes[(int) (keys[i] & NUMBER)];
    if (shape == null) {
      throw new IllegalStateException("entry " + i + " has been dropped");
    }
    return shape;
  }
}
