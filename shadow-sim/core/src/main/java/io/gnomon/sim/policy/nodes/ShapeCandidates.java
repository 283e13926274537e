package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import java.util.Arrays;

/**
 * The first waiting job of each shape that may start beside the holds of a pass, so that jobs can
 * be taken in order of arrival without visiting those that do not fit. A shape that fits only jobs
 * that end before some limit searches its queue by estimate.
 */
final class ShapeCandidates {
  private ClusterState state = new ClusterState(1);
  private QueueHeads heads;
  private Placer placer;
  private StartViews views = new StartViews();
  private int[] shapes = new int[16];
  private int[] slots = new int[16];
  private int[] levels = new int[16];
  private int size;
  private int current;

  @SuppressWarnings("NullAway.Init") // begin() is always first
  ShapeCandidates() {}

  /** Begins a pass with all shapes that may fit. */
  void begin(
      ClusterState clusterState,
      FittingShapes fitting,
      QueueHeads queueHeads,
      Placer rules,
      StartViews startViews) {
    state = clusterState;
    heads = queueHeads;
    placer = rules;
    views = startViews;
    size = 0;
    Nodes nodes = state.nodes();
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      int shape = nodes.waitingShape(i);
      if (fitting.mayFit(shape)) {
        add(shape);
      }
    }
  }

  private void add(int shape) {
    if (size == shapes.length) {
      shapes = Arrays.copyOf(shapes, 2 * size);
      slots = Arrays.copyOf(slots, 2 * size);
      levels = Arrays.copyOf(levels, 2 * size);
    }
    shapes[size] = shape;
    levels[size] = views.of(state.nodes().shapes().get(shapes[size])).levels() - 1;
    search(size);
    size += slots[size] == ClusterState.NONE ? 0 : 1;
  }

  /**
   * Lowers the {@code i}-th shape's level to the highest at which it fits, and finds its first job
   * that may fit.
   */
  private void search(int i) {
    Shape shape = state.nodes().shapes().get(shapes[i]);
    StartViews own = views.of(shape);
    while (levels[i] >= 0 && !placer.fits(shape, own.view(levels[i]))) {
      levels[i]--;
    }
    slots[i] = ClusterState.NONE;
    if (levels[i] < 0) {
      return;
    }
    WaitingQueue queue = state.nodes().waiting(shapes[i]);
    int place = queue.firstPlace();
    int longest = own.longest(levels[i]);
    do {
      place = queue.fitting(place, 1, longest, 0);
      slots[i] = queue.slotAt(place++);
    } while (slots[i] != ClusterState.NONE && heads.isHead(slots[i]));
  }

  /**
   * The oldest job that may fit, those of higher tiers first; {@link ClusterState#NONE} if none.
   */
  int next() {
    current = -1;
    for (int i = 0; i < size; i++) {
      if (current < 0 || isBefore(i, current)) {
        current = i;
      }
    }
    return current < 0 ? ClusterState.NONE : slots[current];
  }

  private boolean isBefore(int a, int b) {
    int tierA = state.nodes().shapes().get(shapes[a]).tier();
    int tierB = state.nodes().shapes().get(shapes[b]).tier();
    return tierA > tierB || (tierA == tierB && state.job(slots[a]) < state.job(slots[b]));
  }

  /** Records that the job returned last has started. */
  void started() {
    if (state.nodes().anyWaiting(shapes[current])) {
      searchAgain();
    } else {
      remove();
    }
  }

  /** Records that the job returned last does not fit after all, because others have started. */
  void doesNotFit() {
    searchAgain();
  }

  private void searchAgain() {
    search(current);
    if (slots[current] == ClusterState.NONE) {
      remove();
    }
  }

  private void remove() {
    size--;
    shapes[current] = shapes[size];
    slots[current] = slots[size];
    levels[current] = levels[size];
  }
}
