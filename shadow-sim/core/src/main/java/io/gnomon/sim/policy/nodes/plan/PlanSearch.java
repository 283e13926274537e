package io.gnomon.sim.policy.nodes.plan;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.NodeNeed;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Search for the earliest start of a job in a plan, and its placement then. Nodes are chosen by the
 * scheduler's rules among those that are free for the job's whole time.
 *
 * <p>Cost for a job in one place: O(places), plus O(steps) for each place that has changed since
 * the last search for its kind. For others, the times at which any place has more to offer are
 * tested one by one.
 */
final class PlanSearch {
  private static final int BEGINS = 0;
  private static final int GROWS = 1;
  private static final int ENDS = 2;

  private final NodeTimelines timelines;
  private final Placer placer;
  private final int[] firsts; // by place
  private final int[] open; // by place, needs met
  private long[] events = new long[64];
  private int eventCount;
  private @Nullable FreeResources now;
  private @Nullable Placement placement;

  PlanSearch(NodeTimelines timelines, Placer placer) {
    this.timelines = timelines;
    this.placer = placer;
    firsts = new int[timelines.groups().size()];
    open = new int[timelines.groups().size()];
  }

  /**
   * Sets what is free now, so that among equally good nodes those on which nothing becomes free
   * until the start come last; null if that does not matter.
   */
  void reserveBeside(@Nullable FreeResources freeNow) {
    now = freeNow;
  }

  /** What the job found last holds. */
  Placement placement() {
    if (placement == null) {
      throw new IllegalStateException("no start was found");
    }
    return placement;
  }

  /**
   * The first start from {@code now} on.
   *
   * @return {@code NEVER} if there is none before {@code limit}
   */
  int first(PlannedKind kind, int now, int limit) {
    if (!kind.isLocal()) {
      return spread(kind, now, limit);
    }
    while (true) {
      int time = kind.earliest(timelines, now, limit);
      if (time >= limit || time == NEVER) {
        return NEVER;
      }
      if (chooses(kind, kind.bounds(), time)) {
        return time;
      }
      for (int place : kind.needs().places()) {
        if (kind.bounds()[place] == time) {
          kind.skip(timelines, place, time);
        }
      }
    }
  }

  /**
   * Like {@link #first}, for a job whose own reservation has been given back, or from a later time
   * on. Bounds of its kind are not changed.
   */
  int firstBeside(PlannedKind kind, int from, int limit) {
    if (!kind.isLocal()) {
      return spread(kind, from, limit);
    }
    int best = limit;
    for (int place : kind.needs().places()) {
      firsts[place] = firstFit(kind, place, from, best);
      best = Math.min(best, firsts[place]);
    }
    while (best < limit) {
      if (chooses(kind, firsts, best)) {
        return best;
      }
      int time = best;
      best = limit;
      for (int place : kind.needs().places()) {
        if (firsts[place] == time) {
          firsts[place] = firstFit(kind, place, timelines.at(place).nextStep(time), limit);
        }
        best = Math.min(best, firsts[place]);
      }
    }
    return NEVER;
  }

  /**
   * Like {@link #firstBeside}, for a job in one place whose reservation in {@code own} has just
   * been given back.
   *
   * @param others the {@link PlannedKind#earliest} start before that
   */
  int firstBesideOwn(PlannedKind kind, int own, int others, int now, int limit) {
    int[] bounds = kind.bounds();
    int inOwn = firstFit(kind, own, now, limit);
    int best = Math.min(inOwn, others);
    if (best >= limit) {
      return NEVER;
    }
    for (int place : kind.needs().places()) {
      firsts[place] = place == own ? inOwn : bounds[place];
    }
    return chooses(kind, firsts, best) ? best : firstBeside(kind, now, limit);
  }

  private int firstFit(PlannedKind kind, int place, int from, int limit) {
    return from >= limit
        ? limit
        : kind.needs().firstFit(timelines.at(place), place, from, limit, kind.seconds());
  }

  /** Chooses among the places in which the job may start at {@code time}. */
  private boolean chooses(PlannedKind kind, int[] from, int time) {
    int end = NodeTimelines.end(time, kind.seconds());
    for (int place : kind.needs().places()) {
      if (from[place] == time) {
        timelines.show(place, time, end);
      }
    }
    return isPlaced(kind);
  }

  private boolean isPlaced(PlannedKind kind) {
    placement =
        now == null
            ? placer.place(kind.shape(), timelines.window())
            : placer.reserve(kind.shape(), timelines.window(), now);
    timelines.clearWindow();
    return placement != null;
  }

  /** The first start of a job that may need several places. */
  private int spread(PlannedKind kind, int from, int limit) {
    eventCount = 0;
    PlaceNeeds needs = kind.needs();
    for (int place : needs.places()) {
      open[place] = 0;
      for (NodeNeed need : needs.at(place)) {
        collect(place, need, from, limit, kind.seconds());
      }
    }
    Arrays.sort(events, 0, eventCount);
    int nodes = 0;
    for (int i = 0; i < eventCount; ) {
      int time = (int) (events[i] >>> 32);
      boolean grows = false;
      for (; i < eventCount && (int) (events[i] >>> 32) == time; i++) {
        int place = (int) events[i] >>> 2;
        int what = (int) events[i] & 3;
        int size = timelines.groups().nodes(place).length;
        if (what == BEGINS) {
          nodes += open[place]++ == 0 ? size : 0;
        } else if (what == ENDS) {
          nodes -= --open[place] == 0 ? size : 0;
        }
        grows |= what != ENDS;
      }
      if (grows && nodes >= needs.minNodes() && choosesOpen(kind, time)) {
        return time;
      }
    }
    return NEVER;
  }

  private boolean choosesOpen(PlannedKind kind, int time) {
    int end = NodeTimelines.end(time, kind.seconds());
    for (int place : kind.needs().places()) {
      if (open[place] > 0) {
        timelines.show(place, time, end);
      }
    }
    return isPlaced(kind);
  }

  /** Collects the intervals in which a part may start in a place, and the steps within them. */
  private void collect(int place, NodeNeed need, int from, int limit, int seconds) {
    Timeline timeline = timelines.at(place);
    int time = timeline.firstFit(from, limit, seconds, need);
    while (time < limit) {
      int last = timeline.lastFit(time, seconds, need);
      event(time, place, BEGINS);
      int step = timeline.nextStep(time);
      while (step <= last && step < limit) {
        event(step, place, GROWS);
        step = timeline.nextStep(step);
      }
      if (last >= limit - 1) {
        return;
      }
      event(last + 1, place, ENDS);
      time = timeline.firstFit(last + 1, limit, seconds, need);
    }
  }

  private void event(int time, int place, int what) {
    if (eventCount == events.length) {
      events = Arrays.copyOf(events, 2 * eventCount);
    }
    events[eventCount++] = (long) time << 32 | (long) place << 2 | what;
  }
}
