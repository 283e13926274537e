package io.gnomon.sim.assess.reproduction;

import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.JobGroups;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How well a simulation of the configuration in force reproduces the recorded past.
 *
 * @param jobs jobs with a recorded start that also start in the simulation
 * @param recordedWait mean of their recorded waits, seconds
 * @param simulatedWait mean of their simulated waits, seconds
 * @param quantiles recorded and simulated waits at each of {@link #FRACTIONS}
 * @param distance largest difference between the distributions of waits, as a share of the jobs
 * @param order Kendall's tau of the starts of up to {@value #ORDERED} jobs
 * @param partitions the mean waits by partition
 * @param trust what the figures allow
 */
public record Reproduction(
    int jobs,
    double recordedWait,
    double simulatedWait,
    List<double[]> quantiles,
    double distance,
    double order,
    List<PartitionWaits> partitions,
    Trust trust) {
  /** Fractions of the jobs for which the distribution of waits is given. */
  public static final List<Double> FRACTIONS = List.of(0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99);

  private static final int ORDERED = 4000;
  private static final int MINUTE = 60;
  private static final double CLOSE_ERROR = 0.2;
  private static final double CLOSE_DISTANCE = 0.15;
  private static final double MOST_ERROR = 0.5;
  private static final double MOST_DISTANCE = 0.3;

  /** What a reproduction allows. */
  public enum Trust {
    /** No starts are recorded, so nothing can be compared. */
    UNKNOWN,
    /** The model reproduces the past closely. */
    CLOSE,
    /** The model reproduces the past roughly; only gains larger than its error count. */
    ROUGH,
    /** The model does not reproduce the past. */
    POOR
  }

  /**
   * The mean waits of a partition's jobs.
   *
   * @param partition its name
   * @param jobs compared jobs
   * @param recorded seconds
   * @param simulated seconds
   */
  public record PartitionWaits(String partition, int jobs, double recorded, double simulated) {}

  /** The error of the simulated mean wait, relative to the recorded one or at least a minute. */
  public double error() {
    return (simulatedWait - recordedWait) / Math.max(MINUTE, recordedWait);
  }

  /** The relative gain that an advised change must have: at least the error of the model. */
  public double requiredGain(double least) {
    return trust == Trust.ROUGH ? Math.max(least, Math.abs(error())) : least;
  }

  /** Whether advice is possible at all. */
  public boolean allowsAdvice() {
    return trust != Trust.POOR;
  }

  /** Compares a simulation with the recorded waits. */
  public static Reproduction of(JobLog log, Schedule simulated, JobGroups groups) {
    int[] compared = new int[log.size()];
    int count = 0;
    for (int job = 0; job < log.size(); job++) {
      if (log.recordedWait(job) != JobLog.UNKNOWN && simulated.started(job)) {
        compared[count++] = job;
      }
    }
    compared = Arrays.copyOf(compared, count);
    if (count < 2) {
      return new Reproduction(count, 0, 0, List.of(), 0, 0, List.of(), Trust.UNKNOWN);
    }
    double[] recorded = Arrays.stream(compared).mapToDouble(log::recordedWait).toArray();
    double[] waits =
        Arrays.stream(compared)
            .mapToDouble(job -> simulated.start(job) - log.submit(job))
            .toArray();
    List<PartitionWaits> partitions = partitions(compared, recorded, waits, groups);
    double[] recordedSorted = recorded.clone();
    double[] sorted = waits.clone();
    Arrays.sort(recordedSorted);
    Arrays.sort(sorted);
    double meanRecorded = Arrays.stream(recorded).average().orElse(0);
    double mean = Arrays.stream(waits).average().orElse(0);
    double distance = distance(recordedSorted, sorted);
    double error = Math.abs(mean - meanRecorded) / Math.max(MINUTE, meanRecorded);
    return new Reproduction(
        count,
        meanRecorded,
        mean,
        FRACTIONS.stream()
            .map(part -> new double[] {at(recordedSorted, part), at(sorted, part)})
            .toList(),
        distance,
        order(log, compared, recorded, waits),
        partitions,
        trust(error, distance));
  }

  private static Trust trust(double error, double distance) {
    if (error <= CLOSE_ERROR && distance <= CLOSE_DISTANCE) {
      return Trust.CLOSE;
    }
    return error <= MOST_ERROR && distance <= MOST_DISTANCE ? Trust.ROUGH : Trust.POOR;
  }

  private static double at(double[] sorted, double fraction) {
    return sorted[Math.max(0, (int) Math.ceil(fraction * sorted.length) - 1)];
  }

  /** The largest difference of the distributions, where waits of up to a minute are alike. */
  private static double distance(double[] one, double[] other) {
    double largest = 0;
    int i = 0;
    int j = 0;
    while (i < one.length || j < other.length) {
      double value =
          Math.max(
              MINUTE,
              Math.min(
                  i < one.length ? one[i] : Double.MAX_VALUE,
                  j < other.length ? other[j] : Double.MAX_VALUE));
      while (i < one.length && one[i] <= value) {
        i++;
      }
      while (j < other.length && other[j] <= value) {
        j++;
      }
      largest = Math.max(largest, Math.abs((double) i / one.length - (double) j / other.length));
    }
    return largest;
  }

  /** Kendall's tau of the starts, over jobs at equal distances in the order of submission. */
  private static double order(JobLog log, int[] jobs, double[] recorded, double[] waits) {
    int step = (jobs.length + ORDERED - 1) / ORDERED;
    long agreement = 0;
    long pairs = 0;
    for (int i = 0; i < jobs.length; i += step) {
      for (int j = 0; j < i; j += step) {
        double submits = log.submit(jobs[i]) - log.submit(jobs[j]);
        agreement +=
            (long) Math.signum(submits + recorded[i] - recorded[j])
                * (long) Math.signum(submits + waits[i] - waits[j]);
        pairs++;
      }
    }
    return pairs == 0 ? 0 : (double) agreement / pairs;
  }

  private static List<PartitionWaits> partitions(
      int[] jobs, double[] recorded, double[] waits, JobGroups groups) {
    List<PartitionWaits> all = new ArrayList<>();
    List<String> names = groups.names(Grouping.PARTITION);
    for (int group = 0; group < names.size(); group++) {
      int count = 0;
      double real = 0;
      double other = 0;
      for (int i = 0; i < jobs.length; i++) {
        if (groups.of(Grouping.PARTITION, jobs[i]) == group) {
          count++;
          real += recorded[i];
          other += waits[i];
        }
      }
      if (count > 0) {
        all.add(new PartitionWaits(names.get(group), count, real / count, other / count));
      }
    }
    return all;
  }
}
