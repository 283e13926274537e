package io.gnomon.sim.assess.cause;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.StartConditions;
import java.util.Arrays;

/**
 * The time that jobs wait in a simulation, by what was short meanwhile. The shares add up to 1, or
 * 0 if no job waits. O(n log n + n partitions).
 *
 * @param notEligible share of the waiting before a begin time or for a dependency
 * @param gpus share of jobs with GPUs while at least {@value #FULL} of the GPUs were in use
 * @param cpus share while at least {@value #FULL} of the CPUs were in use
 * @param free share while neither was short
 * @param load processor-seconds of all jobs, relative to what the machine has during the
 *     submissions
 * @param gpuLoad the same for GPUs; 0 without GPUs
 */
public record WaitingTime(
    double notEligible, double gpus, double cpus, double free, double load, double gpuLoad) {
  /** The share of a resource from which it counts as short. */
  public static final double FULL = 0.9;

  private static final int ENDS = 0;
  private static final int SUBMITTED = 1;
  private static final int ELIGIBLE = 2;
  private static final int STARTS = 3;

  /**
   * Follows a schedule. CPUs and GPUs count by pool: partitions that share nodes.
   *
   * @param setup that was simulated
   */
  public static WaitingTime of(SimulatedSite setup, Schedule schedule) {
    JobLog log = setup.log();
    ResourcePools pools = new ResourcePools(setup);
    long[] events = new long[4 * log.size()];
    int count = 0;
    double work = 0;
    double gpuWork = 0;
    for (int job = 0; job < log.size(); job++) {
      work += (double) log.runtime(job) * log.width(job);
      gpuWork += (double) log.runtime(job) * pools.gpus(job);
      if (!schedule.started(job)) {
        continue;
      }
      int start = schedule.start(job);
      StartConditions conditions = log.hasConditions() ? log.conditions(job) : null;
      int delay = conditions == null ? 0 : Math.max(0, conditions.beginDelay());
      events[count++] = event(log.submit(job), SUBMITTED, job);
      events[count++] = event(Math.min(start, (long) log.submit(job) + delay), ELIGIBLE, job);
      events[count++] = event(start, STARTS, job);
      events[count++] = event(Math.max(start, schedule.end(job)), ENDS, job);
    }
    events = Arrays.copyOf(events, count);
    Arrays.sort(events);
    Sweep sweep = new Sweep(pools);
    for (long event : events) {
      sweep.take(event, schedule);
    }
    double span = Math.max(1, log.submit(log.size() - 1) - log.submit(0));
    double all = Math.max(1, sweep.held + sweep.gpus + sweep.cpus + sweep.free);
    return new WaitingTime(
        sweep.held / all,
        sweep.gpus / all,
        sweep.cpus / all,
        sweep.free / all,
        work / (span * pools.allCpus()),
        pools.allGpus() == 0 ? 0 : gpuWork / (span * pools.allGpus()));
  }

  private static long event(long time, int kind, int job) {
    return time << 32 | (long) kind << 30 | job;
  }

  /** The state of the sweep over time. */
  private static final class Sweep {
    private final ResourcePools pools;
    private final int[] early; // waiting jobs by pool: not yet eligible, for GPUs, others
    private final int[] forGpus;
    private final int[] others;
    private final long[] usedCpus;
    private final long[] usedGpus;
    private long time;
    private double held;
    private double gpus;
    private double cpus;
    private double free;

    Sweep(ResourcePools pools) {
      this.pools = pools;
      early = new int[pools.count()];
      forGpus = new int[pools.count()];
      others = new int[pools.count()];
      usedCpus = new long[pools.count()];
      usedGpus = new long[pools.count()];
    }

    void take(long event, Schedule schedule) {
      long at = event >>> 32;
      int kind = (int) (event >>> 30) & 3;
      int job = (int) event & (1 << 30) - 1;
      int pool = pools.of(job);
      pass(at - time);
      time = at;
      int[] queue = pools.gpus(job) > 0 ? forGpus : others;
      switch (kind) {
        case SUBMITTED -> early[pool]++;
        case ELIGIBLE -> {
          early[pool]--;
          queue[pool]++;
        }
        case STARTS -> {
          queue[pool]--;
          usedCpus[pool] += schedule.processors(job);
          usedGpus[pool] += pools.gpus(job);
        }
        default -> {
          usedCpus[pool] -= schedule.processors(job);
          usedGpus[pool] -= pools.gpus(job);
        }
      }
    }

    private void pass(long seconds) {
      for (int pool = 0; seconds > 0 && pool < early.length; pool++) {
        held += (double) early[pool] * seconds;
        long size = pools.cpusOf(pool);
        boolean full = size > 0 && usedCpus[pool] >= FULL * size;
        boolean gpusFull = pools.gpusOf(pool) > 0 && usedGpus[pool] >= FULL * pools.gpusOf(pool);
        double byGpus = (double) forGpus[pool] * seconds;
        double byCpus = (double) others[pool] * seconds;
        gpus += gpusFull ? byGpus : 0;
        cpus += full ? byCpus + (gpusFull ? 0 : byGpus) : 0;
        free += full ? 0 : byCpus + (gpusFull ? 0 : byGpus);
      }
    }
  }
}
