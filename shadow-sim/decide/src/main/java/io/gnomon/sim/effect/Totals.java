package io.gnomon.sim.effect;

import java.util.List;

/**
 * The number of compared jobs, the sums of their waits and bounded slowdowns, and their longest
 * waits, by variant.
 */
public final class Totals {
  private static final List<Variant> VARIANTS = List.of(Variant.values());

  private final double[] waits = new double[Variant.COUNT];
  private final double[] slowdowns = new double[Variant.COUNT];
  private final double[] longest = new double[Variant.COUNT];
  private int jobs;

  /** Those of one job. */
  static Totals of(ComparedJob job) {
    Totals one = new Totals();
    one.jobs = 1;
    for (Variant variant : VARIANTS) {
      one.waits[variant.ordinal()] = job.wait(variant);
      one.longest[variant.ordinal()] = job.wait(variant);
      one.slowdowns[variant.ordinal()] = job.boundedSlowdown(variant);
    }
    return one;
  }

  void add(Totals other) {
    jobs += other.jobs;
    for (int variant = 0; variant < Variant.COUNT; variant++) {
      waits[variant] += other.waits[variant];
      slowdowns[variant] += other.slowdowns[variant];
      longest[variant] = Math.max(longest[variant], other.longest[variant]);
    }
  }

  /** The number of jobs. */
  public int jobs() {
    return jobs;
  }

  /** The sum of the waits in seconds. */
  public double waitSeconds(Variant variant) {
    return waits[variant.ordinal()];
  }

  /** The mean wait in seconds; NaN without jobs. */
  public double meanWait(Variant variant) {
    return waits[variant.ordinal()] / jobs;
  }

  /** The longest wait in seconds; NaN without jobs. */
  public double longestWait(Variant variant) {
    return jobs == 0 ? Double.NaN : longest[variant.ordinal()];
  }

  /** The mean bounded slowdown; NaN without jobs. */
  public double meanSlowdown(Variant variant) {
    return slowdowns[variant.ordinal()] / jobs;
  }

  /** The columns of a snapshot: jobs, then waits and slowdowns by variant. */
  static final int COLUMNS = 1 + 2 * Variant.COUNT;

  void write(double[] into, int at) {
    into[at] = jobs;
    System.arraycopy(waits, 0, into, at + 1, Variant.COUNT);
    System.arraycopy(slowdowns, 0, into, at + 1 + Variant.COUNT, Variant.COUNT);
  }

  void writeLongest(double[] into, int at) {
    System.arraycopy(longest, 0, into, at, Variant.COUNT);
  }

  void readLongest(double[] from, int at) {
    System.arraycopy(from, at, longest, 0, Variant.COUNT);
  }

  void read(double[] from, int at) {
    jobs = (int) from[at];
    System.arraycopy(from, at + 1, waits, 0, Variant.COUNT);
    System.arraycopy(from, at + 1 + Variant.COUNT, slowdowns, 0, Variant.COUNT);
  }
}
