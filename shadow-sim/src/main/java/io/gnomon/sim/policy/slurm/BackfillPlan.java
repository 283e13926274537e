package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.AvailabilityProfile;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;

/**
 * What a backfill pass plans: which processors the running jobs and the reservations leave free.
 *
 * <p>Expected ends of running jobs that are close together count as one, the last of them, the less
 * exactly the further ahead. A reservation takes whole nodes, and its edges are moved down to
 * multiples of the resolution. Slurm reserves named nodes, some of which are idle now and some will
 * be free; so beside the free processors it is planned how many of those that are idle now stay
 * free, and a job that starts now must find room among these.
 *
 * <p>Made anew by {@link #begin} for each pass; O(running jobs), an entry O(steps).
 */
final class BackfillPlan {
  private final SlurmSettings settings;
  private final AvailabilityProfile all = new AvailabilityProfile();
  private final AvailabilityProfile idle = new AvailabilityProfile();
  private int now;
  private int firstEnd; // of running jobs, as they count

  BackfillPlan(SlurmSettings settings) {
    this.settings = settings;
  }

  /** Plans with the running jobs alone. */
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
    return fits || !settings.tellsIdle() ? start : all.anchor(firstEnd, width, length);
  }

  /** A job starts now. */
  void start(int width, int seconds) {
    all.take(now, now + seconds, width);
    idle.take(now, now + seconds, width);
  }

  /** Reserves for a job that starts later. */
  void reserve(int start, int width, int seconds) {
    int nodes = wholeNodes(width);
    int edge = down(start);
    int from = Math.max(now, edge);
    int to = Math.max(down(start + seconds), edge + settings.resolution());
    int idleNodes = idleShare(nodes, Math.max(0, idle.least(from, to)), all.freeAt(start));
    idle.take(from, to, idleNodes);
    all.take(from, start, idleNodes); // the others are busy until the start
    all.take(start, to, nodes);
  }

  /** Of its nodes as many are idle, in proportion, as of all that are available at its start. */
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
   * What running jobs leave free. Ends up to one span after the first end's next multiple of the
   * span count as the last of them, then those up to two spans after it, four, eight.
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
