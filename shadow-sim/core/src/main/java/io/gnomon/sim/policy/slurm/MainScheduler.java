package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.slurm.parameter.SlurmParameter;

/**
 * A pass of Slurm's main scheduler: the first jobs of the queue start until one does not fit. A job
 * wider than the machine is skipped, as in Slurm when nodes are down, and so is one that is too new
 * to keep processors from others.
 */
final class MainScheduler {
  private final SlurmSettings settings;
  private final OrderedSlots ordered = new OrderedSlots();

  MainScheduler(SlurmSettings settings) {
    this.settings = settings;
  }

  /**
   * Starts jobs; O(jobs examined) in order of arrival, else O(n log n).
   *
   * @param depth maximum number of jobs to examine
   * @return whether the pass ended at the depth, so that more jobs may fit
   */
  boolean run(Dispatcher dispatcher, int depth) {
    ClusterState state = dispatcher.state();
    WaitingQueue waiting = state.waiting();
    boolean byArrival = settings.order().isArrival();
    if (!byArrival) {
      ordered.fill(state, settings.order());
    }
    int mostTested =
        settings.of(SlurmParameter.PARTITION_JOB_DEPTH) == 0
            ? NEVER
            : settings.of(SlurmParameter.PARTITION_JOB_DEPTH);
    int mostStarted =
        settings.of(SlurmParameter.SCHED_MAX_JOB_START) == 0
            ? NEVER
            : settings.of(SlurmParameter.SCHED_MAX_JOB_START);
    int started = 0;
    int next = byArrival ? waiting.first() : at(0);
    for (int tested = 0; next != ClusterState.NONE && tested < mostTested; tested++) {
      int slot = next;
      if (tested == depth || started == mostStarted) {
        return true;
      }
      next = byArrival ? waiting.next(slot) : at(tested + 1);
      if (state.width(slot) <= state.freeProcessors()) {
        dispatcher.start(slot);
        started++;
      } else if (blocks(state, slot)) {
        return false;
      }
    }
    return false;
  }

  private int at(int place) {
    return place < ordered.size() ? ordered.slot(place) : ClusterState.NONE;
  }

  /** Whether a job that does not fit blocks those behind it. */
  private boolean blocks(ClusterState state, int slot) {
    int eligible = state.now() - state.eligibleTime(slot);
    return state.width(slot) <= state.processors()
        && settings.reserving().allows(eligible, Long.MAX_VALUE);
  }
}
