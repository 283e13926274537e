package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Conservative backfilling, plain: free processors for every single second, jobs in lists,
 * everything computed anew. Estimates are upper bounds. For tests of the fast one.
 */
final class PlainPlanner {
  private static final int NEVER = -1;

  private final JobLog log;
  private final int processors;
  private final boolean guarantee;
  private final Comparator<Integer> order;
  private final int[] starts;
  private final int[] guaranteed;

  PlainPlanner(JobLog log, int processors, boolean guarantee, Comparator<Integer> order) {
    this.log = log;
    this.processors = processors;
    this.guarantee = guarantee;
    this.order = order;
    starts = filled(log.size());
    guaranteed = filled(log.size());
  }

  private static int[] filled(int length) {
    int[] column = new int[length];
    Arrays.fill(column, NEVER);
    return column;
  }

  /** When each job starts. */
  int[] starts() {
    int horizon = 1;
    for (int job = 0; job < log.size(); job++) {
      horizon = Math.max(horizon, log.submit(job)) + log.estimate(job);
    }
    for (int now = 0; now <= horizon; now++) {
      if (somethingHappens(now)) {
        pass(now, horizon);
      }
    }
    return starts;
  }

  private boolean somethingHappens(int now) {
    for (int job = 0; job < log.size(); job++) {
      boolean ends = starts[job] != NEVER && starts[job] + log.runtime(job) == now;
      boolean due = starts[job] == NEVER && guaranteed[job] == now;
      if (log.submit(job) == now || ends || due) {
        return true;
      }
    }
    return false;
  }

  private void pass(int now, int horizon) {
    List<Integer> waiting = new ArrayList<>();
    boolean ended = false;
    int[] free = new int[2 * horizon + 2];
    Arrays.fill(free, processors);
    for (int job = 0; job < log.size(); job++) {
      if (starts[job] != NEVER) {
        ended |= starts[job] + log.runtime(job) == now;
        if (starts[job] + log.runtime(job) > now) {
          use(free, now, starts[job] + log.estimate(job), log.width(job));
        }
      } else if (log.submit(job) <= now) {
        waiting.add(job);
      }
    }
    waiting.sort(order);
    if (guarantee) {
      for (int job : waiting) {
        if (guaranteed[job] != NEVER) {
          use(free, guaranteed[job], guaranteed[job] + log.estimate(job), log.width(job));
        }
      }
    }
    for (int job : waiting) {
      if (!guarantee) {
        guaranteed[job] = NEVER;
      }
      if (guaranteed[job] != NEVER && ended) {
        use(free, guaranteed[job], guaranteed[job] + log.estimate(job), -log.width(job));
        place(free, now, job);
      }
    }
    for (int job : waiting) {
      if (guaranteed[job] == NEVER) {
        place(free, now, job);
      }
      if (guaranteed[job] == now) {
        starts[job] = now;
      }
    }
  }

  private void place(int[] free, int now, int job) {
    int start = now;
    for (int second = start; second < start + log.estimate(job); second++) {
      if (free[second] < log.width(job)) {
        start = second + 1;
      }
    }
    guaranteed[job] = start;
    use(free, start, start + log.estimate(job), log.width(job));
  }

  private static void use(int[] free, int from, int to, int width) {
    for (int second = from; second < to; second++) {
      free[second] -= width;
    }
  }
}
