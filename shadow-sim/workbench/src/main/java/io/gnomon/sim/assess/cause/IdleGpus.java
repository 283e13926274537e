package io.gnomon.sim.assess.cause;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.StartConditions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The GPUs of some partitions that were idle in a week while jobs waited for GPUs there.
 *
 * @param week its Monday in UTC, such as 2024-11-18
 * @param partitions that share nodes, with {@code +} between their names
 * @param hours GPU-hours that were idle while at least one job waited for GPUs
 * @param all GPU-hours of the nodes while at least one job waited for GPUs
 */
public record IdleGpus(String week, String partitions, double hours, double all) {
  private static final int HOUR = 3_600;
  private static final int WEEK = 7 * 86_400;
  private static final int MONDAY = 4 * 86_400; // the epoch began on a Thursday
  private static final int ENDS = 0;
  private static final int WAITS = 1;
  private static final int STARTS = 2;

  /**
   * Follows the recorded starts and ends, by week and partitions. Jobs before their begin time and
   * those without a recorded start do not count as waiting. O(n log n + n partitions).
   */
  public static List<IdleGpus> of(SimulatedSite recorded) {
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
    Sweep sweep = new Sweep(pools, log.originEpochSecond());
    for (long event : events) {
      sweep.take(event);
    }
    return sweep.done();
  }

  private static long event(long time, int kind, int job) {
    return time << 32 | (long) kind << 30 | job;
  }

  /** The part of the GPUs that was idle. */
  public double part() {
    return hours / all;
  }

  /** The state of the sweep over time. */
  private static final class Sweep {
    private final ResourcePools pools;
    private final long origin;
    private final int[] waiting; // by pool
    private final long[] used;
    private final double[] idle; // in this week
    private final double[] offered;
    private final List<IdleGpus> rows = new ArrayList<>();
    private long time;

    Sweep(ResourcePools pools, long origin) {
      this.pools = pools;
      this.origin = origin;
      waiting = new int[pools.count()];
      used = new long[pools.count()];
      idle = new double[pools.count()];
      offered = new double[pools.count()];
    }

    void take(long event) {
      passUntil(event >>> 32);
      int kind = (int) (event >>> 30) & 3;
      int job = (int) event & (1 << 30) - 1;
      int pool = pools.of(job);
      switch (kind) {
        case WAITS -> waiting[pool]++;
        case STARTS -> {
          waiting[pool]--;
          used[pool] += pools.gpus(job);
        }
        default -> used[pool] -= pools.gpus(job);
      }
    }

    private void passUntil(long at) {
      while (time < at) {
        long weekEnd = time + WEEK - Math.floorMod(origin + time - MONDAY, WEEK);
        long to = Math.min(at, weekEnd);
        for (int pool = 0; pool < waiting.length; pool++) {
          if (waiting[pool] > 0) {
            double hours = (double) (to - time) / HOUR;
            idle[pool] += hours * Math.max(0, pools.gpusOf(pool) - used[pool]);
            offered[pool] += hours * pools.gpusOf(pool);
          }
        }
        if (to == weekEnd) {
          close(weekEnd - WEEK);
        }
        time = to;
      }
    }

    private void close(long week) {
      for (int pool = 0; pool < idle.length; pool++) {
        if (offered[pool] > 0) {
          String monday =
              Instant.ofEpochSecond(origin + week)
                  .atOffset(ZoneOffset.UTC)
                  .toLocalDate()
                  .toString();
          rows.add(new IdleGpus(monday, pools.name(pool), idle[pool], offered[pool]));
        }
      }
      Arrays.fill(idle, 0);
      Arrays.fill(offered, 0);
    }

    private List<IdleGpus> done() {
      close(time - Math.floorMod(origin + time - MONDAY, WEEK));
      return List.copyOf(rows);
    }
  }
}
