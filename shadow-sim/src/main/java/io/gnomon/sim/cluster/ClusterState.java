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

import io.gnomon.sim.eligibility.Conditions;
import io.gnomon.sim.eligibility.JobConditions;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.MachineReasons;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeState;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.machine.Shapes;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.Claims;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster at one instant: its processors, its clock and every active job, with the legal
 * transitions between phases.
 *
 * <p>The live mirror and every simulation use this class. The mirror makes the transitions that the
 * scheduler reports; a simulation makes those that its policy decides.
 *
 * <p>Times are whole seconds since an origin chosen by the owner, from 0 to {@link #LAST}. A job is
 * identified by a number that grows in arrival order and addressed by a slot, which is reused after
 * the job has left. A job's attributes are one row of ints that fits a cache line.
 *
 * <p>Not thread-safe: one owner at a time. A transition costs O(1), plus a shift within the sorted
 * running set at starts and ends. {@link #fork()} copies the active jobs only.
 */
public final class ClusterState {
  /** The last second that can be represented, about 34 years after the origin. */
  public static final int LAST = 1 << 30;

  /** Placeholder for a missing slot, user or partition. */
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
  private final @Nullable Nodes nodes;
  private @Nullable Conditions conditions; // exists from the first job with conditions on
  private final @Nullable Accounting accounting;
  private final @Nullable Limiting limiting;

  /**
   * An empty cluster at second 0.
   *
   * @param processors capacity, at least 1
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
    nodes = null;
    accounting = null;
    limiting = null;
  }

  /** An empty cluster of nodes at second 0; its processors are the CPUs of all nodes. */
  public ClusterState(Machine machine) {
    this(new Nodes(machine), null, null);
  }

  /** An empty cluster of nodes at second 0 with accounts that have used nothing. */
  public ClusterState(Machine machine, Accounts accounts) {
    this(new Nodes(machine), new Accounting(new Claims(accounts)), null);
  }

  /**
   * An empty cluster of nodes at second 0.
   *
   * @param accounts accounts that have used nothing; null if they are not known
   * @param limited the amounts of jobs for which they are limited and billed; null if they are not
   *     limited, and billed for their CPUs
   */
  public ClusterState(Machine machine, @Nullable Accounts accounts, @Nullable JobAmounts limited) {
    this(
        new Nodes(machine),
        accounts == null ? null : new Accounting(new Claims(accounts)),
        limited == null ? null : new Limiting(limited));
  }

  /**
   * An empty cluster of nodes at second 0 whose jobs have these shapes, claims and limits; null if
   * these are not known.
   */
  ClusterState(Shapes shapes, @Nullable Claims claims, @Nullable Limiting same) {
    this(
        new Nodes(shapes),
        claims == null ? null : new Accounting(claims),
        same == null ? null : same.emptied());
  }

  /** An empty cluster of nodes at second 0 whose jobs have these shapes. */
  public ClusterState(Shapes shapes) {
    this(new Nodes(shapes), null, null);
  }

  private ClusterState(Nodes empty, @Nullable Accounting unused, @Nullable Limiting idle) {
    processors = empty.machine().cpus();
    freeProcessors = processors;
    jobs = new JobTable();
    waiting = new WaitingQueue();
    running = new RunningSet();
    nodes = empty;
    accounting = unused;
    limiting = idle;
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
    nodes = from.nodes == null ? null : from.nodes.copy(jobs.limit());
    conditions = from.conditions == null ? null : from.conditions.copy();
    accounting = from.accounting == null ? null : from.accounting.copy(jobs.limit());
    limiting = from.limiting == null ? null : from.limiting.copy(jobs.limit());
  }

  /** An independent copy. Costs a few array copies over the active jobs. */
  public ClusterState fork() {
    return new ClusterState(this);
  }

  /**
   * An empty cluster at second 0 with the capacity of this one: a pool of as many processors, or
   * the same nodes, all of them up, with the same shapes, and accounts without usage.
   */
  public ClusterState emptied() {
    return nodes == null
        ? new ClusterState(processors)
        : new ClusterState(
            nodes.emptied(),
            accounting == null ? null : accounting.emptied(),
            limiting == null ? null : limiting.emptied());
  }

  // --- clock and capacity

  /** The current second. */
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
    if (accounting != null) {
      accounting.advance(this, time);
    }
    now = time;
  }

  /** The capacity. */
  public int processors() {
    return processors;
  }

  /** Processors not held by any job; negative while jobs hold more than a reduced capacity. */
  public int freeProcessors() {
    return freeProcessors;
  }

  /** Whether this cluster consists of nodes, rather than of a pool of identical processors. */
  public boolean hasNodes() {
    return nodes != null;
  }

  /**
   * The nodes with what jobs request and hold there.
   *
   * @throws IllegalStateException if this cluster is a pool of processors
   */
  public Nodes nodes() {
    if (nodes == null) {
      throw new IllegalStateException("the cluster is a pool of processors, it has no nodes");
    }
    return nodes;
  }

  /** Whether a job has, or had, conditions, or since when jobs are eligible is recorded. */
  public boolean hasConditions() {
    return conditions != null;
  }

  /** Replaces the conditions by restored ones. */
  void restoreConditions(Conditions restored) {
    conditions = restored;
  }

  /** Takes over the conditions of a state in which the same jobs have the same slots. */
  public void copyConditions(ClusterState from) {
    conditions = from.conditions == null ? null : from.conditions.copy();
  }

  /** What holds jobs back, apart from resources; created by the first call. */
  public Conditions conditions() {
    if (conditions == null) {
      conditions = new Conditions();
    }
    return conditions;
  }

  /** Whether the accounts of this cluster are known. */
  public boolean hasAccounting() {
    return accounting != null;
  }

  /**
   * The accounts with their usage.
   *
   * @throws IllegalStateException if they are not known
   */
  public Accounting accounting() {
    if (accounting == null) {
      throw new IllegalStateException("the accounts of the cluster are not known");
    }
    return accounting;
  }

  /** Whether jobs of this cluster are limited. */
  public boolean hasLimits() {
    return limiting != null;
  }

  /**
   * What limits jobs, and what is counted.
   *
   * @throws IllegalStateException if no limits are known
   */
  public Limiting limiting() {
    if (limiting == null) {
      throw new IllegalStateException("the limits of the cluster are not known");
    }
    return limiting;
  }

  /** What a job that has started is charged per second: what it is billed, by default its CPUs. */
  double chargedPerSecond(int slot) {
    return limiting == null ? heldProcessors(slot) : limiting.chargedPerSecond(slot);
  }

  /** Usage is recalculated; called by the accounting. */
  void noteRecalculation(int at, double keptPerSecond) {
    if (limiting != null) {
      limiting.recalculate(this, at, keptPerSecond);
    }
  }

  /** Usage is set to 0; called by the accounting. */
  void noteReset() {
    if (limiting != null) {
      limiting.resetUsage();
    }
  }

  /** Sets whether a node takes jobs; the capacity is the CPUs of all nodes that are not down. */
  public void setNode(int node, NodeState state) {
    int change = nodes().setState(node, state);
    processors += change;
    freeProcessors += change;
  }

  /**
   * Sets the capacity of a pool to {@code count}, at least 0; running jobs keep their processors.
   */
  public void setProcessors(int count) {
    requirePool("its capacity cannot be set; set the state of its nodes");
    if (count < 0) {
      throw new IllegalArgumentException("processors is " + count + "; it must be at least 0");
    }
    freeProcessors += count - processors;
    processors = count;
  }

  // --- transitions

  /**
   * Adds a waiting job.
   *
   * @param job its number; numbers grow in arrival order
   * @param submit submission time, not after now
   * @param width processors, at least 1; a job wider than the capacity waits until the capacity
   *     grows
   * @param estimate requested seconds, at least 1
   * @return its slot
   */
  public int submit(int job, int submit, int width, int estimate) {
    requireArrival(job, submit, width, estimate);
    int slot = jobs.take();
    jobs.enter(slot, job, submit, width, estimate);
    active++;
    if (accounting != null) {
      accounting.enter(slot);
    }
    if (nodes != null) {
      nodes.describe(slot, nodes.shapes().of(Request.ofCpus(width), estimate).id());
      nodes.enqueue(slot, job, estimate);
    }
    if (limiting != null) {
      limiting.enter(this, slot);
    }
    waiting.add(slot, job, width, estimate);
    return slot;
  }

  /**
   * Adds a waiting job to a cluster of nodes.
   *
   * @param shape number of its shape in {@link Nodes#shapes()}
   * @return its slot
   */
  public int submitShape(int job, int submit, int shape, int estimate) {
    int width = nodes().shapes().get(shape).width();
    requireArrival(job, submit, width, estimate);
    int slot = jobs.take();
    jobs.enter(slot, job, submit, width, estimate);
    active++;
    if (accounting != null) {
      accounting.enter(slot);
    }
    nodes().describe(slot, shape);
    nodes().enqueue(slot, job, estimate);
    if (limiting != null) {
      limiting.enter(this, slot);
    }
    waiting.add(slot, job, width, estimate);
    return slot;
  }

  /** Sets the user, application and priority of a job, each -1 if unknown. */
  public void describe(int slot, int user, int application, int priority) {
    jobs.describe(slot, user, application, priority);
  }

  /**
   * Sets on whose behalf a job was submitted.
   *
   * @param claim its number in {@link Accounting#claims()}
   */
  public void claim(int slot, int claim) {
    accounting().claim(slot, claim);
    if (limiting != null) {
      limiting.claim(this, slot, claim, accounting().claimOrUnknown(slot));
    }
  }

  /** Sets the range of widths on which the job can also start; 0 and 0 for none. */
  public void offer(int slot, int narrowest, int widest) {
    jobs.offer(slot, narrowest, widest);
  }

  /**
   * Sets the expected runtime of a job, for policies that order jobs by it. The default is the
   * job's estimate. It is a prediction, so it is part of neither the job's row nor {@link #hash}.
   *
   * @param seconds total runtime, at least 1
   */
  public void expectRuntime(int slot, int seconds) {
    jobs.set(slot, EXPECTED_RUNTIME, seconds);
  }

  /** Holds a waiting job: it keeps its place in arrival order but cannot start. */
  public void hold(int slot) {
    hold(slot, null);
  }

  /**
   * Holds a waiting job, or changes why a held job is held.
   *
   * @param reason why, null if that is not known
   */
  public void hold(int slot, @Nullable WaitingReason reason) {
    if (reason != null && phase(slot) == JobPhase.HELD) {
      conditions().addHold(slot, job(slot), reason);
      return;
    }
    require(slot, JobPhase.WAITING, "be held");
    dequeue(slot);
    held++;
    jobs.set(slot, PHASE, JobPhase.HELD.ordinal());
    if (reason != null || conditions != null || accounting != null) {
      conditions().held(slot, job(slot), reason);
    }
  }

  /** Releases a held job, which then waits. */
  public void release(int slot) {
    require(slot, JobPhase.HELD, "be released");
    held--;
    enqueue(slot);
    if (conditions != null) {
      conditions.released(slot, now);
    }
  }

  /**
   * Sets what a job must wait for, or replaces that. Its phase does not change; the driver of a
   * simulation holds back what is not eligible.
   */
  public void impose(int slot, JobConditions on) {
    JobPhase phase = phase(slot);
    conditions().impose(slot, job(slot), on, phase == JobPhase.HELD, isStarted(phase));
  }

  private static boolean isStarted(JobPhase phase) {
    return phase == JobPhase.RUNNING || phase == JobPhase.SUSPENDED;
  }

  /**
   * Changes the requested width and estimate of a job. The width of a started job cannot change.
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
        dequeue(slot);
        reshape(slot, width, estimate);
        enqueue(slot);
      }
      case RUNNING -> {
        running.remove(slot);
        jobs.set(slot, EXPECTED_END, jobs.get(slot, EXPECTED_END) + change);
        addRunning(slot);
      }
      case HELD -> reshape(slot, width, estimate);
      case SUSPENDED -> {}
    }
  }

  private void reshape(int slot, int width, int estimate) {
    if (nodes != null && nodes.shape(slot).width() != width) {
      nodes.describe(slot, nodes.shapes().of(Request.ofCpus(width), estimate).id());
    }
  }

  /**
   * Changes what a job that has not started requests.
   *
   * @param shape number of its shape in {@link Nodes#shapes()}
   */
  public void modifyShape(int slot, int shape, int estimate) {
    JobPhase phase = phase(slot);
    if (phase != JobPhase.WAITING && phase != JobPhase.HELD) {
      throw illegal(slot, "change its request", "only a job that has not started can");
    }
    if (phase == JobPhase.WAITING) {
      dequeue(slot);
    }
    nodes().describe(slot, shape);
    jobs.set(slot, WIDTH, nodes().shapes().get(shape).width());
    jobs.set(slot, ESTIMATE, estimate);
    jobs.set(slot, EXPECTED_RUNTIME, estimate);
    if (phase == JobPhase.WAITING) {
      enqueue(slot);
    }
  }

  /** Starts a waiting job as submitted. */
  public void start(int slot) {
    start(slot, jobs.get(slot, WIDTH), jobs.get(slot, ESTIMATE) - jobs.get(slot, SERVED));
  }

  /**
   * Starts a waiting job with a different width or duration: molded, or with a limited time.
   *
   * @param held processors, at least 1 and at most {@link #freeProcessors()}
   * @param expectedSeconds seconds until its expected end; less than 1 counts as 1
   */
  public void start(int slot, int held, int expectedSeconds) {
    require(slot, JobPhase.WAITING, "start");
    requirePool("a job starts on a placement");
    requireFree(slot, held, "start");
    waiting.remove(slot);
    noteStart(slot);
    run(slot, held, expectedSeconds);
  }

  /**
   * Releases a held job and starts it, like {@link #start(int, int, int)}. If it cannot start,
   * nothing changes.
   */
  public void startHeld(int slot, int processors, int expectedSeconds) {
    requirePool("a job starts on a placement");
    requireFree(slot, processors, "start");
    release(slot);
    start(slot, processors, expectedSeconds);
  }

  /** The same on a cluster of nodes, like {@link #start(int, Placement, int)}. */
  public void startHeld(int slot, Placement placement, int expectedSeconds) {
    requireRoom(slot, placement, "start");
    release(slot);
    start(slot, placement, expectedSeconds);
  }

  private void noteStart(int slot) {
    if (conditions != null) {
      conditions.started(slot, job(slot), now);
    }
  }

  /** Starts a waiting job of a cluster of nodes for its estimate. */
  public void start(int slot, Placement placement) {
    start(slot, placement, jobs.get(slot, ESTIMATE) - jobs.get(slot, SERVED));
  }

  /**
   * Starts a waiting job of a cluster of nodes.
   *
   * @param placement what it will hold, which must be free
   * @param expectedSeconds seconds until its expected end; less than 1 counts as 1
   */
  public void start(int slot, Placement placement, int expectedSeconds) {
    require(slot, JobPhase.WAITING, "start");
    requireRoom(slot, placement, "start");
    dequeue(slot);
    noteStart(slot);
    nodes().take(slot, placement);
    run(slot, placement.totalCpus(), expectedSeconds);
    if (limiting != null) {
      limiting.started(this, slot, placement);
    }
  }

  /**
   * Delays a running job that has just started or resumed by {@code seconds} without progress: its
   * start and expected end move, its served seconds do not.
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

  /** Moves the expected end of a running job to {@code time}, after now, if it is later. */
  public void endBy(int slot, int time) {
    require(slot, JobPhase.RUNNING, "get an earlier end");
    if (time <= now) {
      throw illegal(slot, "end by " + time, "the time must be after " + now);
    }
    if (time < jobs.get(slot, EXPECTED_END)) {
      running.remove(slot);
      jobs.set(slot, EXPECTED_END, time);
      addRunning(slot);
    }
  }

  /** Suspends a running job, which gives its processors back. */
  public void suspend(int slot) {
    require(slot, JobPhase.RUNNING, "be suspended");
    stopRunning(slot);
    jobs.set(
        slot, EXPECTED_END, jobs.get(slot, EXPECTED_END) - Math.max(now, jobs.get(slot, START)));
    suspended++;
    jobs.set(slot, PHASE, JobPhase.SUSPENDED.ordinal());
  }

  /** Resumes a suspended job on as many processors as it had. */
  public void resume(int slot) {
    require(slot, JobPhase.SUSPENDED, "resume");
    int width = jobs.get(slot, HELD_PROCESSORS);
    if (nodes != null) {
      Placement placement = nodes.placement(slot);
      requireRoom(slot, placement, "resume");
      nodes.take(slot, placement);
    } else {
      requireFree(slot, width, "resume");
    }
    suspended--;
    run(slot, width, jobs.get(slot, EXPECTED_END));
  }

  /** Whether what a suspended job held is free. */
  public boolean canResume(int slot) {
    return nodes == null
        ? jobs.get(slot, HELD_PROCESSORS) <= freeProcessors
        : nodes.free().fits(nodes.placement(slot));
  }

  /** Whether the cluster, with the nodes that take jobs now, has what a suspended job held. */
  public boolean canEverResume(int slot) {
    return nodes == null
        ? jobs.get(slot, HELD_PROCESSORS) <= processors
        : nodes.areUsable(nodes.placement(slot));
  }

  /** Returns a running or suspended job to the queue; its work is lost. */
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
    if (nodes != null) {
      nodes.forget(slot);
    }
    if (limiting != null) {
      limiting.stopped(slot, now);
    }
    enqueue(slot);
    if (conditions != null || accounting != null) {
      conditions().requeued(slot, job(slot), now);
    }
  }

  /** Removes a running job that has ended as intended. */
  public void finish(int slot) {
    finish(slot, true);
  }

  /**
   * Removes a running job that has ended.
   *
   * @param success whether it has ended as intended, which matters to jobs that depend on it
   */
  public void finish(int slot, boolean success) {
    require(slot, JobPhase.RUNNING, "finish");
    stopRunning(slot);
    leave(slot, true, success);
  }

  /** Removes a job in any phase that has not completed. */
  public void cancel(int slot) {
    JobPhase phase = phase(slot);
    switch (phase) {
      case HELD -> held--;
      case WAITING -> dequeue(slot);
      case RUNNING -> stopRunning(slot);
      case SUSPENDED -> suspended--;
    }
    leave(slot, isStarted(phase), false);
  }

  /** Returns the slot of each active job by the job's number. O(active jobs). */
  public Map<Integer, Integer> slotsByJob() {
    Map<Integer, Integer> slots = new HashMap<>();
    forEachActive(slot -> slots.put(job(slot), slot));
    return slots;
  }

  /** Number of ints that {@link #copyRow} writes. */
  public static final int ROW = JobTable.ROW;

  /**
   * Copies all attributes of a job for a checkpoint; {@link #admit(int, int[])} restores them.
   *
   * @param row of length {@link #ROW}
   */
  public void copyRow(int slot, int[] row) {
    jobs.read(slot, row);
  }

  /**
   * Builds the row of a job that is described by another source.
   *
   * @param start time of a running job's last start, else {@link #NONE}
   * @param seconds from its start (for a suspended job, from its resumption) to its expected end
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

  /**
   * Completes a row that describes a job with what its source does not report: the widths with
   * which the job can start, and on a pool the width that a started job requested.
   *
   * @param slot where this state has the job
   */
  public void keepWidths(int slot, int[] row, boolean pool) {
    row[NARROWEST] = jobs.get(slot, NARROWEST);
    row[WIDEST] = jobs.get(slot, WIDEST);
    if (pool && row[HELD_PROCESSORS] > 0) {
      row[WIDTH] = jobs.get(slot, WIDTH);
    }
  }

  /** The empty slots below {@link #slotLimit()}; the last one is reused first. */
  public int[] freeSlots() {
    return jobs.freeSlots();
  }

  /**
   * Gives an empty state the slots of another state, so that a restored state uses the same slot
   * for each job and iterates over slots in the same order.
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
   * Adds a job described by {@link #row}, in any phase.
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
   * Adds a job described by {@link #row} to a cluster of nodes.
   *
   * @param shape number of its shape in {@link Nodes#shapes()}
   * @param placement what a running or suspended job holds, else null
   * @return its slot
   */
  public int admit(int[] row, int shape, @Nullable Placement placement) {
    int slot = jobs.take();
    jobs.set(slot, PHASE, JobTable.FREE);
    admit(slot, row, shape, placement);
    return slot;
  }

  /**
   * Adds a job copied by {@link #copyRow}, in a slot prepared by {@link #layOut}. Rows of running
   * jobs must come in the order of {@link #running()}.
   */
  public void admit(int slot, int[] row) {
    if (nodes != null) {
      nodes.describe(slot, nodes.shapes().of(Request.ofCpus(row[WIDTH]), row[ESTIMATE]).id());
    }
    admitRow(slot, row);
  }

  /** Like {@link #admit(int, int[])}, on a cluster of nodes. */
  public void admit(int slot, int[] row, int shape, @Nullable Placement placement) {
    nodes().describe(slot, shape);
    if (placement != null) {
      row[HELD_PROCESSORS] = placement.totalCpus();
      if (row[PHASE] == JobPhase.RUNNING.ordinal()) {
        nodes().take(slot, placement);
      } else {
        nodes().remember(slot, placement);
      }
    }
    admitRow(slot, row);
  }

  private void admitRow(int slot, int[] row) {
    JobPhase phase = PHASES[row[PHASE]];
    if (occupied(slot)) {
      throw illegal(slot, "make room for job " + row[JOB], "its slot must be empty");
    }
    if (phase == JobPhase.RUNNING
        && (nodes == null ? row[HELD_PROCESSORS] > freeProcessors : !nodes.isPlaced(slot))) {
      throw new IllegalTransitionException(
          row[JOB],
          "new",
          "be admitted on " + row[HELD_PROCESSORS] + " processors",
          nodes == null ? freeProcessors + " are free" : "it needs a placement");
    }
    jobs.write(slot, row);
    active++;
    if (accounting != null) {
      accounting.enter(slot);
    }
    switch (phase) {
      case HELD -> admitHeld(slot);
      case SUSPENDED -> suspended++;
      case WAITING -> enqueue(slot);
      case RUNNING -> {
        freeProcessors -= row[HELD_PROCESSORS];
        addRunning(slot);
      }
    }
    if (limiting != null) {
      limiting.enter(this, slot);
      if (isStarted(phase)) {
        limiting.started(this, slot, nodes().placement(slot));
      }
    }
  }

  private void admitHeld(int slot) {
    held++;
    if (accounting != null) {
      conditions().held(slot, job(slot), null);
    }
  }

  /** Sets the queue partition of a job, {@link #NONE} for none. */
  public void setPartition(int slot, int partition) {
    jobs.set(slot, PARTITION, partition);
  }

  // --- columns

  /**
   * The phase of the job in {@code slot}.
   *
   * @throws IllegalStateException if the slot is empty
   */
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

  /** Submission time. */
  public int submitTime(int slot) {
    return jobs.get(slot, SUBMIT);
  }

  /**
   * Since when the job is eligible to start: its submission, or the time at which its conditions
   * were met or it was released or requeued; {@link #NONE} while it is not eligible. Releases and
   * returns to the queue count once jobs have conditions or reasons, or if accounts are known.
   */
  public int eligibleTime(int slot) {
    return conditions == null ? submitTime(slot) : conditions.eligibleTime(slot, submitTime(slot));
  }

  /** Takes over since when a waiting job is eligible from another state that it also waits in. */
  public void copyEligibleTime(int slot, ClusterState from, int former) {
    if (phase(slot) == JobPhase.WAITING && from.phase(former) == JobPhase.WAITING) {
      int time = from.eligibleTime(former);
      if (time != submitTime(slot)) {
        conditions().setEligibleTime(slot, job(slot), time);
      }
    }
  }

  /**
   * Why a job is held, or what holds a waiting job back: its partition, a limit, or a reservation
   * of its nodes. Null if that is not known, or there is no such reason. Costs a search for a
   * placement if the machine has reservations.
   */
  public @Nullable WaitingReason waitingReason(int slot) {
    if (nodes == null || phase(slot) != JobPhase.WAITING) {
      return conditions == null ? null : conditions.reason(slot, now);
    }
    Shape shape = nodes.shape(slot);
    WaitingReason reason = MachineReasons.ofPartitions(nodes.machine(), shape, estimate(slot));
    if (reason == null && limiting != null) {
      reason = limiting.reason(this, slot);
    }
    return reason == null
        ? MachineReasons.ofReservations(nodes.machine(), shape, now, estimate(slot))
        : reason;
  }

  /** Requested processors. */
  public int width(int slot) {
    return jobs.get(slot, WIDTH);
  }

  /** Requested seconds. */
  public int estimate(int slot) {
    return jobs.get(slot, ESTIMATE);
  }

  /** Expected runtime in seconds: the value of {@link #expectRuntime}, else the estimate. */
  public int expectedRuntime(int slot) {
    return jobs.get(slot, EXPECTED_RUNTIME);
  }

  /**
   * Time of its last start or resumption, delays included; {@link #NONE} before the first start.
   */
  public int startTime(int slot) {
    return jobs.get(slot, START);
  }

  /** Processors that it holds, or held when it was suspended; 0 before it starts. */
  public int heldProcessors(int slot) {
    return jobs.get(slot, HELD_PROCESSORS);
  }

  /**
   * For a running job, its expected end according to its estimate, which may be in the past; for a
   * suspended job, the seconds that it is expected to run after its resumption.
   */
  public int expectedEnd(int slot) {
    return jobs.get(slot, EXPECTED_END);
  }

  /** Seconds that it ran before its current start. */
  public int servedSeconds(int slot) {
    return jobs.get(slot, SERVED);
  }

  /** Total seconds that a job which runs, or has just ended, has run. */
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

  /** Its priority on the scheduler's scale, {@link #NONE} if unknown. */
  public int priority(int slot) {
    return jobs.get(slot, PRIORITY);
  }

  /** The queue partition in which it runs, {@link #NONE} if unknown. */
  public int partition(int slot) {
    return jobs.get(slot, PARTITION);
  }

  /** Whether the job can start on {@code count} processors. */
  public boolean offers(int slot, int count) {
    return count == jobs.get(slot, WIDTH)
        || (count >= jobs.get(slot, NARROWEST) && count <= jobs.get(slot, WIDEST));
  }

  // --- sets of jobs

  /** The waiting jobs in arrival order; read-only. */
  public WaitingQueue waiting() {
    return waiting;
  }

  /** The running jobs by expected end; read-only, valid until the next transition. */
  public RunningSet running() {
    return running.inOrder();
  }

  /** Whether a running job has passed its expected end; usually O(1). */
  public boolean isOverdue() {
    return running.endsBy(now);
  }

  /**
   * Number of running jobs. Unlike {@link #running()}, safe to call from other threads than the
   * owner.
   */
  public int runningCount() {
    return running.size();
  }

  /** Number of jobs in all phases. */
  public int activeCount() {
    return active;
  }

  /** Number of suspended jobs. */
  public int suspendedCount() {
    return suspended;
  }

  /** Number of held jobs. */
  public int heldCount() {
    return held;
  }

  /** One more than the largest slot in use; the length that arrays indexed by slot need. */
  public int slotLimit() {
    return jobs.limit();
  }

  /** Visits the slots of all active jobs, in unspecified order. */
  public void forEachActive(IntConsumer visitor) {
    for (int slot = 0; slot < jobs.limit(); slot++) {
      if (!jobs.isFree(slot)) {
        visitor.accept(slot);
      }
    }
  }

  /** Visits the slots of the jobs in {@code phase}, in unspecified order. */
  public void forEach(JobPhase phase, IntConsumer visitor) {
    for (int slot = 0; slot < jobs.limit(); slot++) {
      if (jobs.get(slot, PHASE) == phase.ordinal()) {
        visitor.accept(slot);
      }
    }
  }

  /**
   * A hash of the whole state: clock, capacity and every attribute of every job. Independent of the
   * slots used. O(active jobs).
   */
  public long hash() {
    long sum = mix(now) + mix(0x9E37L + processors) * 31;
    for (int slot = 0; slot < jobs.limit(); slot++) {
      if (!jobs.isFree(slot)) {
        long job = 0;
        for (int cell = 0; cell < ROW; cell++) {
          job = mix(job * 0x9E3779B97F4A7C15L + jobs.get(slot, cell));
        }
        sum += nodes == null ? job : mix(job + nodes.hash(slot));
      }
    }
    if (conditions != null) {
      sum += mix(conditions.hash());
    }
    return nodes == null ? sum : mix(sum + nodes.hash());
  }

  // --- implementation

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

  private void requireRoom(int slot, Placement placement, String transition) {
    if (!nodes().hasRoom(placement)) {
      throw illegal(
          slot,
          transition + " on " + nodes().machine().names(placement.nodes()),
          "its resources must be free there");
    }
  }

  private void requirePool(String reason) {
    if (nodes != null) {
      throw new IllegalStateException("the cluster has nodes: " + reason);
    }
  }

  private IllegalTransitionException illegal(int slot, String transition, String allowed) {
    return new IllegalTransitionException(jobs.get(slot, JOB), phase(slot), transition, allowed);
  }

  private void dequeue(int slot) {
    waiting.remove(slot);
    if (nodes != null) {
      nodes.dequeue(slot);
    }
  }

  private void enqueue(int slot) {
    jobs.set(slot, PHASE, JobPhase.WAITING.ordinal());
    if (nodes != null) {
      nodes.enqueue(slot, jobs.get(slot, JOB), jobs.get(slot, ESTIMATE));
    }
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
    if (accounting != null) {
      accounting.charge(this, slot, now);
    }
    freeProcessors += jobs.get(slot, HELD_PROCESSORS);
    if (nodes != null) {
      nodes.give(slot);
    }
    jobs.stop(slot, now);
  }

  private void leave(int slot, boolean isStarted, boolean success) {
    if (limiting != null) {
      limiting.left(slot, now);
    }
    if (conditions != null) {
      conditions.left(slot, job(slot), now, isStarted, success);
    }
    if (nodes != null && isStarted) {
      nodes.leave(slot);
    }
    jobs.leave(slot);
    active--;
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
