package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.cluster.profile.AvailabilityProfile;
import io.gnomon.slurm.parameter.SlurmParameter;

/**
 * The plan of a backfill pass: the processors left free by running jobs and reservations.
 *
 * <p>Ends of running jobs are {@link ExpectedEnds}. A reservation takes whole nodes, and its bounds
 * are rounded down to multiples of the resolution. Slurm reserves specific nodes, of which some are
 * idle now and some will become free. The plan therefore also tracks how many of the currently idle
 * nodes stay free; a job that starts now must fit on these.
 *
 * <p>Reset by {@link #begin} for each pass; O(running jobs), plus O(steps) per entry.
 */
final class BackfillPlan {
  private final SlurmSettings settings;
  private final ExpectedEnds ends;
  private final AvailabilityProfile all = new AvailabilityProfile();
  private final AvailabilityProfile idle = new AvailabilityProfile();
  private int now;
  private int firstEnd; // of running jobs, after rounding

  BackfillPlan(SlurmSettings settings) {
    this.settings = settings;
    ends = new ExpectedEnds(settings);
  }

  /** Resets the plan to the running jobs. */
  void begin(ClusterState state) {
    now = state.now();
    idle.reset(now, state.freeProcessors());
    expectEnds(state);
  }

  /** The earliest start of a job, {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if none. */
  int earliest(int width, int seconds) {
    int length = seconds + settings.of(SlurmParameter.GAP);
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
    int to = Math.max(down(start + seconds), edge + settings.of(SlurmParameter.BF_RESOLUTION));
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
    int cores = settings.of(SlurmParameter.CORES_PER_NODE);
    return (width + cores - 1) / cores * cores;
  }

  private int down(int time) {
    return time - time % settings.of(SlurmParameter.BF_RESOLUTION);
  }

  /** Adds the releases of running jobs. */
  private void expectEnds(ClusterState state) {
    RunningSet running = state.running();
    all.reset(now, state.freeProcessors());
    ends.read(state);
    firstEnd = running.size() == 0 ? now + 1 : ends.end(0);
    for (int i = 0; i < running.size(); ) {
      int end = ends.end(i);
      int processors = 0;
      for (; i < running.size() && ends.end(i) == end; i++) {
        processors += state.heldProcessors(running.slot(i));
      }
      all.release(end, processors);
    }
  }
}
