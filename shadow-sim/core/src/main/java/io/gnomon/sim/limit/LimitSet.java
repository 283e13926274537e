package io.gnomon.sim.limit;

import java.util.List;

/**
 * The limits of jobs of one association, QOS and partition, in the order in which Slurm tests them,
 * and the counters that such jobs change. Immutable; equal instances are the same object.
 */
public final class LimitSet {
  final LimitTest[] toStart;
  final LimitTest[] toSubmit;
  final LimitTest[] toRun; // those of toStart that also end running jobs
  final int[] rows;
  final boolean[] decays; // by place in rows: whether usage decays
  final boolean[] countsNodes; // by place in rows: whether different nodes are counted
  final double usageFactor;
  final boolean denies;

  LimitSet(
      List<LimitTest> toStart,
      List<LimitTest> toSubmit,
      int[] rows,
      boolean[] decays,
      boolean[] countsNodes,
      double usageFactor,
      boolean denies) {
    this.toStart = toStart.toArray(LimitTest[]::new);
    this.toSubmit = toSubmit.toArray(LimitTest[]::new);
    toRun = toStart.stream().filter(LimitTest::endsJobs).toArray(LimitTest[]::new);
    this.rows = rows;
    this.decays = decays;
    this.countsNodes = countsNodes;
    this.usageFactor = usageFactor;
    this.denies = denies;
  }

  /** Whether nothing limits these jobs. */
  public boolean isEmpty() {
    return toStart.length == 0 && toSubmit.length == 0;
  }

  /** Whether running jobs end when a limit on minutes has been used up. */
  public boolean endsJobs() {
    return toRun.length > 0;
  }

  /** {@code UsageFactor} of the QOS of these jobs. */
  public double usageFactor() {
    return usageFactor;
  }
}
