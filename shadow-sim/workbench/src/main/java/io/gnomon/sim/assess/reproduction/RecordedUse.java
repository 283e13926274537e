package io.gnomon.sim.assess.reproduction;

import io.gnomon.sim.assess.change.SimulatedSite;
import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * The use of the machine's processors as recorded, which shows why a simulation may not reproduce
 * the past.
 *
 * @param peak most processors in use at any time
 * @param busiest processors in use during the busiest hundredth of the time in which jobs waited
 * @param idleWhileWaiting share of the time with waiting jobs in which as many processors were
 *     unused as the narrowest of these jobs needs twice
 * @param pastEstimate jobs that ran past their requested time by more than a minute
 * @param unknownStarts jobs without a recorded start
 * @param processors of the machine
 */
public record RecordedUse(
    int peak,
    int busiest,
    double idleWhileWaiting,
    int pastEstimate,
    int unknownStarts,
    int processors) {
  private static final int MINUTE = 60;

  /** Follows the recorded starts and ends; O(n log n). */
  public static RecordedUse of(SimulatedSite recorded) {
    JobLog log = recorded.log();
    int known = 0;
    int past = 0;
    for (int job = 0; job < log.size(); job++) {
      known += log.recordedWait(job) == JobLog.UNKNOWN ? 0 : 1;
      past += log.runtime(job) > log.estimate(job) + MINUTE ? 1 : 0;
    }
    // submission, start and end of each job: time in the upper half, then kind and job
    long[] events = new long[3 * known];
    int count = 0;
    for (int job = 0; job < log.size(); job++) {
      if (log.recordedWait(job) != JobLog.UNKNOWN) {
        long start = (long) log.submit(job) + log.recordedWait(job);
        events[count++] = event(log.submit(job), 1, job);
        events[count++] = event(start, 2, job);
        events[count++] = event(start + log.runtime(job), 0, job);
      }
    }
    Arrays.sort(events);
    Sweep sweep = new Sweep(log, recorded.processors());
    for (long event : events) {
      sweep.take(event);
    }
    return sweep.use(past, log.size() - known);
  }

  private static long event(long time, int kind, int job) {
    return time << 32 | (long) kind << 30 | job;
  }

  /** The state of the sweep over time. */
  private static final class Sweep {
    private final JobLog log;
    private final int processors;
    private final TreeMap<Integer, Integer> waiting = new TreeMap<>();
    private final TreeMap<Integer, Long> secondsByUse = new TreeMap<>();
    private long time;
    private int used;
    private int peak;
    private long idle;
    private long waited;

    Sweep(JobLog log, int processors) {
      this.log = log;
      this.processors = processors;
    }

    void take(long event) {
      long at = event >>> 32;
      int kind = (int) (event >>> 30) & 3;
      int job = (int) event & (1 << 30) - 1;
      int width = log.width(job);
      if (!waiting.isEmpty() && at > time) {
        waited += at - time;
        secondsByUse.merge(used, at - time, Long::sum);
        idle += processors - used >= 2 * waiting.firstKey() ? at - time : 0;
      }
      time = at;
      if (kind == 0) {
        used -= width;
      } else if (kind == 1) {
        waiting.merge(width, 1, Integer::sum);
      } else {
        waiting.computeIfPresent(width, (key, number) -> number == 1 ? null : number - 1);
        used += width;
        peak = Math.max(peak, used);
      }
    }

    RecordedUse use(int past, int unknown) {
      long left = waited / 100;
      int busiest = 0;
      for (var entry : secondsByUse.descendingMap().entrySet()) {
        busiest = entry.getKey();
        left -= entry.getValue();
        if (left <= 0) {
          break;
        }
      }
      return new RecordedUse(
          peak, busiest, waited == 0 ? 0 : (double) idle / waited, past, unknown, processors);
    }
  }
}
