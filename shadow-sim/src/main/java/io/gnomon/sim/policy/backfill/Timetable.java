package io.gnomon.sim.policy.backfill;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.CompressibleProfile;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.mold.Molding;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.speculate.Attempts;
import java.util.Arrays;

/**
 * The planned future of a cluster: when which waiting job has its reservation, and the processors
 * that these and the running jobs leave free.
 *
 * @param molding on which widths jobs may be planned
 * @param alike whether the jobs have one width each and never run on trial, so that all of them are
 *     moved forward whenever one is; then {@code openings} and {@code prospects} tell which may be,
 *     else {@code opening} does
 */
record Timetable(
    Molding molding,
    CompressibleProfile profile,
    Reservations reservations,
    boolean alike,
    Openings openings,
    Prospects prospects,
    Opening opening) {
  /** Nothing planned. */
  static Timetable of(BackfillSettings settings) {
    return new Timetable(
        settings.molding(),
        new CompressibleProfile(),
        new Reservations(),
        settings.molding().alternatives() == 1 && settings.speculation().isNone(),
        new Openings(),
        new Prospects(),
        new Opening());
  }

  Timetable copy() {
    return new Timetable(
        molding,
        profile.copy(),
        reservations.copy(),
        alike,
        openings.copy(),
        new Prospects(),
        opening.copy());
  }

  /** Anything may have become free. */
  void openWhole() {
    openings.openWhole();
    opening.openWhole();
  }

  /** Processors have been given back from {@code start} (inclusive) to {@code end} (exclusive). */
  private void opened(int start, int end, int processors) {
    if (alike) {
      openings.open(profile, start, end, processors);
    } else {
      opening.open(start, end);
    }
  }

  /** The profile anew: running jobs, then the guarantees, none of which is moved forward. */
  void rebuild(ClusterState state, Attempts attempts) {
    profile.expect(state);
    openWhole();
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

  /** Moves reservations to the earliest starts that the others leave, one by one in an order. */
  void compress(ClusterState state, OrderedSlots order) {
    if (alike) {
      advance(order);
      return;
    }
    opening.beginRound();
    for (int i = 0; i < order.size() && !opening.isClosed(); i++) {
      int slot = order.slot(i);
      int start = reservations.start(slot);
      if (start == Reservations.NONE || start == NEVER) {
        continue;
      }
      if (molding.alternatives() == 1) {
        advance(slot, start, state.now());
      } else {
        release(slot);
        reserve(state, slot, state.now(), start);
      }
    }
    opening.endRound();
  }

  /** Moves one reservation, if an earlier start is open; most often none is. */
  private void advance(int slot, int start, int now) {
    int processors = reservations.processors(slot);
    if (!opening.mayHold(processors, profile)) {
      return;
    }
    int seconds = reservations.seconds(slot);
    int from = opening.firstStart(now, seconds);
    int earlier = profile.anchorBefore(start, from, opening.to(), processors, seconds);
    if (earlier != start) {
      int taken = Math.min(start, earlier + seconds);
      int left = Math.max(start, earlier + seconds);
      profile.take(earlier, taken, processors);
      profile.give(left, start + seconds, processors);
      opening.open(left, start + seconds, profile.mostFree(left, start + seconds));
      reservations.set(slot, earlier, processors, seconds);
    }
  }

  /** The same for jobs that are alike: only those that may gain are looked at. */
  private void advance(OrderedSlots order) {
    if (openings.isWhole()) {
      for (int i = 0; i < order.size(); i++) {
        reservations.setProspect(order.slot(i), Prospects.ANY);
      }
    }
    prospects.gather(order, reservations);
    openings.tell(prospects);
    openings.clear();
    for (int i = prospects.next(0); i < prospects.size(); i = prospects.next(i + 1)) {
      int start = prospects.start(i);
      int width = prospects.width(i);
      int seconds = prospects.seconds(i);
      int earlier = profile.advance(start, width, seconds, prospects.slides(i), prospects);
      prospects.settle(i, earlier);
      if (earlier != start) {
        reservations.set(prospects.slot(i), earlier, width, seconds);
      }
    }
    prospects.keep(reservations);
  }

  void take(int slot, int start, int processors, int seconds) {
    reservations.set(slot, start, processors, seconds);
    if (start != NEVER) { // else it is wider than what is left of the machine
      profile.take(start, start + seconds, processors);
    }
  }

  /** A job that was to run until {@code end} has ended {@code now}. */
  void ended(int now, int end, int processors) {
    profile.moveTo(now);
    profile.give(now, end, processors);
    opened(now, end, processors);
  }

  /** Gives back what is reserved for a job; whether there was anything. */
  boolean release(int slot) {
    int start = reservations.start(slot);
    boolean reserved = start != Reservations.NONE && start != NEVER;
    if (reserved) {
      int end = start + reservations.seconds(slot);
      profile.give(start, end, reservations.processors(slot));
      opened(start, end, reservations.processors(slot));
    }
    reservations.forget(slot);
    return reserved;
  }

  /** The first reserved start after {@code time} of a job that waits, of these jobs. */
  int nextStart(OrderedSlots order, Attempts attempts, int time) {
    int earliest = NEVER;
    for (int i = 0; i < order.size(); i++) {
      int start = reservations.start(order.slot(i));
      if (start > time && start < earliest && !attempts.isUnderWay(order.slot(i))) {
        earliest = start;
      }
    }
    return earliest;
  }
}
