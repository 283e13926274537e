package io.gnomon.sim.limit;

/**
 * The limits of jobs of one association, QOS and partition, in the order in which Slurm tests them,
 * and the counters that such jobs change. Immutable; equal instances are the same object.
 */
public final class LimitSet {
  final LimitTest[] toStart;
  final LimitTest[] toSubmit;
  final int[] rows;
  final boolean[] decays; // by place in rows: whether usage decays
  final double usageFactor;

  LimitSet(
      LimitTest[] toStart, LimitTest[] toSubmit, int[] rows, boolean[] decays, double usageFactor) {
    this.toStart = toStart;
    this.toSubmit = toSubmit;
    this.rows = rows;
    this.decays = decays;
    this.usageFactor = usageFactor;
  }

  /** Whether nothing limits these jobs. */
  public boolean isEmpty() {
    return toStart.length == 0 && toSubmit.length == 0;
  }

  /** {@code UsageFactor} of the QOS of these jobs. */
  public double usageFactor() {
    return usageFactor;
  }
}
