package io.gnomon.benchmarks;

import java.util.Arrays;
import java.util.List;

/**
 * Times several tasks in turn, so that whatever else the machine does touches all of them alike.
 */
final class Rounds {
  private static final double NANOSECONDS = 1e9;

  private Rounds() {}

  /**
   * The median seconds of each task over {@code rounds} rounds, after half as many to warm up.
   *
   * @param tasks run once each in every round, in order
   */
  static double[] medians(int rounds, List<Runnable> tasks) {
    double[][] seconds = new double[tasks.size()][rounds];
    int warmUp = (rounds + 1) / 2;
    for (int round = -warmUp; round < rounds; round++) {
      for (int task = 0; task < seconds.length; task++) {
        long began = System.nanoTime();
        tasks.get(task).run();
        if (round >= 0) {
          seconds[task][round] = (System.nanoTime() - began) / NANOSECONDS;
        }
      }
    }
    return Arrays.stream(seconds).mapToDouble(Rounds::median).toArray();
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
  }
}
