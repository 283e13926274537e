package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.order.OrderedSlots;

/**
 * A pass of Slurm's backfill plugin: jobs in the order of the queue get the earliest start that
 * delays nobody before them; whose start is now, starts, the others get a reservation that lasts
 * until the pass is over. Starts beyond the window, and jobs beyond those that may reserve, get
 * none.
 *
 * <p>Cost: a plan of the running jobs, then an anchor point for each job tested, until nobody fits
 * any more; in another order than that of arrival the whole queue is sorted.
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

  /** Makes a pass; returns how many jobs it has started. */
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

  /** Whether another job of a user is looked at; of an unknown one each is. */
  private boolean isTested(int user) {
    return settings.maxJobUser() == 0
        || user == ClusterState.NONE
        || testedOfUser.add(user) <= settings.maxJobUser();
  }

  /** The jobs to test, in their order: in that of arrival it goes no further than they reach. */
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
   * The first second at which the same pass would plan otherwise though nothing has happened, for a
   * start has come into the window; {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is
   * none.
   */
  int validUntil() {
    return validUntil;
  }
}
