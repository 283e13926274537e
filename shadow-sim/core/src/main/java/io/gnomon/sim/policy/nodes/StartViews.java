package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a job can use if it starts now, depending on how long it runs.
 *
 * <p>Every later start of a hold is a limit. The view of level k is for jobs that end at or before
 * the k-th limit: on each node it is the minimum of what is free now and at the limits before. Jobs
 * that end later have smaller views.
 *
 * <p>Jobs in a reservation of the machine have views of their own, in which its nodes are free.
 *
 * <p>Cost of building: a copy of the free resources and a walk over the running jobs that end
 * before the last limit, per level. A start costs O(levels) per node of the job.
 */
public final class StartViews {
  private final List<FreeResources> atLimit = new ArrayList<>(); // level 0: now
  private final List<FreeResources> views = new ArrayList<>();
  private int[] limits = new int[4];
  private int levels;
  private int now;
  private @Nullable FreeResources unlimited; // what is free now, if nothing is held
  private final Map<Integer, StartViews> byReservation = new HashMap<>(); // with waiting jobs

  /** Builds the views of {@code state} beside {@code holds}. */
  public void build(ClusterState state, List<Hold> holds) {
    buildAll(state, holds);
    byReservation.clear();
    Nodes nodes = state.nodes();
    boolean anyReservation = !nodes.machine().reservations().isEmpty();
    for (int i = 0; anyReservation && i < nodes.waitingShapes(); i++) {
      int reservation = nodes.shapes().get(nodes.waitingShape(i)).reservation();
      if (reservation >= 0 && !byReservation.containsKey(reservation)) {
        StartViews inside = new StartViews();
        inside.buildAll(state, Hold.besides(holds, reservation));
        byReservation.put(reservation, inside);
      }
    }
  }

  /** The views for jobs of a shape: these, or those of its reservation. */
  public StartViews of(Shape shape) {
    StartViews inside = shape.reservation() < 0 ? null : byReservation.get(shape.reservation());
    return inside == null ? this : inside;
  }

  private void buildAll(ClusterState state, List<Hold> holds) {
    Nodes nodes = state.nodes();
    RunningSet running = state.running();
    now = state.now();
    levels = 0;
    unlimited = holds.isEmpty() ? nodes.free() : null;
    if (unlimited != null) {
      levels = 1;
      return;
    }
    addLevel(now, nodes.free());
    while (true) {
      int limit = Integer.MAX_VALUE;
      for (Hold hold : holds) {
        limit = hold.start() > limits[levels - 1] ? Math.min(limit, hold.start()) : limit;
      }
      if (limit == Integer.MAX_VALUE) {
        break;
      }
      addLevel(limit, nodes.free());
    }
    for (int level = 1; level < levels; level++) {
      FreeResources free = atLimit.get(level);
      for (int i = 0;
          i < running.size() && Math.max(running.end(i), now + 1) <= limits[level];
          i++) {
        free.give(nodes.placement(running.slot(i)));
      }
    }
    for (int level = 0; level < levels; level++) {
      for (Hold hold : holds) {
        if (hold.overlaps(limits[level], (long) limits[level] + 1)) {
          hold.takeFrom(atLimit.get(level));
        }
      }
    }
    views.get(0).set(atLimit.get(0));
    for (int node = 0; node < nodes.machine().nodes(); node++) {
      limitViews(node);
    }
  }

  private void addLevel(int limit, FreeResources free) {
    if (levels == limits.length) {
      limits = Arrays.copyOf(limits, 2 * levels);
    }
    limits[levels] = limit;
    if (levels == atLimit.size()) {
      atLimit.add(free.copy());
      views.add(free.copy());
    } else {
      atLimit.get(levels).set(free);
    }
    levels++;
  }

  /** Makes nodes unusable for all jobs until the views are built again. */
  public void close(int[] nodes) {
    byReservation.values().forEach(inside -> inside.close(nodes));
    if (unlimited != null) {
      levels = 0;
      addLevel(now, unlimited);
      views.get(0).set(unlimited);
      unlimited = null;
    }
    for (int level = 0; level < levels; level++) {
      for (int node : nodes) {
        atLimit.get(level).setUsable(node, false);
        views.get(level).setUsable(node, false);
      }
    }
  }

  private void limitViews(int node) {
    for (int level = 1; level < levels; level++) {
      views.get(level).setToLesser(node, views.get(level - 1), atLimit.get(level));
    }
  }

  /** Number of levels, at least 1. */
  public int levels() {
    return levels;
  }

  /** The level of a job that runs for {@code seconds}. */
  public int level(int seconds) {
    int level = 0;
    while (level + 1 < levels && limits[level + 1] < (long) now + seconds) {
      level++;
    }
    return level;
  }

  /** The longest time of a job of that level, in seconds. */
  public int longest(int level) {
    return level + 1 < levels ? limits[level + 1] - now : Integer.MAX_VALUE;
  }

  /** What jobs of that level can use; do not modify. */
  public FreeResources view(int level) {
    return unlimited != null ? unlimited : views.get(level);
  }

  /**
   * Removes what a job holds that starts now for {@code seconds}, also from the views of
   * reservations; call it before it is started.
   */
  public void start(Placement placement, int seconds) {
    byReservation.values().forEach(inside -> inside.start(placement, seconds));
    if (unlimited != null) {
      return; // the state itself
    }
    for (int level = 0; level <= level(seconds); level++) {
      atLimit.get(level).take(placement);
    }
    views.get(0).take(placement);
    for (int i = 0; i < placement.size(); i++) {
      limitViews(placement.node(i));
    }
  }
}
