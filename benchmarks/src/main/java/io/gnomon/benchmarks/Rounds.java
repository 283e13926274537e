package io.gnomon.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Times several tasks alternately, so that other load on the machine affects all of them alike.
 *
 * <p>Single-threaded tasks are timed in CPU time of their thread, which other programs disturb
 * least; multi-threaded tasks are timed in elapsed time.
 */
final class Rounds {
  private static final double NANOSECONDS = 1e9;
  private static final long WARM_UP_NANOS = 2_000_000_000L;

  private Rounds() {}

  /**
   * The median seconds of each task over {@code rounds} rounds, after a warm-up of half as many
   * rounds and at least two seconds.
   *
   * @param tasks run once each in every round, in order, each on the calling thread only
   */
  static double[] medians(int rounds, List<Runnable> tasks) {
    return medians(rounds, tasks, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  /** Like {@link #medians(int, List)} in elapsed time, for tasks that wait for other threads. */
  static double[] mediansByClock(int rounds, List<Runnable> tasks) {
    return medians(rounds, tasks, System::nanoTime);
  }

  private static double[] medians(int rounds, List<Runnable> tasks, LongSupplier clock) {
    long warm = System.nanoTime() + WARM_UP_NANOS;
    for (int round = 0; round < (rounds + 1) / 2 || System.nanoTime() < warm; round++) {
      tasks.forEach(Runnable::run);
    }
    double[][] seconds = new double[tasks.size()][rounds];
    for (int round = 0; round < rounds; round++) {
      for (int task = 0; task < seconds.length; task++) {
        long began = clock.getAsLong();
        tasks.get(task).run();
        seconds[task][round] = (clock.getAsLong() - began) / NANOSECONDS;
      }
    }
    return Arrays.stream(seconds).mapToDouble(Rounds::median).toArray();
  }

  static double median(double[] values) {
    Arrays.sort(values);
    return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
  }
}
