package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.AvailabilityProfile;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;

/**
 * The plan of a backfill pass: the processors left free by running jobs and reservations.
 *
 * <p>Expected ends of running jobs that are close together count as one, the last of them; the
 * tolerance grows with the distance from now. A reservation takes whole nodes, and its bounds are
 * rounded down to multiples of the resolution. Slurm reserves specific nodes, of which some are
 * idle now and some will become free. The plan therefore also tracks how many of the currently idle
 * nodes stay free; a job that starts now must fit on these.
 *
 * <p>Reset by {@link #begin} for each pass; O(running jobs), plus O(steps) per entry.
 */
final class BackfillPlan {
  private final SlurmSettings settings;
  private final AvailabilityProfile all = new AvailabilityProfile();
  private final AvailabilityProfile idle = new AvailabilityProfile();
  private int now;
  private int firstEnd; // of running jobs, after rounding

  BackfillPlan(SlurmSettings settings) {
    this.settings = settings;
  }

  /** Resets the plan to the running jobs. */
  void begin(ClusterState state) {
    now = state.now();
    idle.reset(now, state.freeProcessors());
    expectEnds(state);
  }

  /** The earliest start of a job, {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if none. */
  int earliest(int width, int seconds) {
    int length = seconds + settings.gap();
    int start = all.anchor(now, width, length);
    boolean fits = start != now || idle.freeUntil(now, width) >= now + length;
    return fits || !settings.separatesIdle() ? start : all.anchor(firstEnd, width, length);
  }

  /** Adds a job that starts now. */
  void start(int width, int seconds) {
    all.take(now, now + seconds, width);
    idle.take(now, now + seconds, width);
  }

  /** Adds a reservation for a job that starts later. */
  void reserve(int start, int width, int seconds) {
    int nodes = wholeNodes(width);
    int edge = down(start);
    int from = Math.max(now, edge);
    int to = Math.max(down(start + seconds), edge + settings.resolution());
    int idleNodes = idleShare(nodes, Math.max(0, idle.least(from, to)), all.freeAt(start));
    idle.take(from, to, idleNodes);
    all.take(from, start, idleNodes); // the other nodes are busy until the start
    all.take(start, to, nodes);
  }

  /**
   * The number of idle nodes of a reservation, in proportion to the idle share of all nodes
   * available at its start.
   */
  private static int idleShare(int nodes, long idleNow, int available) {
    long among = Math.max(nodes, available);
    return (int) Math.min(Math.min(nodes, idleNow), (2 * nodes * idleNow + among) / (2 * among));
  }

  private int wholeNodes(int width) {
    int cores = settings.coresPerNode();
    return (width + cores - 1) / cores * cores;
  }

  private int down(int time) {
    return time - time % settings.resolution();
  }

  /**
   * Adds the releases of running jobs. Ends up to one span after the first end's next multiple of
   * the span count as the last of them, then those up to two spans after it, four, eight.
   */
  private void expectEnds(ClusterState state) {
    RunningSet running = state.running();
    int soonest = now + 1;
    all.reset(now, state.freeProcessors());
    firstEnd = running.size() == 0 ? soonest : NEVER;
    long span = settings.endWindow();
    long origin = running.size() == 0 ? 0 : nextMultiple(Math.max(running.end(0), soonest), span);
    for (int i = 0; i < running.size(); ) {
      int end = Math.max(running.end(i), soonest);
      while (span > 0 && origin + span < end) {
        span = next(span);
      }
      long within = span > 0 ? origin + span : end;
      int processors = 0;
      for (; i < running.size() && running.end(i) <= within; i++) {
        processors += state.heldProcessors(running.slot(i));
        end = Math.max(running.end(i), soonest);
      }
      all.release(end, processors);
      firstEnd = Math.min(firstEnd, end);
      span = next(span);
    }
  }

  private long next(long span) {
    return span + (settings.windowLinear() == 0 ? span : settings.windowLinear());
  }

  private static long nextMultiple(int time, long span) {
    return span == 0 ? time : time - time % span + span;
  }
}
