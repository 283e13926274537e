package io.gnomon.sim.eligibility;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of a cluster's state that exists once a job has conditions, or jobs are held or requeued
 * and have a priority: what holds jobs back, since when jobs are eligible, and which held jobs have
 * become eligible.
 *
 * <p>Jobs are addressed by the slots of the state. The state reports every transition; the driver
 * of a simulation takes the jobs that have become eligible with {@link #nextEligible} and releases
 * them. A held job is released only if its conditions are what held it back: either the driver held
 * it with {@link #holdBack}, or {@link #adoptHeld} found its conditions unmet.
 *
 * <p>Same thread contract as the state. A transition costs O(log n), plus O(log n) for each job
 * that waits for the job that changed; a copy costs O(jobs with conditions).
 *
 * <p>Source: manual of sbatch; the order of the reasons is that of slurmctld 22.05.
 */
public final class Conditions {
  /** Placeholder for no slot. */
  public static final int NONE = -1;

  /** Placeholder for a time that never comes. */
  public static final int NEVER = Integer.MAX_VALUE;

  private static final int SUBMISSION = -1; // eligible since its submission
  private static final int NOT_YET = -2;

  private @Nullable JobConditions[] conditions; // by slot
  private @Nullable WaitingReason[] holds; // by slot, explicit ones
  private int[] eligible; // by slot
  private int[] jobs; // by slot, of held and conditioned jobs
  private boolean[] held; // by slot
  private boolean[] managed; // by slot: held by its conditions
  private final JobRelations relations;
  private final JobRelations.Retest retest = this::reconsider;
  private final TreeMap<Integer, Integer> candidates; // slots by job, to be tested
  private final PriorityQueue<Long> wakes; // time and slot

  /** No job has conditions. */
  public Conditions() {
    conditions = new JobConditions[0];
    holds = new WaitingReason[0];
    eligible = new int[0];
    jobs = new int[0];
    held = new boolean[0];
    managed = new boolean[0];
    relations = new JobRelations();
    candidates = new TreeMap<>();
    wakes = new PriorityQueue<>();
  }

  private Conditions(Conditions from) {
    conditions = from.conditions.clone();
    holds = from.holds.clone();
    eligible = from.eligible.clone();
    jobs = from.jobs.clone();
    held = from.held.clone();
    managed = from.managed.clone();
    relations = from.relations.copy();
    candidates = new TreeMap<>(from.candidates);
    wakes = new PriorityQueue<>(from.wakes);
  }

  /** An independent copy. */
  public Conditions copy() {
    return new Conditions(this);
  }

  // --- what a state reports

  /**
   * Sets the conditions of a job, or replaces them.
   *
   * @param isHeld whether it is held now
   * @param isStarted whether it runs or is suspended
   */
  public void impose(int slot, int job, JobConditions on, boolean isHeld, boolean isStarted) {
    grow(slot);
    jobs[slot] = job;
    if (isHeld && !held[slot]) {
      eligible[slot] = NOT_YET;
    }
    held[slot] = isHeld;
    JobConditions former = conditions[slot];
    if (former != null) {
      relations.remove(slot, job, former, isHeld, isStarted, retest);
    }
    conditions[slot] = on;
    relations.add(slot, job, on, isHeld, isStarted);
  }

  /**
   * Records that other jobs depend on a job.
   *
   * @param job its number; it may be submitted later
   * @param dependents how many jobs that have not been submitted will depend on it
   * @param start its first start, {@link #NONE} if it has not started
   */
  public void watch(int job, int dependents, int start) {
    relations.watch(job, dependents, start);
  }

  /**
   * A job is held.
   *
   * @param reason why, null if that is not known
   */
  public void held(int slot, int job, @Nullable WaitingReason reason) {
    grow(slot);
    jobs[slot] = job;
    holds[slot] = reason;
    held[slot] = true;
    managed[slot] = false;
    eligible[slot] = NOT_YET;
    JobConditions on = conditions[slot];
    if (on != null) {
      relations.held(slot, job, on, retest);
    }
  }

  /** A job that is held already is held for that reason too, and not released by conditions. */
  public void addHold(int slot, int job, WaitingReason reason) {
    grow(slot);
    jobs[slot] = job;
    held[slot] = true;
    holds[slot] = reason;
    managed[slot] = false;
    eligible[slot] = NOT_YET;
  }

  /** A held job waits from now on. */
  public void released(int slot, int now) {
    if (slot >= held.length || !held[slot]) {
      return;
    }
    holds[slot] = null;
    held[slot] = false;
    managed[slot] = false;
    eligible[slot] = eligible[slot] == NOT_YET ? now : eligible[slot];
    JobConditions on = conditions[slot];
    if (on != null) {
      relations.released(jobs[slot], on);
    }
  }

  /** A job has started. */
  public void started(int slot, int job, int now) {
    relations.started(job, of(slot), now, retest);
  }

  /** A started job waits again. */
  public void requeued(int slot, int job, int now) {
    grow(slot);
    jobs[slot] = job;
    eligible[slot] = now;
    relations.requeued(of(slot), retest);
  }

  /**
   * A job leaves.
   *
   * @param isStarted whether it runs or is suspended
   * @param success whether it has completed as intended
   */
  public void left(int slot, int job, int now, boolean isStarted, boolean success) {
    relations.ended(job, now, success, retest);
    if (slot >= held.length) {
      return;
    }
    JobConditions on = conditions[slot];
    if (on != null) {
      relations.remove(slot, job, on, held[slot], isStarted, retest);
    }
    candidates.remove(job);
    conditions[slot] = null;
    holds[slot] = null;
    held[slot] = false;
    managed[slot] = false;
    eligible[slot] = SUBMISSION;
  }

  // --- what the driver of a simulation asks

  /**
   * Whether a job that waits must be held back by its conditions; if so, the driver holds it in the
   * state and then calls {@link #holdBack}.
   */
  public boolean isHeldBack(int slot, int now) {
    return unmet(slot, now) != null;
  }

  /**
   * Records that the conditions of a job hold it back, so that it is released when they are met.
   */
  public void holdBack(int slot, int now) {
    managed[slot] = true;
    noteEligible(slot, unmet(slot, now), now);
    noteWake(slot, now);
  }

  /** Records the same of all held jobs with unmet conditions that no user holds. */
  public void adoptHeld(int now) {
    candidates.forEach((job, slot) -> noteWake(slot, now));
    for (int slot = 0; slot < held.length; slot++) {
      if (held[slot] && holds[slot] == null && !managed[slot] && unmet(slot, now) != null) {
        holdBack(slot, now);
      }
    }
  }

  /**
   * The held job with the lowest number that is eligible now; the driver must release it. Each call
   * tests every job at most once for each change that concerns it.
   *
   * @return its slot, {@link #NONE} if there is none
   */
  public int nextEligible(int now) {
    while (!wakes.isEmpty() && time(wakes.element()) <= now) {
      int slot = wakes.remove().intValue();
      if (managed[slot]) {
        candidates.put(jobs[slot], slot);
      }
    }
    while (!candidates.isEmpty()) {
      int slot = candidates.pollFirstEntry().getValue();
      if (managed[slot]) {
        WaitingReason reason = unmet(slot, now);
        if (reason == null) {
          return slot;
        }
        noteEligible(slot, reason, now);
        noteWake(slot, now);
      }
    }
    return NONE;
  }

  /** The next time at which a held job may become eligible without a transition. */
  public int nextTime() {
    return wakes.isEmpty() ? NEVER : time(wakes.element());
  }

  private static int time(long wake) {
    return (int) (wake >>> 32);
  }

  /**
   * Since when a job is eligible.
   *
   * @param submission its submission
   * @return the time, {@link #NONE} if it is not eligible
   */
  public int eligibleTime(int slot, int submission) {
    if (slot >= eligible.length || eligible[slot] == SUBMISSION) {
      return submission;
    }
    return eligible[slot] == NOT_YET ? NONE : eligible[slot];
  }

  /** Sets since when a job is eligible that is not held. */
  public void setEligibleTime(int slot, int job, int time) {
    grow(slot);
    jobs[slot] = job;
    eligible[slot] = time;
  }

  /** The conditions of a job, null if it has none. */
  public @Nullable JobConditions of(int slot) {
    return slot < conditions.length ? conditions[slot] : null;
  }

  /** Why a job is held; null if that is not known or it is not held. */
  public @Nullable WaitingReason reason(int slot, int now) {
    if (slot >= held.length || !held[slot]) {
      return null;
    }
    WaitingReason hold = holds[slot];
    if (hold != null && hold != WaitingReason.RESERVATION) {
      return hold;
    }
    WaitingReason unmet = unmet(slot, now);
    return hold == null || isBeforeReservation(unmet) ? unmet : hold;
  }

  private static boolean isBeforeReservation(@Nullable WaitingReason reason) {
    return reason != null && reason != WaitingReason.ARRAY_TASK_LIMIT;
  }

  /** Whether a job is held because its reservation has not begun, or has ended. */
  public boolean isHeldByReservation(int slot) {
    return slot < held.length && held[slot] && holds[slot] == WaitingReason.RESERVATION;
  }

  // --- tests

  /** Why the conditions of a job are not met, in Slurm's order; null if they are met. */
  private @Nullable WaitingReason unmet(int slot, int now) {
    JobConditions on = of(slot);
    if (on == null) {
      return null;
    }
    WaitingReason dependency = relations.dependency(on, jobs[slot], now);
    if (dependency != null) {
      return dependency;
    }
    if (on.begin() > now) {
      return WaitingReason.BEGIN_TIME;
    }
    return relations.isThrottled(on, held[slot]) ? WaitingReason.ARRAY_TASK_LIMIT : null;
  }

  /** A task that only the throttle of its array holds back is eligible all the same. */
  private void noteEligible(int slot, @Nullable WaitingReason reason, int now) {
    if (reason == WaitingReason.ARRAY_TASK_LIMIT && eligible[slot] == NOT_YET) {
      eligible[slot] = now;
    }
  }

  private void noteWake(int slot, int now) {
    JobConditions on = of(slot);
    if (on == null) {
      return;
    }
    if (on.begin() > now) {
      wake(on.begin(), slot);
    }
    for (Dependency one : on.dependencies()) {
      if (one.delaySeconds() > 0) {
        long time = relations.delayedStart(one);
        if (time > now && time < NEVER) {
          wake((int) time, slot);
        }
      }
    }
  }

  private void wake(int time, int slot) {
    wakes.add((long) time << 32 | slot);
  }

  // --- implementation

  /** A hash of conditions, holds and eligible times, independent of slots. O(slots). */
  public long hash() {
    long sum = 0;
    for (int slot = 0; slot < held.length; slot++) {
      JobConditions on = conditions[slot];
      WaitingReason hold = holds[slot];
      if (on != null || held[slot] || eligible[slot] != SUBMISSION) {
        long job = 31L * jobs[slot] + (on == null ? 0 : on.fingerprint());
        job = 31 * job + (hold == null ? 0 : 1 + hold.ordinal());
        job = 31 * job + eligible[slot];
        sum += (job ^ (job >>> 32)) * 0x9E3779B97F4A7C15L;
      }
    }
    return sum;
  }

  /** What a snapshot keeps of the jobs, in the order of their numbers. */
  List<ConditionsSnapshot.Row> rows() {
    List<ConditionsSnapshot.Row> rows = new ArrayList<>();
    for (int slot = 0; slot < held.length; slot++) {
      JobConditions on = conditions[slot];
      WaitingReason hold = holds[slot];
      if (on != null || held[slot] || eligible[slot] != SUBMISSION) {
        rows.add(
            new ConditionsSnapshot.Row(
                slot,
                jobs[slot],
                on == null ? JobConditions.FREE : on,
                on != null,
                hold == null ? -1 : hold.ordinal(),
                eligible[slot],
                held[slot],
                managed[slot]));
      }
    }
    rows.sort(Comparator.comparingInt(ConditionsSnapshot.Row::job));
    return rows;
  }

  Map<Integer, Prerequisite> prerequisites() {
    return relations.prerequisites();
  }

  void restore(ConditionsSnapshot.Row row, @Nullable WaitingReason hold) {
    grow(row.slot());
    jobs[row.slot()] = row.job();
    holds[row.slot()] = hold;
    held[row.slot()] = row.held();
    managed[row.slot()] = row.managed();
    eligible[row.slot()] = row.eligible();
    if (row.managed()) {
      candidates.put(row.job(), row.slot());
    }
  }

  void restore(int job, int pins, int started, boolean ended, boolean succeeded) {
    relations.restore(job, pins, started, ended, succeeded);
  }

  /** Tests a job again, if its conditions hold it back; returns whether they do. */
  private boolean reconsider(int slot) {
    if (managed[slot]) {
      candidates.put(jobs[slot], slot);
    }
    return managed[slot];
  }

  private void grow(int slot) {
    if (slot < held.length) {
      return;
    }
    int length = Math.max(64, Math.max(slot + 1, 2 * held.length));
    int before = held.length;
    conditions = Arrays.copyOf(conditions, length);
    holds = Arrays.copyOf(holds, length);
    eligible = Arrays.copyOf(eligible, length);
    Arrays.fill(eligible, before, length, SUBMISSION);
    jobs = Arrays.copyOf(jobs, length);
    held = Arrays.copyOf(held, length);
    managed = Arrays.copyOf(managed, length);
  }
}
