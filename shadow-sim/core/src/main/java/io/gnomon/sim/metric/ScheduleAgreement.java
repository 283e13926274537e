package io.gnomon.sim.metric;

import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The agreement between a simulated schedule and the schedule of a real scheduler for the same
 * jobs.
 *
 * @param realMeanWait seconds from submission to start
 * @param simulatedMeanWait the same for the simulated schedule
 * @param medianDifference median absolute difference of a job's two starts, in seconds
 * @param near fraction of jobs whose two starts are at most {@link #NEAR_SECONDS} apart, 0 to 1
 * @param order Kendall's tau of the starts: 1 if all pairs of jobs start in the same order, -1 if
 *     all start in the opposite order; ties count as neither
 */
public record ScheduleAgreement(
    double realMeanWait,
    double simulatedMeanWait,
    double medianDifference,
    double near,
    double order) {
  /** Largest difference of two starts that counts as near, in seconds. */
  public static final int NEAR_SECONDS = 10;

  /**
   * Compares two schedules; O(n^2) for the order.
   *
   * @param log with at least two jobs
   * @param realStart actual start of each job, in seconds since the log's origin
   * @param simulated schedule of the same jobs, all started
   */
  public static ScheduleAgreement of(JobLog log, IntUnaryOperator realStart, Schedule simulated) {
    if (log.size() < 2 || log.size() != simulated.size()) {
      throw new IllegalArgumentException(
          "the log has %d jobs and the schedule %d: they must be equal and at least 2"
              .formatted(log.size(), simulated.size()));
    }
    int[] real = IntStream.range(0, log.size()).map(realStart).toArray();
    int[] other = IntStream.range(0, log.size()).map(simulated::start).toArray();
    int[] differences =
        IntStream.range(0, log.size()).map(job -> Math.abs(other[job] - real[job])).toArray();
    double near = Arrays.stream(differences).filter(seconds -> seconds <= NEAR_SECONDS).count();
    Arrays.sort(differences);
    int half = differences.length / 2;
    return new ScheduleAgreement(
        meanWait(log, real),
        meanWait(log, other),
        (differences[half] + differences[differences.length - 1 - half]) / 2.0,
        near / log.size(),
        order(real, other));
  }

  /** Relative error of the simulated mean wait; negative if it is less than the real one. */
  public double meanWaitError() {
    return simulatedMeanWait / realMeanWait - 1;
  }

  private static double meanWait(JobLog log, int[] starts) {
    return IntStream.range(0, starts.length)
        .mapToDouble(job -> starts[job] - log.submit(job))
        .average()
        .orElse(0);
  }

  private static double order(int[] real, int[] other) {
    long agreement = 0;
    for (int i = 0; i < real.length; i++) {
      for (int j = 0; j < i; j++) {
        agreement += Integer.compare(real[i], real[j]) * Integer.compare(other[i], other[j]);
      }
    }
    return 2.0 * agreement / ((double) real.length * (real.length - 1));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "mean wait %.1f s, simulated %.1f s (%+.1f %%); starts: median difference %.1f s,"
            + " %.0f %% within %d s, order %.3f",
        realMeanWait,
        simulatedMeanWait,
        100 * meanWaitError(),
        medianDifference,
        100 * near,
        NEAR_SECONDS,
        order);
  }
}
