package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.nodes.FittingShapes;
import io.gnomon.sim.policy.nodes.Hold;
import io.gnomon.sim.policy.nodes.OpenPlaces;
import io.gnomon.sim.policy.nodes.StartViews;
import io.gnomon.sim.policy.slurm.preempt.Preemption;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.Arrays;

/**
 * A pass of Slurm's main scheduler on nodes. The first entry of a partition that does not fit
 * blocks it: the pass starts no further job there and gives away none of the partition's nodes, not
 * even to jobs of other partitions. One in a reservation blocks that reservation only. A job blocks
 * nothing if it would not fit on the idle nodes that are left, because nodes are down, reserved, or
 * kept by another partition; nor if a limit holds it back, or if it is too new or its priority too
 * low to keep resources from others.
 *
 * <p>Source: manual of slurm.conf, {@code SchedulerParameters}, and the observed behaviour of
 * slurmctld 23.11. Cost: O(entries up to the depth), and a placement for each shape that may fit.
 */
final class NodeMainScheduler {
  private final SlurmSettings settings;
  private final ClusterState state;
  private final PartitionQueue queue;
  private final FittingShapes fitting;
  private final Placer placer;
  private final Preemption preemption;
  private final LimitFilter limits;
  private final StartViews views = new StartViews();
  private final FreeResources idle;
  private final OpenPlaces open;
  private final int[] testedIn; // by partition
  private int started;

  NodeMainScheduler(
      SlurmSettings settings,
      ClusterState state,
      PartitionQueue queue,
      FittingShapes fitting,
      Placer placer,
      Preemption preemption) {
    this.settings = settings;
    this.state = state;
    this.queue = queue;
    this.fitting = fitting;
    this.placer = placer;
    this.preemption = preemption;
    limits = new LimitFilter(state);
    Machine machine = state.nodes().machine();
    idle = new FreeResources(machine);
    open = new OpenPlaces(machine);
    testedIn = new int[machine.partitions().size()];
  }

  /** As {@link Schedulers#runMain}. */
  boolean run(Dispatcher dispatcher, int depth) {
    boolean any = fitting.refresh(state.nodes(), state.nodes().free());
    boolean everyPartition = settings.of(SlurmParameter.PARTITION_JOB_DEPTH) == 0;
    queue.fill(state, depth < NEVER && everyPartition ? depth + 1 : NEVER);
    if (!any && queue.size() <= depth && !mayPreempt()) {
      return false;
    }
    views.build(state, Hold.of(state.nodes().machine(), state.now()));
    open.openAll(state.nodes());
    Arrays.fill(testedIn, 0);
    started = 0;
    int mostStarted =
        settings.of(SlurmParameter.SCHED_MAX_JOB_START) == 0
            ? NEVER
            : settings.of(SlurmParameter.SCHED_MAX_JOB_START);
    int tested = 0;
    for (int i = 0; i < queue.size() && open.any(); i++) {
      int partition = queue.shape(i).partition(0);
      if (!everyPartition
          && ++testedIn[partition] > settings.of(SlurmParameter.PARTITION_JOB_DEPTH)) {
        continue;
      }
      if (tested++ == depth || started == mostStarted) {
        return true;
      }
      if (open.includes(queue.shape(i)) && state.phase(queue.slot(i)) == JobPhase.WAITING) {
        test(i, dispatcher);
      }
    }
    return false;
  }

  private boolean mayPreempt() {
    return queue.size() > 0 && preemption.mayServe();
  }

  private void test(int entry, Dispatcher dispatcher) {
    int slot = queue.slot(entry);
    Shape shape = queue.shape(entry);
    if (limits.holdBack(slot, shape)) {
      return;
    }
    int seconds = state.estimate(slot);
    StartViews own = views.of(shape);
    FreeResources view = own.view(own.level(seconds));
    Placement placement =
        fitting.mayFit(state.nodes().shapeId(slot)) ? placer.place(shape, view) : null;
    if (placement != null && limits.holdBack(slot, placement)) {
      return;
    }
    if (placement != null) {
      views.start(placement, seconds);
      dispatcher.start(slot, placement);
      started++;
    } else if (wouldFitIfIdle(shape, view)
        && !preempts(slot, shape, view, dispatcher)
        && settings
            .reserving()
            .allows(state.now() - state.eligibleTime(slot), queue.priority(entry))) {
      block(shape);
    }
  }

  private void block(Shape shape) {
    open.close(shape);
    if (shape.reservation() < 0) {
      views.close(state.nodes().machine().nodesOf(shape.partition(0)));
    }
  }

  /**
   * Whether running jobs make room for a job, which then starts. It waits while some of them go on
   * in their grace time.
   */
  private boolean preempts(int slot, Shape shape, FreeResources view, Dispatcher dispatcher) {
    Placement placement = preemption.placement(slot, shape, view);
    if (placement == null || limits.holdBack(slot, placement)) {
      return false;
    }
    boolean gone = preemption.preempt(dispatcher);
    views.build(state, Hold.of(state.nodes().machine(), state.now()));
    for (int partition = 0; partition < testedIn.length; partition++) {
      if (open.isClosed(partition)) {
        views.close(state.nodes().machine().nodesOf(partition));
      }
    }
    if (gone) {
      views.start(placement, state.estimate(slot));
      dispatcher.start(slot, placement);
      started++;
    }
    return gone;
  }

  /** Whether the shape fits on the idle nodes of a view. */
  private boolean wouldFitIfIdle(Shape shape, FreeResources view) {
    if (!shape.isPossible()) {
      return false;
    }
    for (int node : state.nodes().machine().nodesOf(shape.partition(0))) {
      idle.setUsable(node, view.isUsable(node));
    }
    return placer.fits(shape, idle);
  }
}
