package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.AvailabilityProfile;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.order.OrderedSlots;

/**
 * A pass of Slurm's backfill plugin: jobs in the order of the queue get the earliest start that
 * delays nobody before them; whose start is now, starts, the others get a reservation that lasts
 * until the pass is over.
 *
 * <p>Expected ends of running jobs that are close together count as one, the last of them; the span
 * grows with each step ahead. A reservation takes whole nodes, and its edges are moved down to
 * multiples of the resolution. Starts beyond the window, and jobs beyond those that may reserve,
 * get none.
 *
 * <p>Cost: O(running jobs) for the profile, then an anchor point for each job tested, until nobody
 * fits any more.
 */
final class BackfillScheduler {
  private final SlurmSettings settings;
  private final AvailabilityProfile profile = new AvailabilityProfile();
  private final OrderedSlots ordered = new OrderedSlots();
  private int validUntil = NEVER;

  BackfillScheduler(SlurmSettings settings) {
    this.settings = settings;
  }

  /** Makes a pass; returns how many jobs it has started. */
  int run(Dispatcher dispatcher) {
    ClusterState state = dispatcher.state();
    validUntil = NEVER;
    if (!anybodyFits(state)) {
      return 0;
    }
    int now = state.now();
    expect(state);
    ordered.fill(state, settings.order());
    int most = settings.maxJobStart() == 0 ? NEVER : settings.maxJobStart();
    int mostReserved = settings.partCountReserve() == 0 ? NEVER : settings.partCountReserve();
    int started = 0;
    int reserved = 0;
    for (int i = 0; i < Math.min(ordered.size(), settings.maxJobTest()); i++) {
      int slot = ordered.slot(i);
      int width = state.width(slot);
      int seconds = Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
      int start = profile.anchor(now, width, seconds);
      if (start == now) {
        profile.take(now, now + seconds, width);
        dispatcher.start(slot);
        if (++started == most || !anybodyFits(state)) {
          break;
        }
      } else if (start != NEVER && start - now > settings.window()) {
        validUntil = Math.min(validUntil, start - settings.window());
      } else if (start != NEVER && reserved < mostReserved) {
        reserve(now, start, seconds, wholeNodes(width));
        reserved++;
      }
    }
    return started;
  }

  private static boolean anybodyFits(ClusterState state) {
    return state.waiting().firstFitting(state.freeProcessors(), NEVER, 0) != ClusterState.NONE;
  }

  /**
   * The first second at which the same pass would plan otherwise though nothing has happened: a
   * start has come into the window, or a reservation has begun; {@link
   * io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is none.
   */
  int validUntil() {
    return validUntil;
  }

  /** A reservation takes whole nodes though a job that starts takes what it needs. */
  private int wholeNodes(int width) {
    int cores = settings.coresPerNode();
    return (width + cores - 1) / cores * cores;
  }

  private void reserve(int now, int start, int seconds, int width) {
    int edge = down(start);
    int to = Math.max(down(start + seconds), edge + settings.resolution());
    profile.take(start, to, width);
    if (edge == start) {
      return;
    }
    // Before its start some of its nodes are idle, which are reserved from the edge on, and some
    // are busy: in the proportion of all that will be available
    int from = Math.max(now, edge);
    long idle = Math.max(0, profile.freeAt(from));
    long available = (long) profile.freeAt(start) + width;
    profile.take(from, start, (int) Math.min(idle, available <= 0 ? 0 : width * idle / available));
    validUntil = edge > now ? Math.min(validUntil, edge) : validUntil;
  }

  private int down(int time) {
    return time - time % settings.resolution();
  }

  /** What running jobs leave free, their ends in steps. */
  private void expect(ClusterState state) {
    RunningSet running = state.running();
    int now = state.now();
    profile.reset(now, state.freeProcessors());
    int span = settings.endWindow();
    for (int i = 0; i < running.size(); ) {
      long within = (long) Math.max(running.end(i), now + 1) + span;
      int last = i;
      int processors = 0;
      for (; i < running.size() && running.end(i) <= within; i++) {
        processors += state.heldProcessors(running.slot(i));
        last = i;
      }
      profile.release(Math.max(running.end(last), now + 1), processors);
      span += settings.windowLinear() == 0 ? span : settings.windowLinear();
      span = Math.min(span, ClusterState.LAST);
    }
  }
}
