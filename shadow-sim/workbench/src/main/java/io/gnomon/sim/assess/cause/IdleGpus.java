package io.gnomon.sim.assess.cause;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.metric.IdleResources;
import io.gnomon.sim.metric.IdleResources.Resource;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.StartConditions;
import java.util.Arrays;
import java.util.List;

/** The GPUs that were idle while jobs waited for GPUs, in a recorded log. Stateless. */
public final class IdleGpus {
  private static final int ENDS = 0;
  private static final int WAITS = 1;
  private static final int STARTS = 2;

  private IdleGpus() {}

  /**
   * Follows the recorded starts and ends, by week and by partitions that share nodes or jobs. Jobs
   * before their begin time and those without a recorded start do not count as waiting. All nodes
   * count, because a log does not say which were down. O(n log n + n partitions).
   */
  public static List<IdleResources.Row> of(SimulatedSite recorded) {
    JobLog log = recorded.log();
    ResourcePools pools = new ResourcePools(recorded);
    if (pools.allGpus() == 0) {
      return List.of();
    }
    long[] events = new long[3 * log.size()];
    int count = 0;
    for (int job = 0; job < log.size(); job++) {
      if (pools.gpus(job) == 0 || log.recordedWait(job) == JobLog.UNKNOWN) {
        continue;
      }
      StartConditions conditions = log.hasConditions() ? log.conditions(job) : null;
      long delay = conditions == null ? 0 : Math.max(0, conditions.beginDelay());
      long start = (long) log.submit(job) + log.recordedWait(job);
      events[count++] = event(Math.min(start, log.submit(job) + delay), WAITS, job);
      events[count++] = event(start, STARTS, job);
      events[count++] = event(start + log.runtime(job), ENDS, job);
    }
    events = Arrays.copyOf(events, count);
    Arrays.sort(events);
    IdleResources idle = new IdleResources(Integer.MAX_VALUE);
    idle.begin(pools.names());
    idle.skipTo(log.originEpochSecond());
    for (int pool = 0; pool < pools.count(); pool++) {
      idle.change(pool, Resource.GPUS, pools.gpusOf(pool), pools.gpusOf(pool));
    }
    for (long event : events) {
      idle.advanceTo(log.originEpochSecond() + (event >>> 32));
      int job = (int) event & (1 << 30) - 1;
      int pool = pools.of(job);
      switch ((int) (event >>> 30) & 3) {
        case WAITS -> idle.waits(pool, Resource.GPUS, 1);
        case STARTS -> {
          idle.waits(pool, Resource.GPUS, -1);
          idle.change(pool, Resource.GPUS, -pools.gpus(job), 0);
        }
        default -> idle.change(pool, Resource.GPUS, pools.gpus(job), 0);
      }
    }
    return idle.rows(Resource.GPUS);
  }

  private static long event(long time, int kind, int job) {
    return time << 32 | (long) kind << 30 | job;
  }
}
