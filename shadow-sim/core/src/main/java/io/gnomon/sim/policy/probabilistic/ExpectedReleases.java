package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.nodes.Hold;
import java.util.Arrays;
import java.util.List;

/**
 * The events by which nodes become free, in the order in which they are expected: the ends of
 * running jobs, by the median of their distributions, and those of reservations of the machine.
 * Filled anew in O(running jobs x log(points)).
 */
final class ExpectedReleases {
  private final RunningForecast forecast = new RunningForecast();
  private List<Hold> reservations = List.of();
  private long[] order = new long[16];
  private int count;
  private int now;

  /** Fills this with the running jobs and the reservations that have not ended. */
  void fill(ClusterState state, RuntimeModels models, List<Hold> open) {
    forecast.note(state, models);
    reservations = open;
    now = state.now();
    count = forecast.count() + open.size();
    if (order.length < count) {
      order = new long[2 * count];
    }
    for (int event = 0; event < count; event++) {
      order[event] = (long) median(event) << 32 | event;
    }
    Arrays.sort(order, 0, count);
  }

  /** The first point by which an event has happened at least as likely as not. */
  private int median(int event) {
    int before = -1;
    int at = Releases.POINTS;
    while (at - before > 1) {
      int middle = (before + at) >>> 1;
      if (happened(event, middle) >= 0.5) {
        at = middle;
      } else {
        before = middle;
      }
    }
    return at;
  }

  /** Number of events. */
  int count() {
    return count;
  }

  /** The i-th event in the expected order; events have numbers below {@link #count}. */
  int event(int i) {
    return (int) order[i];
  }

  /** Whether an event is the end of a running job, not of a reservation. */
  boolean isJob(int event) {
    return event < forecast.count();
  }

  /** The slot of the job that ends. */
  int slot(int event) {
    return forecast.slot(event);
  }

  /** The reservation of the machine that ends. */
  Hold reservation(int event) {
    return reservations.get(event - forecast.count());
  }

  /** The number of the end of the i-th reservation. */
  int endOf(int reservation) {
    return forecast.count() + reservation;
  }

  /** The reservations of the machine. */
  List<Hold> reservations() {
    return reservations;
  }

  /** The probability that an event has happened by a point. */
  double happened(int event, int point) {
    if (isJob(event)) {
      return forecast.happened(event, point);
    }
    return reservation(event).end() <= now + Releases.time(point) ? 1 : 0;
  }
}
