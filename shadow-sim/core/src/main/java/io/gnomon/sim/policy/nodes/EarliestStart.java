package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Search for the earliest time at which a job can start, if running jobs end as expected and no
 * other job starts. A job past its estimate is expected to end at the next second. What others hold
 * during any part of the job's time counts as held for all of it.
 *
 * <p>Cost: O(log(running jobs)) placements, and O(jobs that end before the start). Reuses its
 * arrays.
 */
final class EarliestStart {
  private final Placer placer;
  private final FreeResources later;
  private final FreeResources window;
  private int released;
  private int start;
  private @Nullable Placement placement;

  /** A search with these rules, for states with nodes like those of {@code like}. */
  EarliestStart(Placer placer, FreeResources like) {
    this.placer = placer;
    later = like.copy();
    window = like.copy();
  }

  /** Searches for a job that cannot start now; false if it cannot start at all. */
  boolean find(ClusterState state, int slot, List<Hold> holds) {
    Nodes nodes = state.nodes();
    Shape shape = nodes.shape(slot);
    RunningSet running = state.running();
    later.set(nodes.free());
    released = 0;
    if (!placer.fits(shape, later) && !releaseUntilFits(nodes, running, shape)) {
      return false;
    }
    long time = released == 0 ? state.now() : Math.max(running.end(released - 1), state.now() + 1);
    while (time < SchedulingPolicy.NEVER) {
      while (time > state.now() && released < running.size() && running.end(released) <= time) {
        release(nodes, running, released + 1);
      }
      if (fitsBeside(holds, shape, (int) time, state.estimate(slot), nodes.free())) {
        return true;
      }
      time = next(holds, running, (int) time);
    }
    return false;
  }

  private boolean fitsBeside(
      List<Hold> holds, Shape shape, int time, int seconds, FreeResources now) {
    window.set(later);
    for (Hold hold : holds) {
      if (hold.overlaps(time, (long) time + seconds)) {
        hold.takeFrom(window);
      }
    }
    start = time;
    placement = placer.reserve(shape, window, now);
    return placement != null;
  }

  /** The next time after {@code time} at which more becomes free. */
  private int next(List<Hold> holds, RunningSet running, int time) {
    int next = SchedulingPolicy.NEVER;
    if (released < running.size()) {
      next = Math.max(running.end(released), time + 1);
    }
    for (Hold hold : holds) {
      next = hold.end() > time ? Math.min(next, hold.end()) : next;
    }
    return next;
  }

  /** Releases the fewest jobs, in the order of their ends, after which the shape fits. */
  private boolean releaseUntilFits(Nodes nodes, RunningSet running, Shape shape) {
    int tooFew = 0;
    int enough = 1;
    while (true) {
      enough = Math.min(enough, running.size());
      release(nodes, running, enough);
      if (placer.fits(shape, later)) {
        break;
      }
      if (enough == running.size()) {
        return false;
      }
      tooFew = enough;
      enough = 2 * enough;
    }
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) >>> 1;
      release(nodes, running, middle);
      if (placer.fits(shape, later)) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    release(nodes, running, enough);
    return true;
  }

  /** Sets the number of jobs whose resources have been released. */
  private void release(Nodes nodes, RunningSet running, int count) {
    for (; released < count; released++) {
      later.give(nodes.placement(running.slot(released)));
    }
    for (; released > count; released--) {
      later.take(nodes.placement(running.slot(released - 1)));
    }
  }

  /** The time that was found. */
  int start() {
    return start;
  }

  /** The resources that the job will hold then. */
  Placement placement() {
    if (placement == null) {
      throw new IllegalStateException("no start was found");
    }
    return placement;
  }
}
