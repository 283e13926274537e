package io.gnomon.benchmarks;

import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import java.util.SplittableRandom;

/**
 * Jobs without end, the first {@code backlog} of them at second 0, the others as fast as the
 * machine can run them: so many go on waiting. Widths are powers of two, runtimes half their
 * estimates.
 */
final class SteadyArrivals implements Arrivals {
  private static final int LONGEST = 4 * 3600;
  private static final double MEAN_SHARE = 1.0 / 16;
  private static final int WIDTH_POWERS = 4;

  private final int processors;
  private final int backlog;
  private final int widest;
  private final double gap;
  private int next;

  /**
   * Arrivals from the first on.
   *
   * @param processors of the machine, at least 16
   */
  SteadyArrivals(int processors, int backlog) {
    this.processors = processors;
    this.backlog = backlog;
    widest = Math.max(1, (int) (processors * MEAN_SHARE));
    double meanWidth = 0;
    for (int power = 0; power < WIDTH_POWERS; power++) {
      meanWidth += (double) Math.max(1, widest >> power) / WIDTH_POWERS;
    }
    gap = meanWidth * LONGEST / 4 / processors;
  }

  @Override
  public int nextTime() {
    return next < backlog ? 0 : 1 + (int) ((next - backlog) * gap);
  }

  @Override
  public void take(Arrival into) {
    SplittableRandom random = new SplittableRandom(next); // so that a fork sees the same jobs
    into.job = next++;
    into.width = Math.max(1, widest >> random.nextInt(WIDTH_POWERS));
    into.estimate = 2 + random.nextInt(LONGEST - 1);
    into.runtime = Math.max(1, into.estimate / 2);
  }

  @Override
  public Arrivals fork() {
    SteadyArrivals fork = new SteadyArrivals(processors, backlog);
    fork.next = next;
    return fork;
  }
}
