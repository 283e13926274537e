package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.order.OrderedSlots;

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
  private final UserCounts testedOfUser = new UserCounts();
  private int validUntil = NEVER;

  BackfillScheduler(SlurmSettings settings) {
    this.settings = settings;
    this.plan = new BackfillPlan(settings);
  }

  /**
   * Makes a pass.
   *
   * @return number of jobs started
   */
  int run(Dispatcher dispatcher) {
    ClusterState state = dispatcher.state();
    validUntil = NEVER;
    if (!anybodyFits(state)) {
      return 0;
    }
    plan.begin(state);
    order(state);
    testedOfUser.clear();
    int tested = 0;
    int mostStarted = settings.maxJobStart() == 0 ? NEVER : settings.maxJobStart();
    int mostReserved = settings.partCountReserve() == 0 ? NEVER : settings.partCountReserve();
    int started = 0;
    int reserved = 0;
    for (int i = 0; i < ordered.size() && tested < settings.maxJobTest(); i++) {
      int slot = ordered.slot(i);
      if (!isTested(state.user(slot))) {
        continue;
      }
      tested++;
      int width = state.width(slot);
      int seconds = Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
      int start = plan.earliest(width, seconds);
      if (start == state.now()) {
        plan.start(width, seconds);
        dispatcher.start(slot);
        if (++started == mostStarted || !anybodyFits(state)) {
          break;
        }
      } else if (start != NEVER && start - state.now() > settings.window()) {
        validUntil = Math.min(validUntil, start - settings.window());
      } else if (start != NEVER && reserved < mostReserved) {
        plan.reserve(start, width, seconds);
        reserved++;
      }
    }
    return started;
  }

  /** Whether another job of a user may be tested; always true for unknown users. */
  private boolean isTested(int user) {
    return settings.maxJobUser() == 0
        || user == ClusterState.NONE
        || testedOfUser.add(user) <= settings.maxJobUser();
  }

  /** Sorts the jobs to test; in order of arrival, only as many as the pass will reach. */
  private void order(ClusterState state) {
    if (!settings.order().isArrival()) {
      ordered.fill(state, settings.order());
      return;
    }
    ordered.clear();
    WaitingQueue waiting = state.waiting();
    int slot = waiting.first();
    int most = settings.maxJobUser() == 0 ? settings.maxJobTest() : NEVER;
    while (slot != ClusterState.NONE && ordered.size() < most) {
      ordered.add(slot);
      slot = waiting.next(slot);
    }
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
