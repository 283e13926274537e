package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.profile.CompressibleProfile;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.StartPlan;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.speculate.SpeculativeRuns;

/**
 * Attempts to run jobs before their scheduled start, each with a deadline.
 *
 * @param timetable schedule whose holes they use
 * @param attempts attempts in progress
 */
record TestRuns(BackfillSettings settings, ReservationPlan timetable, SpeculativeRuns attempts) {

  /** Kills the attempts whose deadline has come. */
  void giveUp(ClusterState state, Dispatcher dispatcher) {
    for (int i = attempts.count() - 1; i >= 0; i--) {
      int slot = attempts.slot(i);
      if (attempts.deadline(slot) <= state.now()) {
        int seconds = settings.molding().seconds(state, slot, state.heldProcessors(slot));
        settings.speculation().giveUp(attempts, state, slot, seconds);
        dispatcher.kill(slot);
        timetable.waitsAgain(slot);
      }
    }
  }

  /**
   * Tries the jobs that remain after scheduling, in queue order. A job that needs no attempt is
   * added to {@code plan}.
   *
   * @return whether a reservation was released
   */
  boolean begin(ClusterState state, OrderedSlots ordered, StartPlan plan, Dispatcher dispatcher) {
    CompressibleProfile profile = timetable.profile();
    int now = state.now();
    boolean released = false;
    for (int i = 0; i < ordered.size() && profile.freeAt(now) > 0; i++) {
      int slot = ordered.slot(i);
      int start = timetable.reservations().start(slot);
      int processors = settings.molding().processors(state, slot, 0);
      if (start == now || processors > profile.freeAt(now)) {
        continue;
      }
      int seconds = settings.molding().seconds(state, slot, processors);
      int until = profile.freeUntil(now, processors);
      if (settings.guarantee()) {
        until = Math.min(until, start);
      }
      if (until - now < seconds) {
        int limit = settings.speculation().tryFor(attempts, state, slot, seconds, until - now);
        if (limit > 0) {
          profile.take(now, now + limit, processors);
          dispatcher.start(slot, processors, limit);
        }
      } else if (settings.guarantee()) {
        // it needs no attempt: compression of the schedule has left a hole for the whole job
        released |= timetable.release(slot);
        timetable.take(slot, now, processors, seconds);
        plan.add(slot, processors, seconds);
      }
    }
    return released;
  }
}
