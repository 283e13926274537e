package io.gnomon.sim.cluster;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A cluster at one instant: its processors, its clock and every active job, with the legal
 * transitions between them.
 *
 * <p>The live mirror and every simulation use this one class: the mirror makes the transitions that
 * the scheduler reports, a simulation those that its policy decides.
 *
 * <p>Times are whole seconds since an origin that the owner chooses, from 0 to {@link #LAST}. A job
 * is named by a number that grows in arrival order, and addressed by a slot, which is used again
 * once the job has left. Its attributes are a row of ints side by side, so that a job costs one
 * cache line.
 *
 * <p>Not thread-safe: one owner at a time. A transition costs O(1), plus a shift within the sorted
 * running set at starts and ends. {@link #fork()} copies the active jobs only.
 */
public final class ClusterState {
  /** The last second that can be represented, about 34 years after the origin. */
  public static final int LAST = 1 << 30;

  /** No value: no slot, no user, no partition. */
  public static final int NONE = -1;

  private static final JobPhase[] PHASES = JobPhase.values();
  private static final int FREE = -1;

  // the cells of one job, side by side
  private static final int JOB = 0;
  private static final int SUBMIT = 1;
  private static final int WIDTH = 2;
  private static final int ESTIMATE = 3;
  private static final int START = 4;
  private static final int HELD_PROCESSORS = 5;
  private static final int EXPECTED_END = 6;
  private static final int SERVED = 7;
  private static final int USER = 8;
  private static final int APPLICATION = 9;
  private static final int PRIORITY = 10;
  private static final int PARTITION = 11;
  private static final int PHASE = 12;
  private static final int NARROWEST = 13;
  private static final int WIDEST = 14;
  private static final int STRIDE = 15;

  private int[] cells;
  private int[] freeSlots;
  private int freeSlotCount;
  private int slotLimit;
  private int active;
  private int suspended;
  private int held;

  private int now;
  private int processors;
  private int freeProcessors;
  private final WaitingQueue waiting;
  private final RunningSet running;

  /**
   * An empty cluster at second 0.
   *
   * @param processors its capacity, at least 1
   */
  public ClusterState(int processors) {
    if (processors < 1) {
      throw new IllegalArgumentException("processors is " + processors + "; it must be at least 1");
    }
    this.processors = processors;
    this.freeProcessors = processors;
    cells = new int[16 * STRIDE];
    freeSlots = new int[16];
    waiting = new WaitingQueue();
    running = new RunningSet();
  }

  private ClusterState(ClusterState from) {
    cells = Arrays.copyOf(from.cells, Math.max(16, from.slotLimit) * STRIDE);
    freeSlots = Arrays.copyOf(from.freeSlots, Math.max(16, from.freeSlotCount));
    freeSlotCount = from.freeSlotCount;
    slotLimit = from.slotLimit;
    active = from.active;
    suspended = from.suspended;
    held = from.held;
    now = from.now;
    processors = from.processors;
    freeProcessors = from.freeProcessors;
    waiting = from.waiting.copy();
    running = from.running.copy();
  }

  /** An independent copy. Its cost is a few array copies over the active jobs, none per job. */
  public ClusterState fork() {
    return new ClusterState(this);
  }

  // --- clock and capacity

  /** The state's second. */
  public int now() {
    return now;
  }

  /**
   * Moves the clock.
   *
   * @param time not before {@link #now()}, at most {@link #LAST}
   */
  public void advanceTo(int time) {
    if (time < now || time > LAST) {
      throw new IllegalArgumentException(
          "time " + time + " is out of range; the clock is at " + now + " and ends at " + LAST);
    }
    now = time;
  }

  /** The capacity. */
  public int processors() {
    return processors;
  }

  /** Processors that no job holds; negative while a lost capacity is still in use. */
  public int freeProcessors() {
    return freeProcessors;
  }

  /** Sets the capacity to {@code count}, at least 0; running jobs keep what they hold. */
  public void setProcessors(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("processors is " + count + "; it must be at least 0");
    }
    freeProcessors += count - processors;
    processors = count;
  }

  // --- transitions

  /**
   * A job arrives and waits.
   *
   * @param job its number; arrival order is the order of numbers
   * @param submit when it was submitted, not after now
   * @param width processors, at least 1; a job wider than the capacity waits for more capacity
   * @param estimate requested seconds, at least 1
   * @return its slot
   */
  public int submit(int job, int submit, int width, int estimate) {
    requireArrival(job, submit, width, estimate);
    int slot = freeSlotCount > 0 ? freeSlots[--freeSlotCount] : newSlot();
    cells[slot * STRIDE + JOB] = job;
    cells[slot * STRIDE + SUBMIT] = submit;
    cells[slot * STRIDE + WIDTH] = width;
    cells[slot * STRIDE + ESTIMATE] = estimate;
    cells[slot * STRIDE + START] = NONE;
    cells[slot * STRIDE + HELD_PROCESSORS] = 0;
    cells[slot * STRIDE + EXPECTED_END] = NONE;
    cells[slot * STRIDE + SERVED] = 0;
    cells[slot * STRIDE + USER] = NONE;
    cells[slot * STRIDE + APPLICATION] = NONE;
    cells[slot * STRIDE + PRIORITY] = NONE;
    cells[slot * STRIDE + PARTITION] = NONE;
    cells[slot * STRIDE + PHASE] = JobPhase.WAITING.ordinal();
    cells[slot * STRIDE + NARROWEST] = 0;
    cells[slot * STRIDE + WIDEST] = 0;
    active++;
    waiting.add(slot, job, width, estimate);
    return slot;
  }

  /** Attaches what is known of the job: user, application and priority, -1 where unknown. */
  public void describe(int slot, int user, int application, int priority) {
    cells[slot * STRIDE + USER] = user;
    cells[slot * STRIDE + APPLICATION] = application;
    cells[slot * STRIDE + PRIORITY] = priority;
  }

  /** Notes that the job can also be started on any width in these bounds; 0 and 0 for none. */
  public void offer(int slot, int narrowest, int widest) {
    cells[slot * STRIDE + NARROWEST] = narrowest;
    cells[slot * STRIDE + WIDEST] = widest;
  }

  /** A waiting job is held: it keeps its place in arrival order but cannot start. */
  public void hold(int slot) {
    require(slot, JobPhase.WAITING, "be held");
    waiting.remove(slot);
    held++;
    cells[slot * STRIDE + PHASE] = JobPhase.HELD.ordinal();
  }

  /** A held job may start again. */
  public void release(int slot) {
    require(slot, JobPhase.HELD, "be released");
    held--;
    enqueue(slot);
  }

  /**
   * Changes what a job asks for. The width of a started job cannot change.
   *
   * @param width processors, at least 1
   * @param estimate seconds, at least 1
   */
  public void modify(int slot, int width, int estimate) {
    JobPhase phase = phase(slot);
    if (width < 1 || estimate < 1 || estimate >= LAST) {
      throw illegal(
          slot,
          "be modified to width " + width + " and estimate " + estimate,
          "both must be at least 1, the estimate less than " + LAST);
    }
    boolean started = phase == JobPhase.RUNNING || phase == JobPhase.SUSPENDED;
    if (started && width != cells[slot * STRIDE + WIDTH]) {
      throw illegal(slot, "change its width to " + width, "only a job that has not started can");
    }
    int change = estimate - cells[slot * STRIDE + ESTIMATE];
    cells[slot * STRIDE + WIDTH] = width;
    cells[slot * STRIDE + ESTIMATE] = estimate;
    switch (phase) {
      case WAITING -> {
        waiting.remove(slot);
        waiting.add(slot, cells[slot * STRIDE + JOB], width, estimate);
      }
      case RUNNING -> {
        running.remove(slot, cells[slot * STRIDE + EXPECTED_END]);
        cells[slot * STRIDE + EXPECTED_END] += change;
        running.add(slot, cells[slot * STRIDE + EXPECTED_END]);
      }
      case HELD, SUSPENDED -> {}
    }
  }

  /** A waiting job starts now as it was submitted. */
  public void start(int slot) {
    start(
        slot,
        cells[slot * STRIDE + WIDTH],
        cells[slot * STRIDE + ESTIMATE] - cells[slot * STRIDE + SERVED]);
  }

  /**
   * A waiting job starts now with a width and an expected duration of its own: molded, or with a
   * limited time.
   *
   * @param held processors that it gets, at least 1 and at most {@link #freeProcessors()}
   * @param expectedSeconds until its expected end; less than 1 counts as 1
   */
  public void start(int slot, int held, int expectedSeconds) {
    require(slot, JobPhase.WAITING, "start");
    requireFree(slot, held, "start");
    waiting.remove(slot);
    run(slot, held, expectedSeconds);
  }

  /**
   * A running job that has just started or resumed makes no progress in the next {@code seconds}:
   * its start and its expected end move, what it has been served does not.
   */
  public void delay(int slot, int seconds) {
    require(slot, JobPhase.RUNNING, "be delayed");
    if (seconds < 0 || cells[slot * STRIDE + START] != now) {
      throw illegal(slot, "be delayed by " + seconds + " s", "only a job that starts now can");
    }
    running.remove(slot, cells[slot * STRIDE + EXPECTED_END]);
    cells[slot * STRIDE + START] += seconds;
    cells[slot * STRIDE + EXPECTED_END] += seconds;
    running.add(slot, cells[slot * STRIDE + EXPECTED_END]);
  }

  /** A running job stops, gives its processors back and will be resumed. */
  public void suspend(int slot) {
    require(slot, JobPhase.RUNNING, "be suspended");
    stopRunning(slot);
    cells[slot * STRIDE + EXPECTED_END] -= Math.max(now, cells[slot * STRIDE + START]);
    suspended++;
    cells[slot * STRIDE + PHASE] = JobPhase.SUSPENDED.ordinal();
  }

  /** A suspended job goes on with as many processors as it had. */
  public void resume(int slot) {
    require(slot, JobPhase.SUSPENDED, "resume");
    int width = cells[slot * STRIDE + HELD_PROCESSORS];
    requireFree(slot, width, "resume");
    suspended--;
    run(slot, width, cells[slot * STRIDE + EXPECTED_END]);
  }

  /** A running or suspended job goes back to the queue; the work that it did is lost. */
  public void requeue(int slot) {
    JobPhase phase = phase(slot);
    if (phase == JobPhase.RUNNING) {
      stopRunning(slot);
    } else if (phase == JobPhase.SUSPENDED) {
      suspended--;
    } else {
      throw illegal(slot, "be requeued", "only a running or suspended job can");
    }
    cells[slot * STRIDE + SERVED] = 0;
    cells[slot * STRIDE + HELD_PROCESSORS] = 0;
    cells[slot * STRIDE + START] = NONE;
    cells[slot * STRIDE + EXPECTED_END] = NONE;
    cells[slot * STRIDE + PARTITION] = NONE;
    enqueue(slot);
  }

  /** A running job has ended and leaves. */
  public void finish(int slot) {
    require(slot, JobPhase.RUNNING, "finish");
    stopRunning(slot);
    leave(slot);
  }

  /** A job in any phase leaves without having completed. */
  public void cancel(int slot) {
    switch (phase(slot)) {
      case HELD -> held--;
      case WAITING -> waiting.remove(slot);
      case RUNNING -> stopRunning(slot);
      case SUSPENDED -> suspended--;
    }
    leave(slot);
  }

  /** How many ints {@link #copyRow} fills. */
  public static final int ROW = STRIDE;

  /**
   * Copies everything that the state knows of a job, for a checkpoint; {@link #admit(int, int[])}
   * takes it back.
   *
   * @param row of length {@link #ROW}
   */
  public void copyRow(int slot, int[] row) {
    System.arraycopy(cells, slot * STRIDE, row, 0, STRIDE);
  }

  /**
   * The row of a job that another source describes.
   *
   * @param start when a running job last started, else {@link #NONE}
   * @param seconds from its start, for a suspended job from its resumption, to its expected end
   * @param served seconds that it ran before
   */
  public static int[] row(
      int job,
      JobPhase phase,
      int submit,
      int width,
      int estimate,
      int start,
      int seconds,
      int served,
      int user,
      int priority,
      int partition) {
    boolean started = phase == JobPhase.RUNNING || phase == JobPhase.SUSPENDED;
    int[] row = new int[STRIDE];
    row[JOB] = job;
    row[SUBMIT] = submit;
    row[WIDTH] = width;
    row[ESTIMATE] = estimate;
    row[START] = started ? start : NONE;
    row[HELD_PROCESSORS] = started ? width : 0;
    row[EXPECTED_END] =
        switch (phase) {
          case RUNNING -> start + Math.max(1, seconds);
          case SUSPENDED -> Math.max(1, seconds);
          default -> NONE;
        };
    row[SERVED] = served;
    row[USER] = user;
    row[APPLICATION] = NONE;
    row[PRIORITY] = priority;
    row[PARTITION] = partition;
    row[PHASE] = phase.ordinal();
    return row;
  }

  /** The slots below {@link #slotLimit()} that hold no job, the next to be used last. */
  public int[] freeSlots() {
    return Arrays.copyOf(freeSlots, freeSlotCount);
  }

  /**
   * Makes an empty state have the slots of another, so that a restored state gives every job the
   * slot that its origin gave it, and whatever goes through the slots in order does the same.
   *
   * @param limit its {@link #slotLimit()}
   * @param free its {@link #freeSlots()}
   */
  public void layOut(int limit, int[] free) {
    if (slotLimit > 0) {
      throw new IllegalStateException("only an empty state can be laid out; " + active + " jobs");
    }
    cells = new int[Math.max(16, limit) * STRIDE];
    for (int slot = 0; slot < limit; slot++) {
      cells[slot * STRIDE + PHASE] = FREE;
    }
    slotLimit = limit;
    freeSlots = Arrays.copyOf(free, Math.max(16, free.length));
    freeSlotCount = free.length;
  }

  /**
   * Takes in a job as {@link #row} describes it, in whatever phase.
   *
   * @return its slot
   */
  public int admit(int[] row) {
    int slot = freeSlotCount > 0 ? freeSlots[--freeSlotCount] : newSlot();
    cells[slot * STRIDE + PHASE] = FREE;
    admit(slot, row);
    return slot;
  }

  /**
   * Takes in a job as {@link #copyRow} gave it, in a slot that {@link #layOut} made. Rows of
   * running jobs must come in the order of {@link #running()}.
   */
  public void admit(int slot, int[] row) {
    JobPhase phase = PHASES[row[PHASE]];
    if (occupied(slot)) {
      throw illegal(slot, "make room for job " + row[JOB], "its slot must be empty");
    }
    if (phase == JobPhase.RUNNING && row[HELD_PROCESSORS] > freeProcessors) {
      throw new IllegalTransitionException(
          row[JOB],
          "new",
          "be admitted on " + row[HELD_PROCESSORS] + " processors",
          freeProcessors + " are free");
    }
    System.arraycopy(row, 0, cells, slot * STRIDE, STRIDE);
    active++;
    switch (phase) {
      case HELD -> held++;
      case SUSPENDED -> suspended++;
      case WAITING -> enqueue(slot);
      case RUNNING -> {
        freeProcessors -= row[HELD_PROCESSORS];
        running.add(slot, row[EXPECTED_END]);
      }
    }
  }

  /** Notes the queue partition that a job belongs to, {@link #NONE} for none. */
  public void setPartition(int slot, int partition) {
    cells[slot * STRIDE + PARTITION] = partition;
  }

  // --- columns

  /** The phase of the job in {@code slot}; an empty slot is an error. */
  public JobPhase phase(int slot) {
    int phase = cells[slot * STRIDE + PHASE];
    if (phase == FREE) {
      throw new IllegalStateException("slot " + slot + " holds no job");
    }
    return PHASES[phase];
  }

  /** Whether {@code slot} holds a job. */
  public boolean occupied(int slot) {
    return slot >= 0 && slot < slotLimit && cells[slot * STRIDE + PHASE] != FREE;
  }

  /** The job's number. */
  public int job(int slot) {
    return cells[slot * STRIDE + JOB];
  }

  /** When it was submitted. */
  public int submitTime(int slot) {
    return cells[slot * STRIDE + SUBMIT];
  }

  /** Processors that it asked for. */
  public int width(int slot) {
    return cells[slot * STRIDE + WIDTH];
  }

  /** Seconds that it asked for. */
  public int estimate(int slot) {
    return cells[slot * STRIDE + ESTIMATE];
  }

  /** When it last started or resumed, delays included, {@link #NONE} before. */
  public int startTime(int slot) {
    return cells[slot * STRIDE + START];
  }

  /** Processors that it holds, or held when it was suspended; 0 before it starts. */
  public int heldProcessors(int slot) {
    return cells[slot * STRIDE + HELD_PROCESSORS];
  }

  /**
   * When a running job is expected to end by its estimate, in the past once it has run longer; for
   * a suspended job the seconds that it is expected to run after its resumption.
   */
  public int expectedEnd(int slot) {
    return cells[slot * STRIDE + EXPECTED_END];
  }

  /** Seconds that it ran before its present start. */
  public int servedSeconds(int slot) {
    return cells[slot * STRIDE + SERVED];
  }

  /** Its user, {@link #NONE} if unknown. */
  public int user(int slot) {
    return cells[slot * STRIDE + USER];
  }

  /** Its application, {@link #NONE} if unknown. */
  public int application(int slot) {
    return cells[slot * STRIDE + APPLICATION];
  }

  /** Its priority by the scheduler's own scale, {@link #NONE} if unknown. */
  public int priority(int slot) {
    return cells[slot * STRIDE + PRIORITY];
  }

  /** The queue partition that it runs in, {@link #NONE} if unknown. */
  public int partition(int slot) {
    return cells[slot * STRIDE + PARTITION];
  }

  /** Whether the job can be started on {@code count} processors. */
  public boolean offers(int slot, int count) {
    return count == cells[slot * STRIDE + WIDTH]
        || (count >= cells[slot * STRIDE + NARROWEST] && count <= cells[slot * STRIDE + WIDEST]);
  }

  // --- sets of jobs

  /** The waiting jobs in arrival order; to read, not to change. */
  public WaitingQueue waiting() {
    return waiting;
  }

  /** The running jobs by expected end; to read, not to change. */
  public RunningSet running() {
    return running;
  }

  /** Jobs in any phase. */
  public int activeCount() {
    return active;
  }

  /** Suspended jobs. */
  public int suspendedCount() {
    return suspended;
  }

  /** Held jobs. */
  public int heldCount() {
    return held;
  }

  /** One more than the largest slot in use; columns of one's own by slot need this length. */
  public int slotLimit() {
    return slotLimit;
  }

  /** Visits every active job's slot, in no order that means anything. */
  public void forEachActive(IntConsumer visitor) {
    for (int slot = 0; slot < slotLimit; slot++) {
      if (cells[slot * STRIDE + PHASE] != FREE) {
        visitor.accept(slot);
      }
    }
  }

  /** Visits the slots of the jobs in {@code phase}, in no order that means anything. */
  public void forEach(JobPhase phase, IntConsumer visitor) {
    for (int slot = 0; slot < slotLimit; slot++) {
      if (cells[slot * STRIDE + PHASE] == phase.ordinal()) {
        visitor.accept(slot);
      }
    }
  }

  /**
   * A figure of the whole state: clock, capacity, every job with every attribute. Equal states give
   * equal figures whatever slots their jobs are in. O(active jobs).
   */
  public long hash() {
    long sum = mix(now) + mix(0x9E37L + processors) * 31;
    for (int slot = 0; slot < slotLimit; slot++) {
      if (cells[slot * STRIDE + PHASE] != FREE) {
        long job = 0;
        for (int cell = slot * STRIDE; cell < (slot + 1) * STRIDE; cell++) {
          job = mix(job * 0x9E3779B97F4A7C15L + cells[cell]);
        }
        sum += job;
      }
    }
    return sum;
  }

  // --- inner workings

  private void requireArrival(int job, int submit, int width, int estimate) {
    if (width < 1 || estimate < 1 || estimate >= LAST || submit > now) {
      throw new IllegalTransitionException(
          job,
          "new",
          "be submitted at " + submit + " with width " + width + " and estimate " + estimate,
          "the clock is at "
              + now
              + ", width and estimate must be at least 1, the estimate less than "
              + LAST);
    }
  }

  private void require(int slot, JobPhase phase, String transition) {
    if (cells[slot * STRIDE + PHASE] != phase.ordinal()) {
      throw illegal(slot, transition, "it must be " + phase);
    }
  }

  private void requireFree(int slot, int wanted, String transition) {
    if (wanted < 1 || wanted > freeProcessors) {
      throw illegal(
          slot, transition + " on " + wanted + " processors", freeProcessors + " are free");
    }
  }

  private IllegalTransitionException illegal(int slot, String transition, String allowed) {
    return new IllegalTransitionException(
        cells[slot * STRIDE + JOB], phase(slot), transition, allowed);
  }

  private void enqueue(int slot) {
    cells[slot * STRIDE + PHASE] = JobPhase.WAITING.ordinal();
    waiting.add(
        slot,
        cells[slot * STRIDE + JOB],
        cells[slot * STRIDE + WIDTH],
        cells[slot * STRIDE + ESTIMATE]);
  }

  private void run(int slot, int held, int expectedSeconds) {
    int expectedEnd = now + Math.max(1, expectedSeconds);
    freeProcessors -= held;
    cells[slot * STRIDE + START] = now;
    cells[slot * STRIDE + HELD_PROCESSORS] = held;
    cells[slot * STRIDE + EXPECTED_END] = expectedEnd;
    cells[slot * STRIDE + PHASE] = JobPhase.RUNNING.ordinal();
    running.add(slot, expectedEnd);
  }

  private void stopRunning(int slot) {
    running.remove(slot, cells[slot * STRIDE + EXPECTED_END]);
    freeProcessors += cells[slot * STRIDE + HELD_PROCESSORS];
    cells[slot * STRIDE + SERVED] += Math.max(0, now - cells[slot * STRIDE + START]);
  }

  private void leave(int slot) {
    cells[slot * STRIDE + PHASE] = FREE;
    active--;
    if (freeSlotCount == freeSlots.length) {
      freeSlots = Arrays.copyOf(freeSlots, 2 * freeSlotCount);
    }
    freeSlots[freeSlotCount++] = slot;
  }

  private int newSlot() {
    if (slotLimit * STRIDE == cells.length) {
      cells = Arrays.copyOf(cells, 2 * cells.length);
    }
    return slotLimit++;
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
