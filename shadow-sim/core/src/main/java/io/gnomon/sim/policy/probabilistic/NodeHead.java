package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A head on nodes, and the probability that candidates delay it: the probability that enough has
 * been released for the head without the candidate, but not with it. The releases are those of the
 * partition in which the head has its reservation.
 *
 * <p>A candidate that takes only what is free for the head is tested with the releases of the head.
 * One that shares nodes with jobs that the head waits for changes the releases; they are computed
 * again for it, once for all candidates with the same placement, and the exact probability is
 * replaced by the bound.
 */
final class NodeHead {
  private final ExpectedReleases events;
  private final Placer placer;
  private final NodeReleases releases;
  private final BoundedDelay bound;
  private final ExactDelay exact;
  private HeadDelay delay;
  private final FreeResources beside;
  private final boolean[] usable; // by node
  private final List<Effect> effects = new ArrayList<>();
  private int known; // effects computed since the last update
  private int slot = ClusterState.NONE;
  private int inPartition;
  private int partition; // its number in the shape
  private int tasks;
  private int lacking;

  NodeHead(ExpectedReleases events, Placer placer, FreeResources like) {
    this.events = events;
    this.placer = placer;
    releases = new NodeReleases(events, placer, like);
    bound = new BoundedDelay(releases);
    exact = new ExactDelay(releases);
    delay = bound;
    beside = like.copy();
    usable = new boolean[like.machine().nodes()];
  }

  /** Sets the head and the number of the partition in which it is expected to start. */
  void reserve(int head, int number) {
    slot = head;
    inPartition = number;
  }

  /** Computes what the head waits for, after anything has changed. */
  void update(ClusterState state, DelayTest test) {
    Shape shape = state.nodes().shape(slot);
    partition = partition(shape, inPartition);
    Arrays.fill(usable, false);
    for (int node : shape.nodes(partition)) {
      usable[node] = true;
    }
    known = 0;
    compute(releases, state, state.nodes().free());
    tasks = shape.request().tasks();
    lacking = tasks - releases.free();
    if (lacking > 0) {
      bound.reset(lacking, releases.free());
      delay = bound;
      if (test.isExact(releases, lacking, releases.free())) {
        exact.reset(lacking, releases.free());
        delay = exact;
      }
    }
  }

  private void compute(NodeReleases into, ClusterState state, FreeResources free) {
    long until = state.now() + (long) state.estimate(slot);
    into.compute(state.nodes(), state.nodes().shape(slot), partition, until, free);
  }

  private static int partition(Shape shape, int number) {
    int i = 0;
    while (shape.partition(i) != number) {
      i++;
    }
    return i;
  }

  /**
   * Whether a candidate may start.
   *
   * @param fitsBeside whether the placement is beside the reservations of all heads; this decides
   *     if tasks do not explain why the head waits
   */
  boolean admits(
      ClusterState state,
      DelayTest test,
      RuntimeModels models,
      int candidate,
      Placement placement,
      boolean fitsBeside) {
    if (!meets(placement)) {
      return true;
    }
    if (lacking <= 0) {
      return fitsBeside;
    }
    Effect effect = effect(state, placement);
    return effect.isNone()
        || test.passes(models, candidate, state.estimate(candidate), effect, effect.taken);
  }

  private boolean meets(Placement placement) {
    for (int n = 0; n < placement.size(); n++) {
      if (usable[placement.node(n)]) {
        return true;
      }
    }
    return false;
  }

  private Effect effect(ClusterState state, Placement placement) {
    for (int c = 0; c < known; c++) {
      if (effects.get(c).placement.equals(placement)) {
        return effects.get(c);
      }
    }
    if (known == effects.size()) {
      effects.add(new Effect(placement));
    }
    Effect next = effects.get(known++);
    next.compute(state, placement);
    return next;
  }

  /** What a candidate with some placement does to the releases. */
  private final class Effect implements DelayByPoint {
    private final NodeReleases with = new NodeReleases(events, placer, beside);
    private final BoundedDelay forBoth = new BoundedDelay(with);
    private Placement placement;
    private boolean changesReleases;
    private int taken;

    Effect(Placement placement) {
      this.placement = placement;
    }

    void compute(ClusterState state, Placement other) {
      placement = other;
      beside.set(state.nodes().free());
      beside.take(placement);
      NodeHead.this.compute(with, state, beside);
      taken = releases.free() - with.free();
      changesReleases = !with.isSame(releases);
      if (changesReleases) {
        forBoth.reset(tasks - with.free(), 0);
      }
    }

    boolean isNone() {
      return taken == 0 && !changesReleases;
    }

    @Override
    public double by(int point, int width, double before) {
      return changesReleases
          ? Math.max(before, bound.ofHead(point) - forBoth.ofHead(point))
          : delay.by(point, width, before);
    }
  }
}
