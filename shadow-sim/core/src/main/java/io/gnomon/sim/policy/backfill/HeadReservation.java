package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.policy.SchedulingPolicy;

/**
 * The single reservation of EASY: the shadow time of a blocked job and the extra processors at that
 * time.
 *
 * <p>Updated in O(1) when other jobs start and end. A job expected to end by the shadow time
 * changes nothing by ending earlier, because its processors count at the shadow time anyway. A job
 * expected to end later adds extra processors when it ends. The shadow time remains valid as long
 * as the job lacks processors just before it.
 */
public final class HeadReservation {
  private int shadow;
  private int extra;
  private int lacking;

  /** Computes the reservation of the waiting job in {@code slot}; O(running jobs). */
  public void reserve(ClusterState state, int slot) {
    RunningSet running = state.running();
    int missing = state.width(slot) - state.freeProcessors();
    int earlier = missing; // missing before the end of the jobs scanned
    int end = 0;
    int i = 0;
    while (missing > 0 && i < running.size()) {
      earlier = running.end(i) > end ? missing : earlier;
      end = running.end(i);
      missing -= running.processors(i++);
    }
    if (missing > 0) { // wider than the remaining machine: it blocks no other job
      shadow = SchedulingPolicy.NEVER;
      extra = 0;
      lacking = missing;
      return;
    }
    shadow = Math.max(end, state.now() + 1);
    while (i < running.size() && running.end(i) <= shadow) {
      missing -= running.processors(i++);
    }
    extra = -missing;
    lacking = earlier;
  }

  /** Records that a job expected to end at {@code end} has released its processors. */
  void released(int end, int processors) {
    lacking -= end >= shadow ? processors : 0;
    extra += end > shadow ? processors : 0;
  }

  /** Records that a job expected to end at {@code end} has started beside the reservation. */
  void started(int end, int processors) {
    released(end, -processors);
  }

  /**
   * Whether the reservation is valid at {@code now}: it is in the future and the job could not
   * start earlier.
   */
  boolean stands(int now) {
    return lacking > 0 && shadow > now;
  }

  /** The shadow time, {@link SchedulingPolicy#NEVER} if there is none. */
  public int shadow() {
    return shadow;
  }

  /** Number of processors free at the shadow time beyond those that the job needs. */
  public int extra() {
    return extra;
  }
}
