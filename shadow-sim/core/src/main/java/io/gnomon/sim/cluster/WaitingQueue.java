package io.gnomon.sim.cluster;

import io.gnomon.sim.cluster.demand.Demand;
import io.gnomon.sim.cluster.demand.DemandIndex;

/**
 * The waiting jobs in arrival order, with a pruned search for the next job that fits.
 *
 * <p>Jobs have positions that grow with arrival. A job that leaves makes a gap; gaps are closed
 * when they outnumber the jobs. A search costs O(log n) plus the blocks of positions that it opens,
 * see {@link DemandIndex}, and O(1) if no job is narrow enough.
 *
 * <p>A job that returns to the queue takes its old place, in O(n).
 */
public final class WaitingQueue {
  private static final int FAN = DemandIndex.FAN;

  private int[] slots;
  private int[] jobs;
  private DemandIndex demands;
  private final Places places;
  private final WidthClasses widths;
  private int head;
  private int tail;
  private int size;

  WaitingQueue() {
    this(new Places());
  }

  /** An empty queue that records the places of its jobs in {@code places}, shared with others. */
  WaitingQueue(Places places) {
    this.places = places;
    slots = new int[FAN];
    jobs = new int[FAN];
    demands = new DemandIndex(FAN);
    widths = new WidthClasses();
  }

  private WaitingQueue(WaitingQueue from, Places places) {
    this.places = places;
    int base = from.head & -FAN;
    tail = from.tail - base;
    head = from.head - base;
    size = from.size;
    int capacity = (tail + tail / 16 + FAN) & -FAN;
    slots = new int[capacity];
    jobs = new int[capacity];
    System.arraycopy(from.slots, base, slots, 0, tail);
    System.arraycopy(from.jobs, base, jobs, 0, tail);
    demands = from.demands.copy(base, from.tail, capacity);
    if (base > 0) {
      for (int p = head; p < tail; p++) {
        if (slots[p] >= 0) {
          places.set(slots[p], p);
        }
      }
    }
    widths = from.widths.copy();
  }

  /** Number of waiting jobs. */
  public int size() {
    return size;
  }

  /** Whether no job waits. */
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

  /** The width of the job that arrived first, {@link Integer#MAX_VALUE} if no job waits. */
  public int firstWidth() {
    return size == 0 ? Integer.MAX_VALUE : Demand.width(demands.at(head));
  }

  /**
   * A lower bound of the widths of the waiting jobs: the minimum width rounded down to a power of
   * two, {@link Integer#MAX_VALUE} if no job waits. O(1).
   */
  public int leastWidth() {
    return widths.least();
  }

  /**
   * The slot of the job that arrived next after the one in {@code slot}, or NONE. That one may have
   * left the queue if no job has been added since.
   */
  public int next(int slot) {
    for (int p = places.of(slot) + 1; p < tail; p++) {
      if (slots[p] >= 0) {
        return slots[p];
      }
    }
    return ClusterState.NONE;
  }

  /** Copies all slots in arrival order into {@code into}, of length {@link #size()} + 1 or more. */
  public void copyInto(int[] into) {
    int count = 0;
    for (int p = head; p < tail; p++) {
      into[count] = slots[p]; // the next job overwrites a gap
      count += slots[p] >= 0 ? 1 : 0;
    }
  }

  /**
   * The next job after {@code slot} that is at most {@code width} wide, and either estimated at no
   * more than {@code seconds} or at most {@code narrow} wide.
   *
   * @param slot of a waiting job, or of one that has left the queue since the last was added
   * @return its slot, or {@link ClusterState#NONE}
   */
  public int nextFitting(int slot, int width, int seconds, int narrow) {
    return slotAt(fitting(places.of(slot) + 1, width, seconds, narrow));
  }

  /** The first job that fits, see {@link #nextFitting}. */
  public int firstFitting(int width, int seconds, int narrow) {
    return slotAt(fitting(head, width, seconds, narrow));
  }

  /** The place of the job that arrived first. Places keep the order of arrival. */
  public int firstPlace() {
    return head;
  }

  /** The place of the waiting job in {@code slot}, which it keeps until another job is added. */
  public int place(int slot) {
    return slot == ClusterState.NONE ? ClusterState.NONE : places.of(slot);
  }

  /** The slot of the job at {@code place}, {@link ClusterState#NONE} for none. */
  public int slotAt(int place) {
    return place == ClusterState.NONE ? ClusterState.NONE : slots[place];
  }

  /**
   * The first place at or after {@code place} of a job that fits, see {@link #nextFitting}; {@link
   * ClusterState#NONE} if there is none.
   */
  public int fitting(int place, int width, int seconds, int narrow) {
    if (width < widths.least()) {
      return ClusterState.NONE;
    }
    int p = demands.find(head, place, tail, width, seconds, Math.min(width, narrow));
    return p < tail ? p : ClusterState.NONE;
  }

  /**
   * An independent copy of the jobs, in O(jobs).
   *
   * @param slotLimit one more than the largest slot
   */
  WaitingQueue copy(int slotLimit) {
    return new WaitingQueue(this, places.copy(slotLimit));
  }

  /** An independent copy that records the places of its jobs in {@code shared}, a copy as well. */
  WaitingQueue copy(Places shared) {
    return new WaitingQueue(this, shared);
  }

  void add(int slot, int job, int width, int estimate) {
    if (size == 0) {
      head = 0;
      tail = 0;
    } else if (tail == slots.length || tail - head > size + size / 2 + FAN) {
      closeGaps();
    }
    long demand = Demand.of(width, estimate);
    widths.add(width);
    size++;
    if (tail > 0 && job < jobs[tail - 1]) {
      insert(slot, job, demand);
      return;
    }
    slots[tail] = slot;
    jobs[tail] = job;
    places.set(slot, tail);
    demands.append(tail++, demand);
  }

  void remove(int slot) {
    int p = places.of(slot);
    widths.remove(Demand.width(demands.at(p)));
    demands.clear(p);
    slots[p] = ClusterState.NONE;
    size--;
    while (head < tail && slots[head] < 0) {
      head++;
    }
    while (tail > head && slots[tail - 1] < 0) {
      tail--;
    }
  }

  private void insert(int slot, int job, long demand) {
    int at = tail++;
    for (; at > 0 && jobs[at - 1] > job; at--) {
      place(at, slots[at - 1], jobs[at - 1], demands.at(at - 1));
    }
    place(at, slot, job, demand);
    head = Math.min(head, at);
    demands.end(tail);
  }

  private void place(int p, int slot, int job, long demand) {
    slots[p] = slot;
    jobs[p] = job;
    demands.set(p, demand);
    if (slot >= 0) {
      places.set(slot, p);
    }
  }

  /** Makes room for one more job: closes the gaps, or adds positions if there are few gaps. */
  private void closeGaps() {
    int[] oldSlots = slots;
    int[] oldJobs = jobs;
    DemandIndex oldDemands = demands;
    if (size > slots.length / 2) {
      int capacity = slots.length + (slots.length / 2 + FAN & -FAN);
      slots = new int[capacity];
      jobs = new int[capacity];
      demands = new DemandIndex(capacity);
    }
    int kept = 0;
    for (int p = head; p < tail; p++) {
      if (oldSlots[p] >= 0) {
        place(kept++, oldSlots[p], oldJobs[p], oldDemands.at(p));
      }
    }
    head = 0;
    tail = kept;
    demands.end(tail);
  }
}
