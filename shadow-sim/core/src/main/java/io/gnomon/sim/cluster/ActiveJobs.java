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
 * The active jobs of a cluster at one instant: their attributes and the sets that they form.
 * Read-only for all but the state and its {@link StateLoader}.
 *
 * <p>A job is identified by a number that grows in arrival order and addressed by a slot, which is
 * reused after the job has left. A job's attributes are one row of ints that fits a cache line.
 * Times are whole seconds since an origin chosen by the owner, from 0 to {@link #LAST}.
 */
public abstract class ActiveJobs {
  /** The last second that can be represented, about 34 years after the origin. */
  public static final int LAST = 1 << 30;

  /** Placeholder for a missing slot, user or partition. */
  public static final int NONE = -1;

  /** Number of ints that {@link #copyRow} writes. */
  public static final int ROW = JobTable.ROW;

  static final JobPhase[] PHASES = JobPhase.values();

  final JobTable jobs;
  final WaitingQueue waiting;
  final RunningSet running;
  int active;
  int suspended;
  int held;
  int now;

  /** No jobs at second 0. */
  ActiveJobs() {
    jobs = new JobTable();
    waiting = new WaitingQueue();
    running = new RunningSet();
  }

  /** A copy. */
  ActiveJobs(ActiveJobs from) {
    jobs = from.jobs.copy();
    waiting = from.waiting.copy(jobs.limit());
    running = from.running.copy(jobs.limit());
    active = from.active;
    suspended = from.suspended;
    held = from.held;
    now = from.now;
  }

  /** The current second. */
  public int now() {
    return now;
  }

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

  /** Requested processors. */
  public int width(int slot) {
    return jobs.get(slot, WIDTH);
  }

  /** Requested seconds. */
  public int estimate(int slot) {
    return jobs.get(slot, ESTIMATE);
  }

  /**
   * Expected runtime in seconds: the value of {@link ClusterState#expectRuntime}, else the
   * estimate.
   */
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

  /** The empty slots below {@link #slotLimit()}; the last one is reused first. */
  public int[] freeSlots() {
    return jobs.freeSlots();
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

  /** Returns the slot of each active job by the job's number. O(active jobs). */
  public Map<Integer, Integer> slotsByJob() {
    Map<Integer, Integer> slots = new HashMap<>();
    forEachActive(slot -> slots.put(job(slot), slot));
    return slots;
  }

  /**
   * Copies all attributes of a job for a checkpoint; {@link StateLoader#admit(int, int[])} restores
   * them.
   *
   * @param row of length {@link #ROW}
   */
  public void copyRow(int slot, int[] row) {
    jobs.read(slot, row);
  }
}
