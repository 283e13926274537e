package io.gnomon.sim.cluster;

/**
 * The waiting jobs in arrival order, with a pruned search for the next one that fits.
 *
 * <p>Jobs stand in positions that grow with arrival; a job that leaves makes a gap, and gaps are
 * closed when they outnumber the jobs. A search costs O(log n) beyond the blocks of positions that
 * it has to open, see {@link NeedIndex}, and O(1) where nobody is narrow enough.
 *
 * <p>A job that comes back to the queue takes its old place, in O(n).
 */
public final class WaitingQueue {
  private static final int FAN = NeedIndex.FAN;

  private int[] slots;
  private int[] jobs;
  private NeedIndex needs;
  private final Places places;
  private final WidthClasses widths;
  private int head;
  private int tail;
  private int size;

  WaitingQueue() {
    places = new Places();
    slots = new int[FAN];
    jobs = new int[FAN];
    needs = new NeedIndex(FAN);
    widths = new WidthClasses();
  }

  private WaitingQueue(WaitingQueue from, int slotLimit) {
    places = from.places.copy(slotLimit);
    int base = from.head & -FAN;
    tail = from.tail - base;
    head = from.head - base;
    size = from.size;
    int capacity = (tail + tail / 16 + FAN) & -FAN;
    slots = new int[capacity];
    jobs = new int[capacity];
    System.arraycopy(from.slots, base, slots, 0, tail);
    System.arraycopy(from.jobs, base, jobs, 0, tail);
    needs = from.needs.copy(base, from.tail, capacity);
    if (base > 0) {
      for (int p = head; p < tail; p++) {
        if (slots[p] >= 0) {
          places.set(slots[p], p);
        }
      }
    }
    widths = from.widths.copy();
  }

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

  /** The width of the job that arrived first, {@link Integer#MAX_VALUE} if nobody waits. */
  public int firstWidth() {
    return size == 0 ? Integer.MAX_VALUE : Need.width(needs.at(head));
  }

  /**
   * A lower bound of the widths of the waiting jobs, {@link Integer#MAX_VALUE} if nobody waits: the
   * least width, rounded down to a power of two. O(1).
   */
  public int leastWidth() {
    return widths.least();
  }

  /**
   * The slot of the job that arrived next after the one in {@code slot}, or NONE. The latter may
   * have left the queue, if no job has been added since.
   */
  public int next(int slot) {
    for (int p = places.of(slot) + 1; p < tail; p++) {
      if (slots[p] >= 0) {
        return slots[p];
      }
    }
    return ClusterState.NONE;
  }

  /** Writes all slots in arrival order into {@code into}, of length {@link #size()} + 1 or more. */
  public void copyInto(int[] into) {
    int count = 0;
    for (int p = head; p < tail; p++) {
      into[count] = slots[p]; // a gap is overwritten by the next
      count += slots[p] >= 0 ? 1 : 0;
    }
  }

  /**
   * The next job after {@code slot} that fits: at most {@code width} wide, and either estimated at
   * no more than {@code seconds} or at most {@code narrow} wide.
   *
   * @param slot of a waiting job, or of one that has left the queue since the last was added
   * @return its slot, or {@link ClusterState#NONE}
   */
  public int nextFitting(int slot, int width, int seconds, int narrow) {
    return slotAt(fitting(places.of(slot) + 1, width, seconds, narrow));
  }

  /** The first job that fits, as {@link #nextFitting} says. */
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
   * The first place from {@code place} on, itself included, of a job that fits, as {@link
   * #nextFitting} says; {@link ClusterState#NONE} for none.
   */
  public int fitting(int place, int width, int seconds, int narrow) {
    if (width < widths.least()) {
      return ClusterState.NONE;
    }
    int p = needs.find(head, place, tail, width, seconds, Math.min(width, narrow));
    return p < tail ? p : ClusterState.NONE;
  }

  /**
   * An independent copy of the jobs, in O(jobs).
   *
   * @param slotLimit one more than the largest slot
   */
  WaitingQueue copy(int slotLimit) {
    return new WaitingQueue(this, slotLimit);
  }

  void add(int slot, int job, int width, int estimate) {
    if (size == 0) {
      head = 0;
      tail = 0;
    } else if (tail == slots.length || tail - head > size + size / 2 + FAN) {
      closeGaps();
    }
    long need = Need.of(width, estimate);
    widths.add(width);
    size++;
    if (tail > 0 && job < jobs[tail - 1]) {
      insert(slot, job, need);
      return;
    }
    slots[tail] = slot;
    jobs[tail] = job;
    places.set(slot, tail);
    needs.append(tail++, need);
  }

  void remove(int slot) {
    int p = places.of(slot);
    widths.remove(Need.width(needs.at(p)));
    needs.clear(p);
    slots[p] = ClusterState.NONE;
    size--;
    while (head < tail && slots[head] < 0) {
      head++;
    }
    while (tail > head && slots[tail - 1] < 0) {
      tail--;
    }
  }

  private void insert(int slot, int job, long need) {
    int at = tail++;
    for (; at > 0 && jobs[at - 1] > job; at--) {
      place(at, slots[at - 1], jobs[at - 1], needs.at(at - 1));
    }
    place(at, slot, job, need);
    head = Math.min(head, at);
    needs.end(tail);
  }

  private void place(int p, int slot, int job, long need) {
    slots[p] = slot;
    jobs[p] = job;
    needs.set(p, need);
    if (slot >= 0) {
      places.set(slot, p);
    }
  }

  /** Makes room for one more: closes the gaps, and adds positions where few are gaps. */
  private void closeGaps() {
    int[] oldSlots = slots;
    int[] oldJobs = jobs;
    NeedIndex oldNeeds = needs;
    if (size > slots.length / 2) {
      int capacity = slots.length + (slots.length / 2 + FAN & -FAN);
      slots = new int[capacity];
      jobs = new int[capacity];
      needs = new NeedIndex(capacity);
    }
    int kept = 0;
    for (int p = head; p < tail; p++) {
      if (oldSlots[p] >= 0) {
        place(kept++, oldSlots[p], oldJobs[p], oldNeeds.at(p));
      }
    }
    head = 0;
    tail = kept;
    needs.end(tail);
  }
}
