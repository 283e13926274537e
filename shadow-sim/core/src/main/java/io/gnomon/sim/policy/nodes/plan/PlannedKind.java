package io.gnomon.sim.policy.nodes.plan;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.machine.placement.NodeNeed;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;

/**
 * The waiting jobs of one shape and estimate, which all have the same earliest start, with lower
 * bounds of it.
 *
 * <p>A <i>local</i> kind runs in one place. It has a bound for each place, which is exact until
 * something is taken there. A bound is raised by a search and lowered when something becomes free.
 * Kinds that may need several places have one bound: the first time at which a part may run that
 * could not before.
 */
final class PlannedKind {
  private final Shape shape;
  private final int seconds;
  private final PlaceNeeds needs;
  private final int[] bounds;
  private final int[] versions;
  private int bound;
  private int opened = NEVER; // of a kind that is not local: in this round
  private int jobs;

  PlannedKind(Shape shape, int seconds, PlaceNeeds needs, int now) {
    this.shape = shape;
    this.seconds = seconds;
    this.needs = needs;
    bounds = new int[needs.isLocal() ? needs.size() : 0];
    versions = new int[bounds.length];
    forget(now);
  }

  private PlannedKind(PlannedKind from) {
    shape = from.shape;
    seconds = from.seconds;
    needs = from.needs;
    bounds = from.bounds.clone();
    versions = from.versions.clone();
    bound = from.bound;
    opened = from.opened;
    jobs = from.jobs;
  }

  PlannedKind copy() {
    return new PlannedKind(this);
  }

  /** Forgets the bounds: every start from {@code now} on is possible. */
  void forget(int now) {
    Arrays.fill(bounds, now);
    Arrays.fill(versions, -1);
    bound = now;
    opened = NEVER;
  }

  Shape shape() {
    return shape;
  }

  int seconds() {
    return seconds;
  }

  PlaceNeeds needs() {
    return needs;
  }

  boolean isLocal() {
    return needs.isLocal();
  }

  boolean isOf(Shape other, int otherSeconds) {
    return shape == other && seconds == otherSeconds;
  }

  /** Adds to the number of waiting jobs; returns it. */
  int count(int change) {
    jobs += change;
    return jobs;
  }

  /** Jobs that start by this time cannot start earlier, unless they make room for themselves. */
  int bound() {
    return Math.min(bound, opened);
  }

  /** The lower bounds of a local kind by place. */
  int[] bounds() {
    return bounds;
  }

  /**
   * Raises the bounds of a local kind.
   *
   * @param limit searches end here
   * @return the earliest start, or {@code limit} if there is none before
   */
  int earliest(NodeTimelines timelines, int now, int limit) {
    int best = limit;
    for (int place : needs.places()) {
      if (bounds[place] < best) {
        refresh(timelines, place, now, best);
        best = Math.min(best, bounds[place]);
      }
    }
    bound = best;
    return best;
  }

  private void refresh(NodeTimelines timelines, int place, int now, int limit) {
    if (versions[place] != timelines.version(place) || bounds[place] < now) {
      int from = Math.max(now, bounds[place]);
      bounds[place] = needs.firstFit(timelines.at(place), place, from, limit, seconds);
      versions[place] = bounds[place] < limit ? timelines.version(place) : -1;
    }
  }

  /** Records that no job fits in a place at {@code time}, although its bound was that. */
  void skip(NodeTimelines timelines, int place, int time) {
    bounds[place] = timelines.at(place).nextStep(time);
    versions[place] = -1;
    bound = Math.min(bound, time); // until the next search
  }

  /**
   * Records that resources have become free in a place.
   *
   * @param inRound whether jobs of this kind may have searched since the round began
   */
  void opened(NodeTimelines timelines, int place, int now, int from, int to, boolean inRound) {
    if (!needs.uses(place)) {
      return;
    }
    int limit = isLocal() ? Math.min(to, bounds[place]) : to;
    int since = Math.max(now, from - seconds + 1);
    if (since >= limit) {
      return;
    }
    int time = needs.firstFit(timelines.at(place), place, since, limit, seconds);
    if (time >= limit) {
      return;
    }
    if (isLocal()) {
      bounds[place] = time;
      versions[place] = timelines.version(place);
      bound = Math.min(bound, time);
    } else if (inRound) {
      opened = Math.min(opened, time);
    } else {
      bound = Math.min(bound, time);
    }
  }

  /** Records that all jobs have searched from the bound on. */
  void endRound() {
    if (!isLocal()) {
      bound = opened;
      opened = NEVER;
    }
  }

  /** Whether a part of a job may be in a place at {@code time}. */
  boolean meets(NodeTimelines timelines, int place, int time) {
    for (NodeNeed need : needs.at(place)) {
      if (timelines.at(place).meets(time, need)) {
        return true;
      }
    }
    return false;
  }
}
