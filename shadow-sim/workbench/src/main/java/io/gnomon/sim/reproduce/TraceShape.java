package io.gnomon.sim.reproduce;

import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Tables 1 and 2 of perkovic2000: the properties of the CTC trace, as a whole and by shape of jobs.
 */
final class TraceShape {
  /** Shapes by estimate (up to three hours is short) and width (up to two is narrow). */
  static final List<String> NAMES = List.of("SN", "SW", "LN", "LW");

  private static final int SHORT = 10_800;
  private static final int NARROW = 2;
  private static final double[] JOBS = {14_486, 25_702, 25_526, 13_588};
  private static final double[] OVERESTIMATION = {22, 14, 460, 110};

  private TraceShape() {}

  /** The index of a job's shape in {@link #NAMES}. */
  static int of(JobLog log, int job) {
    return (log.estimate(job) > SHORT ? 2 : 0) + (log.width(job) > NARROW ? 1 : 0);
  }

  static List<Table> tables(JobLog log) {
    List<Figure> whole = new ArrayList<>();
    double[] factors = new double[log.size()];
    for (int job = 0; job < log.size(); job++) {
      factors[job] = (double) log.estimate(job) / log.runtime(job);
    }
    add(whole, "jobs", 79_302, log.size());
    add(whole, "mean width", 11, mean(log, log::width));
    add(whole, "median width", 2, median(log, log::width));
    add(whole, "mean runtime, s", 10_984, mean(log, log::runtime));
    add(whole, "mean estimate, s", 24_324, mean(log, log::estimate));
    add(whole, "median estimate, s", 10_800, median(log, log::estimate));
    add(whole, "mean overestimation", 176, Arrays.stream(factors).average().orElse(0));
    Arrays.sort(factors);
    add(whole, "median overestimation", 3.90, factors[factors.length / 2]);
    List<Figure> shapes = new ArrayList<>();
    double[] jobs = new double[NAMES.size()];
    double[] sums = new double[NAMES.size()];
    for (int job = 0; job < log.size(); job++) {
      jobs[of(log, job)]++;
      sums[of(log, job)] += (double) log.estimate(job) / log.runtime(job);
    }
    for (int shape = 0; shape < NAMES.size(); shape++) {
      shapes.add(new Figure(NAMES.get(shape), "jobs", JOBS[shape], jobs[shape]));
      shapes.add(
          new Figure(
              NAMES.get(shape),
              "mean overestimation",
              OVERESTIMATION[shape],
              sums[shape] / jobs[shape]));
    }
    return List.of(
        new Table("Table 1: the trace", whole), new Table("Table 2: jobs by shape", shapes));
  }

  private static void add(List<Figure> figures, String row, double paper, double ours) {
    figures.add(new Figure(row, "", paper, ours));
  }

  private static double mean(JobLog log, IntUnaryOperator column) {
    double sum = 0;
    for (int job = 0; job < log.size(); job++) {
      sum += column.applyAsInt(job);
    }
    return sum / log.size();
  }

  private static double median(JobLog log, IntUnaryOperator column) {
    int[] values = new int[log.size()];
    Arrays.setAll(values, column);
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
