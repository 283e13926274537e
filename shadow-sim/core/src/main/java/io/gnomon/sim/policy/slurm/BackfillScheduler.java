package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.slurm.pass.TestedJobs;
import io.gnomon.slurm.parameter.SlurmParameter;

/**
 * A pass of Slurm's backfill plugin. Jobs, in queue order, get the earliest start that delays no
 * job before them. A job whose start is now starts; the others get a reservation that lasts until
 * the end of the pass. Starts beyond the window, and jobs beyond the number that may reserve, get
 * no reservation.
 *
 * <p>Cost: a plan of the running jobs, then an anchor point for each tested job, until no further
 * job can start. In an order other than arrival the whole queue is sorted.
 */
final class BackfillScheduler {
  private final SlurmSettings settings;
  private final BackfillPlan plan;
  private final OrderedSlots ordered = new OrderedSlots();
  private final OrderedSlots tested = new OrderedSlots();
  private final TestedJobs counts;
  private int testedInPass;
  private int validUntil = NEVER;

  BackfillScheduler(SlurmSettings settings) {
    this.settings = settings;
    this.plan = new BackfillPlan(settings);
    counts = new TestedJobs(settings.tests());
  }

  /** As {@link Schedulers#runBackfill}. */
  int run(ClusterState state, Dispatcher dispatcher, Schedulers.Portion portion) {
    validUntil = NEVER;
    boolean any = anybodyFits(state);
    if (!any && settings.cost().isFree()) {
      return 0;
    }
    selectTested(state, portion.eligibleBy());
    testedInPass = portion.started() + tested.size();
    if (!any) {
      return 0;
    }
    plan.begin(state);
    int mostStarted =
        settings.of(SlurmParameter.BF_MAX_JOB_START) == 0
            ? NEVER
            : settings.of(SlurmParameter.BF_MAX_JOB_START) - portion.started();
    int mostReserved =
        settings.of(SlurmParameter.BF_JOB_PART_COUNT_RESERVE) == 0
            ? NEVER
            : settings.of(SlurmParameter.BF_JOB_PART_COUNT_RESERVE);
    int started = 0;
    int reserved = 0;
    int end = Math.min(tested.size(), portion.jobs() - portion.started());
    for (int i = 0; i < end; i++) {
      int slot = tested.slot(i);
      int width = state.width(slot);
      int seconds = Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
      int start = plan.earliest(width, seconds);
      int eligible = state.now() - state.eligibleTime(slot);
      if (start == state.now()) {
        plan.start(width, seconds);
        dispatcher.start(slot);
        if (++started == mostStarted) {
          testedInPass = portion.started() + i + 1;
          break;
        }
        if (!anybodyFits(state)) {
          break;
        }
      } else if (start != NEVER && start - state.now() > settings.of(SlurmParameter.BF_WINDOW)) {
        validUntil = Math.min(validUntil, start - settings.of(SlurmParameter.BF_WINDOW));
      } else if (!settings.reserving().allows(eligible, Long.MAX_VALUE)) {
        int minimum = settings.reserving().minSeconds();
        validUntil = Math.min(validUntil, state.now() + minimum - eligible);
      } else if (start != NEVER && reserved < mostReserved) {
        plan.reserve(start, width, seconds);
        reserved++;
      }
    }
    return started;
  }

  /** As {@link Schedulers#tested}. */
  int tested() {
    return testedInPass;
  }

  /** Selects the jobs to test, in their order. */
  private void selectTested(ClusterState state, int eligibleBy) {
    int most = settings.tests().all();
    boolean first = settings.tests().takesFirst() && eligibleBy == NEVER;
    order(state, first ? most : NEVER);
    counts.clear();
    tested.clear();
    for (int i = 0; i < ordered.size() && tested.size() < most; i++) {
      if (first || isTested(state, ordered.slot(i), eligibleBy)) {
        tested.add(ordered.slot(i));
      }
    }
  }

  /** Sorts the waiting jobs; in order of arrival, only the first of them are needed. */
  private void order(ClusterState state, int most) {
    if (!settings.order().isArrival()) {
      ordered.fill(state, settings.order());
      return;
    }
    ordered.clear();
    WaitingQueue waiting = state.waiting();
    int slot = waiting.first();
    while (slot != ClusterState.NONE && ordered.size() < most) {
      ordered.add(slot);
      slot = waiting.next(slot);
    }
  }

  private boolean isTested(ClusterState state, int slot, int eligibleBy) {
    boolean isOld = eligibleBy == NEVER || state.eligibleTime(slot) <= eligibleBy;
    return isOld && counts.add(state.user(slot), 0, ClusterState.NONE);
  }

  private static boolean anybodyFits(ClusterState state) {
    return state.waiting().firstFitting(state.freeProcessors(), NEVER, 0) != ClusterState.NONE;
  }

  /**
   * The first second at which the same pass would plan differently without an event, because a
   * start moves into the window; {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is
   * none.
   */
  int validUntil() {
    return validUntil;
  }
}
