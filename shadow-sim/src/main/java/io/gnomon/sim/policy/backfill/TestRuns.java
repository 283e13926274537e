package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.CompressibleProfile;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.StartPlan;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.speculate.Attempts;

/**
 * Jobs that are tried before their schedule starts them, and given up at a deadline.
 *
 * @param timetable of which they fill the holes
 * @param attempts that are under way
 */
record TestRuns(BackfillSettings settings, ReservationPlan timetable, Attempts attempts) {

  /** Gives up what has come to its deadline. */
  void giveUp(ClusterState state, Dispatcher dispatcher) {
    for (int i = attempts.count() - 1; i >= 0; i--) {
      int slot = attempts.slot(i);
      if (attempts.deadline(slot) <= state.now()) {
        int seconds = settings.molding().seconds(state, slot, state.heldProcessors(slot));
        settings.speculation().giveUp(attempts, state, slot, seconds);
        dispatcher.kill(slot);
        timetable.comesBack(slot);
      }
    }
  }

  /**
   * Tries the jobs that the schedule has left, in the order of the queue; what needs no attempt
   * goes into {@code plan}. Returns whether something that was reserved has been given back.
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
        // it needs no attempt: the schedule, compressed job by job, has left a hole for it
        released |= timetable.release(slot);
        timetable.take(slot, now, processors, seconds);
        plan.add(slot, processors, seconds);
      }
    }
    return released;
  }
}
