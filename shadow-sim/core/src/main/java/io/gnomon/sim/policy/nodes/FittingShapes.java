package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;

/**
 * The shapes whose jobs may fit now. A shape that did not fit is tested again only after something
 * has become free on a node that it can use.
 */
public final class FittingShapes {
  private static final int MANY = 64;

  private final Placer placer;
  private boolean[] blocked = new boolean[16];
  private int[] freed = new int[MANY];
  private int freedCount;
  private boolean all = true;

  /** Nothing is known. */
  public FittingShapes(Placer placer) {
    this.placer = placer;
  }

  /** An independent copy. */
  public FittingShapes copy(Placer copied) {
    FittingShapes copy = new FittingShapes(copied);
    copy.blocked = blocked.clone();
    copy.freed = freed.clone();
    copy.freedCount = freedCount;
    copy.all = all;
    return copy;
  }

  /** Records that anything may have become free. */
  public void reset() {
    all = true;
  }

  /** Records that what a job held is becoming free. */
  public void released(Placement placement) {
    if (freedCount + placement.size() > MANY) {
      all = true;
    }
    for (int i = 0; i < placement.size() && !all; i++) {
      freed[freedCount++] = placement.node(i);
    }
  }

  /** Records that a job of that shape waits anew. */
  public void submitted(int shape) {
    if (shape >= blocked.length) {
      blocked = Arrays.copyOf(blocked, Math.max(shape + 1, 2 * blocked.length));
    }
    blocked[shape] = false;
  }

  /** Tests all shapes with waiting jobs; returns whether any fits. */
  public boolean refresh(Nodes nodes, FreeResources free) {
    boolean any = false;
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      int id = nodes.waitingShape(i);
      if (id >= blocked.length) {
        submitted(id);
      }
      if (all || !blocked[id] || mayFit(nodes.shapes().get(id), free)) {
        Shape shape = nodes.shapes().get(id);
        blocked[id] = !shape.isPossible() || !placer.fits(shape, free);
      }
      any |= !blocked[id];
    }
    all = false;
    freedCount = 0;
    return any;
  }

  private boolean mayFit(Shape shape, FreeResources free) {
    for (int i = 0; i < freedCount; i++) {
      if (placer.mayFitWith(shape, free, freed[i])) {
        return true;
      }
    }
    return false;
  }

  /** Whether a job of that shape may fit, unless other jobs have started since the refresh. */
  public boolean mayFit(int shape) {
    return !blocked[shape];
  }

  /** Records that no job of that shape fits any more. */
  public void block(int shape) {
    blocked[shape] = true;
  }
}
