package io.gnomon.sim.workload;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A log with its weeks in random order: another possible year of the same users, which shows how
 * far a result depends on the order of weeks.
 *
 * <p>Weeks count from the log's origin. Each week keeps its jobs, their order and their second of
 * the week; the last week, which may be incomplete, stays last.
 */
public final class ShuffledWeeks {
  private static final int WEEK = 7 * 24 * 3600;

  private ShuffledWeeks() {}

  /** The log with the order of weeks given by a random seed; O(n). */
  public static JobLog of(JobLog log, long seed) {
    if (log.size() == 0) {
      return log;
    }
    int last = log.submit(log.size() - 1) / WEEK;
    int[] order = order(last, seed);
    int[] jobs = new int[log.size()];
    int[] submits = new int[log.size()];
    int row = 0;
    for (int position = 0; position <= last; position++) {
      int week = order[position];
      for (int job = log.firstSubmittedAtOrAfter(week * WEEK);
          job < log.size() && log.submit(job) / WEEK == week;
          job++) {
        jobs[row] = job;
        submits[row] = log.submit(job) + (position - week) * WEEK;
        row++;
      }
    }
    return log.select(jobs).with(JobColumn.SUBMIT, submits);
  }

  // week at each position; the last one stays
  private static int[] order(int last, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = IntStream.rangeClosed(0, last).toArray();
    for (int position = last - 1; position > 0; position--) {
      int other = random.nextInt(position + 1);
      int week = order[position];
      order[position] = order[other];
      order[other] = week;
    }
    return order;
  }
}
