package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.slurm.parameter.SlurmParameter;

/**
 * The expected ends of running jobs as a backfill pass sees them: ends that are close together
 * count as one, the last of them, and the tolerance grows with the distance from now.
 *
 * <p>Ends up to one span after the first end's next multiple of the span count as the last of them,
 * then those up to two spans after it, four, eight. Reuses its array; O(running jobs).
 */
final class ExpectedEnds {
  private final SlurmSettings settings;
  private int[] ends = new int[64];

  ExpectedEnds(SlurmSettings settings) {
    this.settings = settings;
  }

  /** Reads the running jobs of {@code state}. */
  void read(ClusterState state) {
    RunningSet running = state.running();
    if (running.size() > ends.length) {
      ends = new int[2 * running.size()];
    }
    int soonest = state.now() + 1;
    long span = settings.of(SlurmParameter.END_WINDOW);
    long origin = running.size() == 0 ? 0 : nextMultiple(Math.max(running.end(0), soonest), span);
    for (int i = 0; i < running.size(); ) {
      int end = Math.max(running.end(i), soonest);
      while (span > 0 && origin + span < end) {
        span = next(span);
      }
      long within = span > 0 ? origin + span : end;
      int first = i;
      while (i < running.size() && running.end(i) <= within) {
        end = Math.max(running.end(i++), soonest);
      }
      while (first < i) {
        ends[first++] = end;
      }
      span = next(span);
    }
  }

  /** The expected end of the {@code i}-th running job, after now; ascending. */
  int end(int i) {
    return ends[i];
  }

  private long next(long span) {
    return span
        + (settings.of(SlurmParameter.BF_WINDOW_LINEAR) == 0
            ? span
            : settings.of(SlurmParameter.BF_WINDOW_LINEAR));
  }

  private static long nextMultiple(int time, long span) {
    return span == 0 ? time : time - time % span + span;
  }
}
