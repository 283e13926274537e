package io.gnomon.sim.cluster;

import java.util.Arrays;

/**
 * The waiting jobs in arrival order, with a pruned search for the next one that fits.
 *
 * <p>Jobs stand in positions that grow with arrival. Over the positions stand levels of blocks of
 * {@value #FAN}, each with a lower bound of the widths and estimates below it. Adding lowers the
 * bounds; removing leaves them, for a bound that is too low is still a bound, and a search that
 * finds nothing in a block makes its bound exact. So a search passes over blocks in which nothing
 * can fit, and costs O(log n) beyond the blocks that it has to open.
 *
 * <p>A job that comes back to the queue takes its old place, in O(n).
 */
public final class WaitingQueue {
  private static final int FAN = 32;
  private static final int SHIFT = 5;

  private int[] slots = new int[FAN];
  private int[] jobs = new int[FAN];
  private int[][] minWidth = levels(FAN);
  private int[][] minEstimate = levels(FAN);
  private int[] positions = new int[FAN];
  private int head;
  private int tail;
  private int size;

  WaitingQueue() {}

  /** Waiting jobs. */
  public int size() {
    return size;
  }

  /** Whether nobody waits. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** The slot of the job that arrived first, or {@link ClusterState#NONE}. */
  public int first() {
    return size == 0 ? ClusterState.NONE : slots[head];
  }

  /** The slot of the job that arrived last, or {@link ClusterState#NONE}. */
  public int last() {
    return size == 0 ? ClusterState.NONE : slots[tail - 1];
  }

  /**
   * The slot of the job that arrived next after the one in {@code slot}, or NONE. The latter may
   * have left the queue, if no job has been added since.
   */
  public int next(int slot) {
    for (int p = positions[slot] + 1; p < tail; p++) {
      if (slots[p] >= 0) {
        return slots[p];
      }
    }
    return ClusterState.NONE;
  }

  /**
   * The next job after {@code slot} that fits: at most {@code width} wide, and either estimated at
   * no more than {@code seconds} or at most {@code narrow} wide.
   *
   * @param slot of a waiting job, or of one that has just left the queue
   * @return its slot, or {@link ClusterState#NONE}
   */
  public int nextFitting(int slot, int width, int seconds, int narrow) {
    return fittingFrom(positions[slot] + 1, width, seconds, narrow);
  }

  /** The first job that fits, as {@link #nextFitting} says. */
  public int firstFitting(int width, int seconds, int narrow) {
    return size == 0 ? ClusterState.NONE : fittingFrom(head, width, seconds, narrow);
  }

  private int fittingFrom(int from, int width, int seconds, int narrow) {
    if (width < 1) {
      return ClusterState.NONE;
    }
    int p = from;
    while (p < tail) {
      if ((p & (FAN - 1)) == 0) {
        int beyond = skip(p, width, seconds, narrow);
        if (beyond > p) {
          p = beyond;
          continue;
        }
      }
      int end = Math.min(tail, (p | (FAN - 1)) + 1);
      int begin = p;
      int[] widths = minWidth[0];
      int[] estimates = minEstimate[0];
      for (; p < end; p++) {
        if (widths[p] <= width && (estimates[p] <= seconds || widths[p] <= narrow)) {
          return slots[p];
        }
      }
      if ((begin & (FAN - 1)) == 0) {
        tighten(begin >> SHIFT, begin, end);
      }
    }
    return ClusterState.NONE;
  }

  /** The first position after the largest block that starts at p and in which nothing fits. */
  private int skip(int p, int width, int seconds, int narrow) {
    int beyond = p;
    for (int level = 1; level < minWidth.length; level++) {
      int span = SHIFT * level;
      if ((p & ((1 << span) - 1)) != 0) {
        break;
      }
      int block = p >> span;
      int least = minWidth[level][block];
      if (least <= width && (minEstimate[level][block] <= seconds || least <= narrow)) {
        break;
      }
      beyond = (block + 1) << span;
    }
    return beyond;
  }

  private void tighten(int block, int begin, int end) {
    int width = Integer.MAX_VALUE;
    int estimate = Integer.MAX_VALUE;
    for (int p = begin; p < end; p++) {
      width = Math.min(width, minWidth[0][p]);
      estimate = Math.min(estimate, minEstimate[0][p]);
    }
    minWidth[1][block] = width;
    minEstimate[1][block] = estimate;
    for (int level = 2; level < minWidth.length && (block & (FAN - 1)) == FAN - 1; level++) {
      int parent = block >> SHIFT;
      minWidth[level][parent] = least(minWidth[level - 1], parent);
      minEstimate[level][parent] = least(minEstimate[level - 1], parent);
      block = parent;
    }
  }

  private static int least(int[] level, int parent) {
    int least = Integer.MAX_VALUE;
    for (int child = parent << SHIFT; child < (parent + 1) << SHIFT; child++) {
      least = Math.min(least, level[child]);
    }
    return least;
  }

  WaitingQueue copy() {
    WaitingQueue copy = new WaitingQueue();
    copy.slots = slots.clone();
    copy.jobs = jobs.clone();
    copy.positions = positions.clone();
    copy.minWidth = copyOf(minWidth);
    copy.minEstimate = copyOf(minEstimate);
    copy.head = head;
    copy.tail = tail;
    copy.size = size;
    return copy;
  }

  void add(int slot, int job, int width, int estimate) {
    if (tail == slots.length) {
      repack(size > tail / 2 ? 2 * slots.length : slots.length);
    }
    if (slot >= positions.length) {
      positions = Arrays.copyOf(positions, Math.max(slot + 1, 2 * positions.length));
    }
    if (size == 0) {
      head = 0;
      tail = 0;
    }
    if (size > 0 && job < jobs[tail - 1]) {
      insert(slot, job, width, estimate);
    } else {
      put(tail++, slot, job, width, estimate);
    }
    size++;
  }

  void remove(int slot) {
    int p = positions[slot];
    slots[p] = ClusterState.NONE;
    minWidth[0][p] = Integer.MAX_VALUE;
    minEstimate[0][p] = Integer.MAX_VALUE;
    size--;
    while (head < tail && slots[head] < 0) {
      head++;
    }
    while (tail > head && slots[tail - 1] < 0) {
      tail--;
    }
  }

  private void put(int p, int slot, int job, int width, int estimate) {
    slots[p] = slot;
    jobs[p] = job;
    positions[slot] = p;
    for (int level = 0; level < minWidth.length; level++) {
      int block = p >> (SHIFT * level);
      if (level > 0 && minWidth[level][block] <= width && minEstimate[level][block] <= estimate) {
        continue;
      }
      minWidth[level][block] = level == 0 ? width : Math.min(minWidth[level][block], width);
      minEstimate[level][block] =
          level == 0 ? estimate : Math.min(minEstimate[level][block], estimate);
    }
  }

  private void insert(int slot, int job, int width, int estimate) {
    repack(Math.max(FAN, slots.length));
    int at = tail;
    while (at > 0 && jobs[at - 1] > job) {
      at--;
    }
    int[] widths = minWidth[0];
    int[] estimates = minEstimate[0];
    for (int p = tail; p > at; p--) {
      put(p, slots[p - 1], jobs[p - 1], widths[p - 1], estimates[p - 1]);
    }
    put(at, slot, job, width, estimate);
    tail++;
  }

  /** Closes the gaps, into arrays of at least {@code length} positions with room for one more. */
  private void repack(int length) {
    int capacity = size + 1 > length ? 2 * length : length;
    int[] oldSlots = slots;
    int[] oldJobs = jobs;
    int[] widths = minWidth[0];
    int[] estimates = minEstimate[0];
    int from = head;
    int to = tail;
    slots = new int[capacity];
    jobs = new int[capacity];
    minWidth = levels(capacity);
    minEstimate = levels(capacity);
    head = 0;
    tail = 0;
    for (int p = from; p < to; p++) {
      if (oldSlots[p] >= 0) {
        put(tail++, oldSlots[p], oldJobs[p], widths[p], estimates[p]);
      }
    }
  }

  private static int[][] levels(int capacity) {
    int count = 1;
    for (int blocks = capacity; blocks > 1; blocks = (blocks + FAN - 1) >> SHIFT) {
      count++;
    }
    int[][] levels = new int[count][];
    int blocks = capacity;
    for (int level = 0; level < count; level++) {
      levels[level] = filled(level == 0 ? capacity : (blocks + FAN - 1) & -FAN);
      blocks = (blocks + FAN - 1) >> SHIFT;
    }
    return levels;
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, Integer.MAX_VALUE);
    return array;
  }

  private static int[][] copyOf(int[][] levels) {
    int[][] copy = new int[levels.length][];
    for (int level = 0; level < levels.length; level++) {
      copy[level] = levels[level].clone();
    }
    return copy;
  }
}
