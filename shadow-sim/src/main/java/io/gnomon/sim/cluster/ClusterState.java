package io.gnomon.sim.cluster;

import static io.gnomon.sim.cluster.JobTable.APPLICATION;
import static io.gnomon.sim.cluster.JobTable.ESTIMATE;
import static io.gnomon.sim.cluster.JobTable.EXPECTED_END;
import static io.gnomon.sim.cluster.JobTable.EXPECTED_RUNTIME;
import static io.gnomon.sim.cluster.JobTable.HELD_PROCESSORS;
import static io.gnomon.sim.cluster.JobTable.JOB;
import static io.gnomon.sim.cluster.JobTable.NARROWEST;
import static io.gnomon.sim.cluster.JobTable.PARTITION;
import static io.gnomon.sim.cluster.JobTable.PHASE;
import static io.gnomon.sim.cluster.JobTable.PRIORITY;
import static io.gnomon.sim.cluster.JobTable.SERVED;
import static io.gnomon.sim.cluster.JobTable.START;
import static io.gnomon.sim.cluster.JobTable.SUBMIT;
import static io.gnomon.sim.cluster.JobTable.USER;
import static io.gnomon.sim.cluster.JobTable.WIDEST;
import static io.gnomon.sim.cluster.JobTable.WIDTH;

import java.util.HashMap;
import java.util.Map;
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

  private final JobTable jobs;
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
    jobs = new JobTable();
    waiting = new WaitingQueue();
    running = new RunningSet();
  }

  private ClusterState(ClusterState from) {
    jobs = from.jobs.copy();
    active = from.active;
    suspended = from.suspended;
    held = from.held;
    now = from.now;
    processors = from.processors;
    freeProcessors = from.freeProcessors;
    waiting = from.waiting.copy(jobs.limit());
    running = from.running.copy(jobs.limit());
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
    int slot = jobs.take();
    jobs.enter(slot, job, submit, width, estimate);
    active++;
    waiting.add(slot, job, width, estimate);
    return slot;
  }

  /** Attaches what is known of the job: user, application and priority, -1 where unknown. */
  public void describe(int slot, int user, int application, int priority) {
    jobs.describe(slot, user, application, priority);
  }

  /** Notes that the job can also be started on any width in these bounds; 0 and 0 for none. */
  public void offer(int slot, int narrowest, int widest) {
    jobs.offer(slot, narrowest, widest);
  }

  /**
   * Notes how long the job is expected to run, for policies that order jobs by it. Without it that
   * is the job's estimate. It is a belief about the job, not part of its row or of {@link #hash}.
   *
   * @param seconds in all, at least 1
   */
  public void expectRuntime(int slot, int seconds) {
    jobs.set(slot, EXPECTED_RUNTIME, seconds);
  }

  /** A waiting job is held: it keeps its place in arrival order but cannot start. */
  public void hold(int slot) {
    require(slot, JobPhase.WAITING, "be held");
    waiting.remove(slot);
    held++;
    jobs.set(slot, PHASE, JobPhase.HELD.ordinal());
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
    if (started && width != jobs.get(slot, WIDTH)) {
      throw illegal(slot, "change its width to " + width, "only a job that has not started can");
    }
    int change = estimate - jobs.get(slot, ESTIMATE);
    jobs.set(slot, WIDTH, width);
    jobs.set(slot, ESTIMATE, estimate);
    jobs.set(slot, EXPECTED_RUNTIME, estimate);
    switch (phase) {
      case WAITING -> {
        waiting.remove(slot);
        waiting.add(slot, jobs.get(slot, JOB), width, estimate);
      }
      case RUNNING -> {
        running.remove(slot);
        jobs.set(slot, EXPECTED_END, jobs.get(slot, EXPECTED_END) + change);
        addRunning(slot);
      }
      case HELD, SUSPENDED -> {}
    }
  }

  /** A waiting job starts now as it was submitted. */
  public void start(int slot) {
    start(slot, jobs.get(slot, WIDTH), jobs.get(slot, ESTIMATE) - jobs.get(slot, SERVED));
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
    if (seconds < 0 || jobs.get(slot, START) != now) {
      throw illegal(slot, "be delayed by " + seconds + " s", "only a job that starts now can");
    }
    running.remove(slot);
    jobs.set(slot, START, jobs.get(slot, START) + seconds);
    jobs.set(slot, EXPECTED_END, jobs.get(slot, EXPECTED_END) + seconds);
    addRunning(slot);
  }

  /** A running job stops, gives its processors back and will be resumed. */
  public void suspend(int slot) {
    require(slot, JobPhase.RUNNING, "be suspended");
    stopRunning(slot);
    jobs.set(
        slot, EXPECTED_END, jobs.get(slot, EXPECTED_END) - Math.max(now, jobs.get(slot, START)));
    suspended++;
    jobs.set(slot, PHASE, JobPhase.SUSPENDED.ordinal());
  }

  /** A suspended job goes on with as many processors as it had. */
  public void resume(int slot) {
    require(slot, JobPhase.SUSPENDED, "resume");
    int width = jobs.get(slot, HELD_PROCESSORS);
    requireFree(slot, width, "resume");
    suspended--;
    run(slot, width, jobs.get(slot, EXPECTED_END));
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
    jobs.set(slot, SERVED, 0);
    jobs.set(slot, HELD_PROCESSORS, 0);
    jobs.set(slot, START, NONE);
    jobs.set(slot, EXPECTED_END, NONE);
    jobs.set(slot, PARTITION, NONE);
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

  /** Returns the slot of each active job by the job's number. O(active jobs). */
  public Map<Integer, Integer> slotsByJob() {
    Map<Integer, Integer> slots = new HashMap<>();
    forEachActive(slot -> slots.put(job(slot), slot));
    return slots;
  }

  /** How many ints {@link #copyRow} fills. */
  public static final int ROW = JobTable.ROW;

  /**
   * Copies everything that the state knows of a job, for a checkpoint; {@link #admit(int, int[])}
   * takes it back.
   *
   * @param row of length {@link #ROW}
   */
  public void copyRow(int slot, int[] row) {
    jobs.read(slot, row);
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
    int[] row = new int[ROW];
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
    return jobs.freeSlots();
  }

  /**
   * Makes an empty state have the slots of another, so that a restored state gives every job the
   * slot that its origin gave it, and whatever goes through the slots in order does the same.
   *
   * @param limit its {@link #slotLimit()}
   * @param free its {@link #freeSlots()}
   */
  public void layOut(int limit, int[] free) {
    if (jobs.limit() > 0) {
      throw new IllegalStateException("only an empty state can be laid out; " + active + " jobs");
    }
    jobs.layOut(limit, free);
  }

  /**
   * Takes in a job as {@link #row} describes it, in whatever phase.
   *
   * @return its slot
   */
  public int admit(int[] row) {
    int slot = jobs.take();
    jobs.set(slot, PHASE, JobTable.FREE);
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
    jobs.write(slot, row);
    active++;
    switch (phase) {
      case HELD -> held++;
      case SUSPENDED -> suspended++;
      case WAITING -> enqueue(slot);
      case RUNNING -> {
        freeProcessors -= row[HELD_PROCESSORS];
        addRunning(slot);
      }
    }
  }

  /** Notes the queue partition that a job belongs to, {@link #NONE} for none. */
  public void setPartition(int slot, int partition) {
    jobs.set(slot, PARTITION, partition);
  }

  // --- columns

  /** The phase of the job in {@code slot}; an empty slot is an error. */
  public JobPhase phase(int slot) {
    int phase = jobs.get(slot, PHASE);
    if (phase == JobTable.FREE) {
      throw new IllegalStateException("slot " + slot + " holds no job");
    }
    return PHASES[phase];
  }

  /** Whether {@code slot} holds a job. */
  public boolean occupied(int slot) {
    return slot >= 0 && slot < jobs.limit() && !jobs.isFree(slot);
  }

  /** The job's number. */
  public int job(int slot) {
    return jobs.get(slot, JOB);
  }

  /** When it was submitted. */
  public int submitTime(int slot) {
    return jobs.get(slot, SUBMIT);
  }

  /** Processors that it asked for. */
  public int width(int slot) {
    return jobs.get(slot, WIDTH);
  }

  /** Seconds that it asked for. */
  public int estimate(int slot) {
    return jobs.get(slot, ESTIMATE);
  }

  /** Seconds that it is expected to run, as {@link #expectRuntime} said; else its estimate. */
  public int expectedRuntime(int slot) {
    return jobs.get(slot, EXPECTED_RUNTIME);
  }

  /** When it last started or resumed, delays included, {@link #NONE} before. */
  public int startTime(int slot) {
    return jobs.get(slot, START);
  }

  /** Processors that it holds, or held when it was suspended; 0 before it starts. */
  public int heldProcessors(int slot) {
    return jobs.get(slot, HELD_PROCESSORS);
  }

  /**
   * When a running job is expected to end by its estimate, in the past once it has run longer; for
   * a suspended job the seconds that it is expected to run after its resumption.
   */
  public int expectedEnd(int slot) {
    return jobs.get(slot, EXPECTED_END);
  }

  /** Seconds that it ran before its present start. */
  public int servedSeconds(int slot) {
    return jobs.get(slot, SERVED);
  }

  /** Seconds that a job that runs, or has just ended, has run in all its turns. */
  public int ranSeconds(int slot) {
    return jobs.get(slot, SERVED) + now - jobs.get(slot, START);
  }

  /** Its user, {@link #NONE} if unknown. */
  public int user(int slot) {
    return jobs.get(slot, USER);
  }

  /** Its application, {@link #NONE} if unknown. */
  public int application(int slot) {
    return jobs.get(slot, APPLICATION);
  }

  /** Its priority by the scheduler's own scale, {@link #NONE} if unknown. */
  public int priority(int slot) {
    return jobs.get(slot, PRIORITY);
  }

  /** The queue partition that it runs in, {@link #NONE} if unknown. */
  public int partition(int slot) {
    return jobs.get(slot, PARTITION);
  }

  /** Whether the job can be started on {@code count} processors. */
  public boolean offers(int slot, int count) {
    return count == jobs.get(slot, WIDTH)
        || (count >= jobs.get(slot, NARROWEST) && count <= jobs.get(slot, WIDEST));
  }

  // --- sets of jobs

  /** The waiting jobs in arrival order; to read, not to change. */
  public WaitingQueue waiting() {
    return waiting;
  }

  /**
   * The running jobs by expected end; to read, not to change, and until the next transition only.
   */
  public RunningSet running() {
    return running.inOrder();
  }

  /** Whether a running job has not ended when it was expected to; O(1) most often. */
  public boolean isOverdue() {
    return running.endsBy(now);
  }

  /** Running jobs; unlike {@link #running()} it may be asked by another thread than the owner. */
  public int runningCount() {
    return running.size();
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
    return jobs.limit();
  }

  /** Visits every active job's slot, in no order that means anything. */
  public void forEachActive(IntConsumer visitor) {
    for (int slot = 0; slot < jobs.limit(); slot++) {
      if (!jobs.isFree(slot)) {
        visitor.accept(slot);
      }
    }
  }

  /** Visits the slots of the jobs in {@code phase}, in no order that means anything. */
  public void forEach(JobPhase phase, IntConsumer visitor) {
    for (int slot = 0; slot < jobs.limit(); slot++) {
      if (jobs.get(slot, PHASE) == phase.ordinal()) {
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
    for (int slot = 0; slot < jobs.limit(); slot++) {
      if (!jobs.isFree(slot)) {
        long job = 0;
        for (int cell = 0; cell < ROW; cell++) {
          job = mix(job * 0x9E3779B97F4A7C15L + jobs.get(slot, cell));
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
    if (jobs.get(slot, PHASE) != phase.ordinal()) {
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
    return new IllegalTransitionException(jobs.get(slot, JOB), phase(slot), transition, allowed);
  }

  private void enqueue(int slot) {
    jobs.set(slot, PHASE, JobPhase.WAITING.ordinal());
    waiting.add(slot, jobs.get(slot, JOB), jobs.get(slot, WIDTH), jobs.get(slot, ESTIMATE));
  }

  private void run(int slot, int held, int expectedSeconds) {
    int expectedEnd = now + Math.max(1, expectedSeconds);
    freeProcessors -= held;
    jobs.run(slot, now, held, expectedEnd);
    running.add(slot, expectedEnd, held);
  }

  private void addRunning(int slot) {
    running.add(slot, jobs.get(slot, EXPECTED_END), jobs.get(slot, HELD_PROCESSORS));
  }

  private void stopRunning(int slot) {
    running.remove(slot);
    freeProcessors += jobs.get(slot, HELD_PROCESSORS);
    jobs.stop(slot, now);
  }

  private void leave(int slot) {
    jobs.leave(slot);
    active--;
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
