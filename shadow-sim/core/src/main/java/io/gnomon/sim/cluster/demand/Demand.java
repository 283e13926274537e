package io.gnomon.sim.cluster.demand;

/**
 * The width and estimate of a job packed into one long: width in the upper half, estimate in the
 * lower. One subtraction tests both against a limit; guard bits show which one exceeds it.
 */
public final class Demand {
  /** Placeholder for no job; never fits. */
  static final long NONE = (long) Integer.MAX_VALUE << 32 | Integer.MAX_VALUE;

  /** A demand that always fits. */
  static final long ALWAYS = 0;

  private static final long GUARDS = 1L << 63 | 1L << 31;
  private static final int WIDEST = Integer.MAX_VALUE - 1;

  private Demand() {}

  public static long of(int width, int estimate) {
    return (long) width << 32 | estimate;
  }

  public static int width(long demand) {
    return (int) (demand >>> 32);
  }

  static int estimate(long demand) {
    return (int) demand;
  }

  /** Upper bound for {@link #fits}: at most this width and at most this estimate. */
  static long limit(int width, int seconds) {
    return of(Math.min(width, WIDEST), Math.max(0, seconds)) | GUARDS;
  }

  /** Alternative bound for {@link #fits}: at most this width, with any estimate. */
  static long narrow(int width) {
    return of(Math.max(0, Math.min(width, WIDEST)) + 1, 0);
  }

  /** Whether a demand is within one of the bounds. */
  static boolean fits(long demand, long limit, long narrow) {
    return ((limit - demand) & GUARDS) == GUARDS || demand < narrow;
  }
}
