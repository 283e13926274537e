package io.gnomon.benchmarks.workload;

import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import java.util.SplittableRandom;

/**
 * An endless stream of jobs that keeps the queue at a constant length: the first {@code backlog}
 * jobs arrive at second 0, the others at the rate at which the machine can run them. Widths are
 * powers of two; runtimes are half the estimates.
 */
public final class SteadyArrivals implements Arrivals {
  private static final int LONGEST = 4 * 3600;
  private static final int WIDTH_POWERS = 4;

  private final int processors;
  private final int widest;
  private final int backlog;
  private final double gap;
  private int next;

  /**
   * Creates the stream.
   *
   * @param processors of the machine, at least {@code widest}
   * @param widest width of the widest jobs, a power of two, at least 8
   * @param backlog number of jobs that arrive at second 0
   */
  public SteadyArrivals(int processors, int widest, int backlog) {
    this.processors = processors;
    this.widest = widest;
    this.backlog = backlog;
    gap = meanWidth(widest) * LONGEST / 4 / processors;
  }

  /** The mean width of the jobs: 15/32 of {@code widest}. */
  public static double meanWidth(int widest) {
    return widest * (2 - Math.scalb(2.0, -WIDTH_POWERS)) / WIDTH_POWERS;
  }

  @Override
  public int nextTime() {
    return next < backlog ? 0 : 1 + (int) ((next - backlog) * gap);
  }

  @Override
  public void take(Arrival into) {
    SplittableRandom random = new SplittableRandom(next); // a fork yields the same jobs
    into.job = next++;
    into.width = widest >> random.nextInt(WIDTH_POWERS);
    into.estimate = 2 + random.nextInt(LONGEST - 1);
    into.runtime = Math.max(1, into.estimate / 2);
  }

  @Override
  public Arrivals fork() {
    SteadyArrivals fork = new SteadyArrivals(processors, widest, backlog);
    fork.next = next;
    return fork;
  }
}
