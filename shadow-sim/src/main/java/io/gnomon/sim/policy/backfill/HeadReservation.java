package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.policy.SchedulingPolicy;

/**
 * EASY's one reservation: the shadow time of a blocked job and the processors extra then.
 *
 * <p>It is kept up to date in O(1) while other jobs start and end. Whatever is released before the
 * shadow time counts at the shadow time as well, so a job that is expected to end by then changes
 * nothing by ending earlier. One that is expected to end later leaves its processors extra, and the
 * shadow time stays as long as the job lacks processors just before it.
 */
final class HeadReservation {
  private int shadow;
  private int extra;
  private int lacking;

  /** Finds all for the waiting job in {@code slot}; O(running jobs). */
  void reserve(ClusterState state, int slot) {
    RunningSet running = state.running();
    int missing = state.width(slot) - state.freeProcessors();
    int earlier = missing; // that are missing before the end of the jobs looked at
    int end = 0;
    int i = 0;
    while (missing > 0 && i < running.size()) {
      earlier = running.end(i) > end ? missing : earlier;
      end = running.end(i);
      missing -= running.processors(i++);
    }
    if (missing > 0) { // wider than what is left of the machine: it hinders nobody
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

  /** A job that was expected to end at {@code end} has given its processors back. */
  void released(int end, int processors) {
    lacking -= end >= shadow ? processors : 0;
    extra += end > shadow ? processors : 0;
  }

  /** A job that is expected to end at {@code end} has started beside the reservation. */
  void started(int end, int processors) {
    released(end, -processors);
  }

  /** Whether it stands at {@code now}: the job could not start earlier, and not yet. */
  boolean stands(int now) {
    return lacking > 0 && shadow > now;
  }

  /** When enough processors are expected to be free, {@link SchedulingPolicy#NEVER} if never. */
  int shadow() {
    return shadow;
  }

  /** How many are free then beyond what the job needs. */
  int extra() {
    return extra;
  }
}
