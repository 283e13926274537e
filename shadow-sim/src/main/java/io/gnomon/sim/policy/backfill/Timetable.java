package io.gnomon.sim.policy.backfill;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.AvailabilityProfile;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.mold.Molding;
import io.gnomon.sim.policy.speculate.Attempts;
import java.util.Arrays;

/**
 * The planned future of a cluster: when which waiting job has its reservation, and the processors
 * that these and the running jobs leave free.
 *
 * @param molding on which widths jobs may be planned
 */
record Timetable(Molding molding, AvailabilityProfile profile, Reservations reservations) {
  /** Nothing planned. */
  static Timetable of(Molding molding) {
    return new Timetable(molding, new AvailabilityProfile(), new Reservations());
  }

  Timetable copy() {
    return new Timetable(molding, profile.copy(), reservations.copy());
  }

  /** The profile anew: running jobs, then the guarantees, none of which is moved forward. */
  void rebuild(ClusterState state, Attempts attempts) {
    profile.expect(state);
    WaitingQueue waiting = state.waiting();
    long[] order = new long[waiting.size() + attempts.count()];
    int[] slots = new int[order.length];
    int count = 0;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      slots[count++] = slot;
    }
    for (int i = 0; i < attempts.count(); i++) {
      slots[count++] = attempts.slot(i);
    }
    int guaranteed = 0;
    for (int i = 0; i < count; i++) {
      if (reservations.start(slots[i]) != Reservations.NONE) {
        order[guaranteed++] = (long) reservations.start(slots[i]) << 32 | i;
      }
    }
    Arrays.sort(order, 0, guaranteed);
    int now = state.now();
    for (int i = 0; i < guaranteed; i++) {
      int slot = slots[(int) order[i]];
      int start = (int) (order[i] >>> 32);
      renew(state, slot, start == NEVER ? now : Math.max(now, start));
    }
  }

  /** Reserves again what a job had, from {@code from} on. */
  private void renew(ClusterState state, int slot, int from) {
    int processors = molding.processors(state, slot, 0);
    for (int i = 1; i < molding.alternatives(); i++) {
      if (molding.processors(state, slot, i) == reservations.processors(slot)) {
        processors = reservations.processors(slot);
      }
    }
    int seconds = molding.seconds(state, slot, processors);
    int start = profile.anchor(from, processors, seconds);
    if (start == NEVER) { // the machine has become too small for this width
      reserve(state, slot, from, NEVER);
    } else {
      take(slot, start, processors, seconds);
    }
  }

  /** Reserves the width that answers first, from {@code from} on and to start by {@code latest}. */
  void reserve(ClusterState state, int slot, int from, int latest) {
    int start = NEVER;
    int processors = molding.processors(state, slot, 0);
    int seconds = molding.seconds(state, slot, processors);
    long answer = Long.MAX_VALUE;
    for (int i = 0; i < molding.alternatives(); i++) {
      int width = molding.processors(state, slot, i);
      int length = molding.seconds(state, slot, width);
      int anchor = profile.anchor(from, width, length);
      if (anchor <= latest && anchor != NEVER && (long) anchor + length < answer) {
        start = anchor;
        processors = width;
        seconds = length;
        answer = (long) anchor + length;
      }
    }
    take(slot, start, processors, seconds);
  }

  void take(int slot, int start, int processors, int seconds) {
    reservations.set(slot, start, processors, seconds);
    if (start != NEVER) { // else it is wider than what is left of the machine
      profile.take(start, start + seconds, processors);
    }
  }

  /** Gives back what is reserved for a job; whether there was anything. */
  boolean release(int slot) {
    int start = reservations.start(slot);
    boolean reserved = start != Reservations.NONE && start != NEVER;
    if (reserved) {
      profile.give(start, start + reservations.seconds(slot), reservations.processors(slot));
    }
    reservations.forget(slot);
    return reserved;
  }

  /** The first reserved start after {@code time}. */
  int nextStart(ClusterState state, int time) {
    int earliest = NEVER;
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      int start = reservations.start(slot);
      if (start > time) {
        earliest = Math.min(earliest, start);
      }
    }
    return earliest;
  }
}
