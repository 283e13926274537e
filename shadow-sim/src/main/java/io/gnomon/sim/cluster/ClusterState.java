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
 * once the job has left. Attributes are columns of primitives by slot.
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
  private static final byte FREE = -1;
  private static final int COLUMNS = 12;
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

  private final int[][] columns = new int[COLUMNS][];
  private byte[] phases;
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
    for (int c = 0; c < COLUMNS; c++) {
      columns[c] = new int[16];
    }
    phases = new byte[16];
    Arrays.fill(phases, FREE);
    freeSlots = new int[16];
    waiting = new WaitingQueue();
    running = new RunningSet();
  }

  private ClusterState(ClusterState from) {
    int length = Math.max(16, from.slotLimit);
    for (int c = 0; c < COLUMNS; c++) {
      columns[c] = Arrays.copyOf(from.columns[c], length);
    }
    phases = Arrays.copyOf(from.phases, length);
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
    columns[JOB][slot] = job;
    columns[SUBMIT][slot] = submit;
    columns[WIDTH][slot] = width;
    columns[ESTIMATE][slot] = estimate;
    columns[START][slot] = NONE;
    columns[HELD_PROCESSORS][slot] = 0;
    columns[EXPECTED_END][slot] = NONE;
    columns[SERVED][slot] = 0;
    columns[USER][slot] = NONE;
    columns[APPLICATION][slot] = NONE;
    columns[PRIORITY][slot] = NONE;
    columns[PARTITION][slot] = NONE;
    phases[slot] = (byte) JobPhase.WAITING.ordinal();
    active++;
    waiting.add(slot, job, width, estimate);
    return slot;
  }

  /** Attaches what is known of the job: user, application and priority, -1 where unknown. */
  public void describe(int slot, int user, int application, int priority) {
    columns[USER][slot] = user;
    columns[APPLICATION][slot] = application;
    columns[PRIORITY][slot] = priority;
  }

  /** A waiting job is held: it keeps its place in arrival order but cannot start. */
  public void hold(int slot) {
    require(slot, JobPhase.WAITING, "be held");
    waiting.remove(slot);
    held++;
    phases[slot] = (byte) JobPhase.HELD.ordinal();
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
    if (started && width != columns[WIDTH][slot]) {
      throw illegal(slot, "change its width to " + width, "only a job that has not started can");
    }
    int change = estimate - columns[ESTIMATE][slot];
    columns[WIDTH][slot] = width;
    columns[ESTIMATE][slot] = estimate;
    switch (phase) {
      case WAITING -> {
        waiting.remove(slot);
        waiting.add(slot, columns[JOB][slot], width, estimate);
      }
      case RUNNING -> {
        running.remove(slot, columns[EXPECTED_END][slot]);
        columns[EXPECTED_END][slot] += change;
        running.add(slot, columns[EXPECTED_END][slot]);
      }
      case HELD, SUSPENDED -> {}
    }
  }

  /** A waiting job starts now as it was submitted. */
  public void start(int slot) {
    start(slot, columns[WIDTH][slot], columns[ESTIMATE][slot] - columns[SERVED][slot]);
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

  /** A running job stops, gives its processors back and will be resumed. */
  public void suspend(int slot) {
    require(slot, JobPhase.RUNNING, "be suspended");
    stopRunning(slot);
    columns[EXPECTED_END][slot] -= now;
    suspended++;
    phases[slot] = (byte) JobPhase.SUSPENDED.ordinal();
  }

  /** A suspended job goes on with as many processors as it had. */
  public void resume(int slot) {
    require(slot, JobPhase.SUSPENDED, "resume");
    int width = columns[HELD_PROCESSORS][slot];
    requireFree(slot, width, "resume");
    suspended--;
    run(slot, width, columns[EXPECTED_END][slot]);
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
    columns[SERVED][slot] = 0;
    columns[HELD_PROCESSORS][slot] = 0;
    columns[START][slot] = NONE;
    columns[EXPECTED_END][slot] = NONE;
    columns[PARTITION][slot] = NONE;
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

  /** Notes the queue partition that a job belongs to, {@link #NONE} for none. */
  public void setPartition(int slot, int partition) {
    columns[PARTITION][slot] = partition;
  }

  // --- columns

  /** The phase of the job in {@code slot}; an empty slot is an error. */
  public JobPhase phase(int slot) {
    byte phase = phases[slot];
    if (phase == FREE) {
      throw new IllegalStateException("slot " + slot + " holds no job");
    }
    return PHASES[phase];
  }

  /** Whether {@code slot} holds a job. */
  public boolean occupied(int slot) {
    return slot >= 0 && slot < slotLimit && phases[slot] != FREE;
  }

  /** The job's number. */
  public int job(int slot) {
    return columns[JOB][slot];
  }

  /** When it was submitted. */
  public int submitTime(int slot) {
    return columns[SUBMIT][slot];
  }

  /** Processors that it asked for. */
  public int width(int slot) {
    return columns[WIDTH][slot];
  }

  /** Seconds that it asked for. */
  public int estimate(int slot) {
    return columns[ESTIMATE][slot];
  }

  /** When it last started or resumed, {@link #NONE} before. */
  public int startTime(int slot) {
    return columns[START][slot];
  }

  /** Processors that it holds, or held when it was suspended; 0 before it starts. */
  public int heldProcessors(int slot) {
    return columns[HELD_PROCESSORS][slot];
  }

  /**
   * When a running job is expected to end by its estimate, in the past once it has run longer; for
   * a suspended job the seconds that it is expected to run after its resumption.
   */
  public int expectedEnd(int slot) {
    return columns[EXPECTED_END][slot];
  }

  /** Seconds that it ran before its present start. */
  public int servedSeconds(int slot) {
    return columns[SERVED][slot];
  }

  /** Its user, {@link #NONE} if unknown. */
  public int user(int slot) {
    return columns[USER][slot];
  }

  /** Its application, {@link #NONE} if unknown. */
  public int application(int slot) {
    return columns[APPLICATION][slot];
  }

  /** Its priority by the scheduler's own scale, {@link #NONE} if unknown. */
  public int priority(int slot) {
    return columns[PRIORITY][slot];
  }

  /** The queue partition that it runs in, {@link #NONE} if unknown. */
  public int partition(int slot) {
    return columns[PARTITION][slot];
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
      if (phases[slot] != FREE) {
        visitor.accept(slot);
      }
    }
  }

  /** Visits the slots of the jobs in {@code phase}, in no order that means anything. */
  public void forEach(JobPhase phase, IntConsumer visitor) {
    for (int slot = 0; slot < slotLimit; slot++) {
      if (phases[slot] == phase.ordinal()) {
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
      if (phases[slot] != FREE) {
        long job = phases[slot];
        for (int c = 0; c < COLUMNS; c++) {
          job = mix(job * 0x9E3779B97F4A7C15L + columns[c][slot]);
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
    if (phases[slot] != phase.ordinal()) {
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
    return new IllegalTransitionException(columns[JOB][slot], phase(slot), transition, allowed);
  }

  private void enqueue(int slot) {
    phases[slot] = (byte) JobPhase.WAITING.ordinal();
    waiting.add(slot, columns[JOB][slot], columns[WIDTH][slot], columns[ESTIMATE][slot]);
  }

  private void run(int slot, int held, int expectedSeconds) {
    int expectedEnd = now + Math.max(1, expectedSeconds);
    freeProcessors -= held;
    columns[START][slot] = now;
    columns[HELD_PROCESSORS][slot] = held;
    columns[EXPECTED_END][slot] = expectedEnd;
    phases[slot] = (byte) JobPhase.RUNNING.ordinal();
    running.add(slot, expectedEnd);
  }

  private void stopRunning(int slot) {
    running.remove(slot, columns[EXPECTED_END][slot]);
    freeProcessors += columns[HELD_PROCESSORS][slot];
    columns[SERVED][slot] += now - columns[START][slot];
  }

  private void leave(int slot) {
    phases[slot] = FREE;
    active--;
    if (freeSlotCount == freeSlots.length) {
      freeSlots = Arrays.copyOf(freeSlots, 2 * freeSlotCount);
    }
    freeSlots[freeSlotCount++] = slot;
  }

  private int newSlot() {
    if (slotLimit == phases.length) {
      for (int c = 0; c < COLUMNS; c++) {
        columns[c] = Arrays.copyOf(columns[c], 2 * slotLimit);
      }
      phases = Arrays.copyOf(phases, 2 * slotLimit);
      Arrays.fill(phases, slotLimit, phases.length, FREE);
    }
    return slotLimit++;
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
