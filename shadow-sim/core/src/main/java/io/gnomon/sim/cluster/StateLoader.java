package io.gnomon.sim.cluster;

import static io.gnomon.sim.cluster.JobTable.APPLICATION;
import static io.gnomon.sim.cluster.JobTable.ESTIMATE;
import static io.gnomon.sim.cluster.JobTable.EXPECTED_END;
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
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Placement;
import org.jspecify.annotations.Nullable;

/**
 * Puts jobs that another source describes into a state, in any phase: a snapshot, a scheduler, or
 * another state. Not thread-safe.
 */
public final class StateLoader {
  private static final int NONE = ActiveJobs.NONE;

  private final ClusterState state;

  /** Loads into {@code state}. */
  public StateLoader(ClusterState state) {
    this.state = state;
  }

  /**
   * Builds the row of a job that is described by another source.
   *
   * @param start time of a running job's last start, else {@link ActiveJobs#NONE}
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
    boolean started = phase.isStarted();
    int[] row = new int[ActiveJobs.ROW];
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
   * @param before the state that had the job
   * @param slot its slot there
   */
  public static void keepWidths(ClusterView before, int slot, int[] row, boolean pool) {
    row[NARROWEST] = before.jobs.get(slot, NARROWEST);
    row[WIDEST] = before.jobs.get(slot, WIDEST);
    if (pool && row[HELD_PROCESSORS] > 0) {
      row[WIDTH] = before.jobs.get(slot, WIDTH);
    }
  }

  /**
   * Gives an empty state the slots of another state, so that a restored state uses the same slot
   * for each job and iterates over slots in the same order.
   *
   * @param limit its {@link ActiveJobs#slotLimit()}
   * @param free its {@link ActiveJobs#freeSlots()}
   */
  public void layOut(int limit, int[] free) {
    if (state.jobs.limit() > 0) {
      throw new IllegalStateException(
          "only an empty state can be laid out; " + state.active + " jobs");
    }
    state.jobs.layOut(limit, free);
  }

  /**
   * Adds a job described by {@link #row}, in any phase.
   *
   * @return its slot
   */
  public int admit(int[] row) {
    int slot = state.jobs.take();
    state.jobs.set(slot, PHASE, JobTable.FREE);
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
    int slot = state.jobs.take();
    state.jobs.set(slot, PHASE, JobTable.FREE);
    admit(slot, row, shape, placement);
    return slot;
  }

  /**
   * Adds a job copied by {@link ActiveJobs#copyRow}, in a slot prepared by {@link #layOut}. Rows of
   * running jobs must come in the order of {@link ActiveJobs#running()}.
   */
  public void admit(int slot, int[] row) {
    if (state.nodes != null) {
      state.nodes.describe(
          slot, state.nodes.shapes().of(Request.ofCpus(row[WIDTH]), row[ESTIMATE]).id());
    }
    admitRow(slot, row);
  }

  /** Like {@link #admit(int, int[])}, on a cluster of nodes. */
  public void admit(int slot, int[] row, int shape, @Nullable Placement placement) {
    state.nodes().describe(slot, shape);
    if (placement != null) {
      row[HELD_PROCESSORS] = placement.totalCpus();
      if (row[PHASE] == JobPhase.RUNNING.ordinal()) {
        state.nodes().take(slot, placement);
      } else {
        state.nodes().remember(slot, placement);
      }
    }
    admitRow(slot, row);
  }

  private void admitRow(int slot, int[] row) {
    JobPhase phase = ActiveJobs.PHASES[row[PHASE]];
    if (state.occupied(slot)) {
      throw state.illegal(slot, "make room for job " + row[JOB], "its slot must be empty");
    }
    Nodes nodes = state.nodes;
    if (phase == JobPhase.RUNNING
        && (nodes == null ? row[HELD_PROCESSORS] > state.freeProcessors : !nodes.isPlaced(slot))) {
      throw new IllegalTransitionException(
          row[JOB],
          "new",
          "be admitted on " + row[HELD_PROCESSORS] + " processors",
          nodes == null ? state.freeProcessors + " are free" : "it needs a placement");
    }
    state.jobs.write(slot, row);
    state.active++;
    state.books.entered(state, slot);
    switch (phase) {
      case HELD -> {
        state.held++;
        if (state.hasAccounting()) {
          state.books.held(state, slot, null);
        }
      }
      case SUSPENDED -> state.suspended++;
      case WAITING -> state.enqueue(slot);
      case RUNNING -> {
        state.freeProcessors -= row[HELD_PROCESSORS];
        state.addRunning(slot);
      }
    }
    if (state.hasLimits() && phase.isStarted()) {
      state.limiting().started(state, slot, state.nodes().placement(slot));
    }
  }

  /** Replaces the conditions by restored ones. */
  void restoreConditions(Conditions restored) {
    state.books.conditions = restored;
  }

  /** Takes over the conditions of a state in which the same jobs have the same slots. */
  public void copyConditions(ClusterState from) {
    state.books.conditions = from.books.conditions == null ? null : from.books.conditions.copy();
  }

  /** Takes over since when a waiting job is eligible from another state that it also waits in. */
  public void copyEligibleTime(int slot, ClusterState from, int former) {
    if (state.phase(slot) == JobPhase.WAITING && from.phase(former) == JobPhase.WAITING) {
      int time = from.eligibleTime(former);
      if (time != state.submitTime(slot)) {
        state.conditions().setEligibleTime(slot, state.job(slot), time);
      }
    }
  }
}
