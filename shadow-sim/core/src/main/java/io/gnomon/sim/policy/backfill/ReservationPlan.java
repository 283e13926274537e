package io.gnomon.sim.policy.backfill;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.cluster.profile.CompressibleProfile;
import io.gnomon.sim.policy.StartPlan;
import io.gnomon.sim.policy.mold.Molding;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.policy.speculate.SpeculativeRuns;
import java.util.Arrays;

/**
 * The planned schedule of a cluster: the reservations of waiting jobs, and the processors left free
 * by them and by the running jobs.
 *
 * @param molding widths on which jobs may be planned
 * @param queue the waiting jobs in order; receives the intervals that become free
 */
record ReservationPlan(
    Molding molding, CompressibleProfile profile, Reservations reservations, ReservedQueue queue) {
  /** An empty plan. */
  static ReservationPlan of(BackfillSettings settings) {
    return new ReservationPlan(
        settings.molding(), new CompressibleProfile(), new Reservations(), new ReservedQueue());
  }

  ReservationPlan copy() {
    return new ReservationPlan(molding, profile.copy(), reservations.copy(), queue.copy());
  }

  /**
   * Rebuilds the profile from the running jobs and the guarantees, none of which moves to an
   * earlier time.
   */
  void rebuild(ClusterState state, SpeculativeRuns attempts) {
    profile.expect(state);
    queue.openWhole();
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

  /** Renews a job's reservation, from {@code from} on. */
  private void renew(ClusterState state, int slot, int from) {
    int processors = molding.processors(state, slot, 0);
    for (int i = 1; i < molding.alternatives(); i++) {
      if (molding.processors(state, slot, i) == reservations.processors(slot)) {
        processors = reservations.processors(slot);
      }
    }
    int seconds = molding.seconds(state, slot, processors);
    int start = profile.anchor(from, processors, seconds);
    if (start == NEVER) { // the machine is now too small for this width
      reserve(state, slot, from, NEVER);
    } else {
      take(slot, start, processors, seconds);
    }
  }

  /**
   * Reserves the width that gives the earliest completion, from {@code from} on with a start not
   * after {@code latest}.
   */
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

  /** Takes over the waiting jobs in order, with or without reservations. */
  void orderQueue(ClusterState state, QueueOrder order, OrderedSlots ordered) {
    ordered.fill(state, order);
    queue.gather(ordered, reservations);
  }

  /** Appends the waiting jobs that arrived from {@code firstNew} on. */
  void append(WaitingQueue waiting, int firstNew) {
    for (int slot = firstNew; slot != ClusterState.NONE; slot = waiting.next(slot)) {
      queue.add(slot);
    }
  }

  /** Moves reservations to the earliest starts that the others allow, one by one in order. */
  void compress(ClusterState state) {
    if (molding.alternatives() > 1) {
      reserveAnew(state);
      return;
    }
    for (int i = queue.next(0); i < queue.size(); i = queue.next(i + 1)) {
      int start = queue.start(i);
      int earlier =
          profile.advance(
              start, queue.width(i), queue.seconds(i), queue.chance(i), queue.last(), queue);
      queue.settle(i, earlier);
      if (earlier != start) {
        reservations.move(queue.slot(i), earlier);
      }
    }
    queue.endRound();
  }

  /** Like {@link #compress}, for jobs that may change their widths; tests all of them. */
  private void reserveAnew(ClusterState state) {
    for (int i = 0; i < queue.size(); i++) {
      int start = queue.start(i);
      if (!queue.isGap(i) && start != Reservations.NONE && start != NEVER) {
        int slot = queue.slot(i);
        profile.give(start, start + queue.seconds(i), queue.width(i));
        reserve(state, slot, state.now(), start);
        queue.reserved(i, reservations);
      }
    }
  }

  /** Reserves for the jobs without a reservation, in order. */
  void reserveNew(ClusterState state) {
    for (int i = queue.firstNew(); i < queue.size(); i++) {
      if (queue.start(i) == Reservations.NONE) {
        reserve(state, queue.slot(i), state.now(), NEVER);
        queue.reserved(i, reservations);
      }
    }
    queue.noneNew();
  }

  /** Moves jobs whose reserved start is {@code now} to {@code plan}. */
  void planDue(int now, StartPlan plan) {
    if (queue.firstStart() > now) {
      return;
    }
    int next = NEVER;
    for (int i = 0; i < queue.size(); i++) {
      int start = queue.start(i);
      if (start == now) {
        plan.add(queue.slot(i), queue.width(i), queue.seconds(i));
        queue.leave(i);
      } else {
        next = Math.min(next, start);
      }
    }
    queue.settled(next);
  }

  void take(int slot, int start, int processors, int seconds) {
    reservations.set(slot, start, processors, seconds);
    if (start != NEVER) { // otherwise it is wider than the remaining machine
      profile.take(start, start + seconds, processors);
    }
  }

  /** Records that a job expected to run until {@code end} has ended {@code now}. */
  void ended(int now, int end, int processors) {
    profile.moveTo(now);
    profile.give(now, end, processors);
    profile.reportHole(now, end, processors, queue);
  }

  /**
   * Releases the reservation of a job.
   *
   * @return whether it had one
   */
  boolean release(int slot) {
    int start = reservations.start(slot);
    boolean reserved = start != Reservations.NONE && start != NEVER;
    if (reserved) {
      int end = start + reservations.seconds(slot);
      profile.give(start, end, reservations.processors(slot));
      profile.reportHole(start, end, reservations.processors(slot), queue);
    }
    reservations.remove(slot);
    return reserved;
  }

  /** Records that a job waits again after an attempt, during which it received no updates. */
  void waitsAgain(int slot) {
    reservations.setChance(slot, 0);
  }

  /** The first reserved start after {@code time} of a job that still waits. */
  int nextStart(SpeculativeRuns attempts, int time) {
    int earliest = NEVER;
    for (int i = 0; i < queue.size(); i++) {
      if (!queue.isGap(i)) {
        int start = reservations.start(queue.slot(i));
        if (start > time && start < earliest && !attempts.isUnderWay(queue.slot(i))) {
          earliest = start;
        }
      }
    }
    return earliest;
  }
}
