package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;

/**
 * The highest level of {@link StartViews} at which a job of each shape fits in a pass. Views of
 * higher levels have less, and starts only take away, so that a job which does not fit rules out
 * all of its shape that run as long.
 */
final class ShapeLevels {
  private static final int NONE = -1;

  private int[] levels = new int[16]; // by shape

  /** Tests all waiting shapes that may fit. O(waiting shapes × levels) tests. */
  void begin(Nodes nodes, FittingShapes fitting, Placer placer, StartViews views) {
    levels = levels.length < nodes.shapes().size() ? new int[2 * nodes.shapes().size()] : levels;
    Arrays.fill(levels, NONE);
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      int id = nodes.waitingShape(i);
      if (fitting.mayFit(id)) {
        Shape shape = nodes.shapes().get(id);
        StartViews own = views.of(shape);
        levels[id] = own.levels() - 1;
        while (levels[id] >= 0 && !placer.fits(shape, own.view(levels[id]))) {
          levels[id]--;
        }
      }
    }
  }

  /** Whether any job of that shape may fit. */
  boolean mayFit(int shape) {
    return levels[shape] >= 0;
  }

  /** Whether a job of that shape and level may fit. */
  boolean mayFit(int shape, int level) {
    return level <= levels[shape];
  }

  /** The highest level at which a job of that shape may fit. */
  int highest(int shape) {
    return levels[shape];
  }

  /** Records that a job of that shape and level does not fit. */
  void doesNotFit(int shape, int level) {
    levels[shape] = Math.min(levels[shape], level - 1);
  }
}
