package io.gnomon.sim.cluster;

/**
 * What a job needs, as one long: its width in the upper half, its estimate in the lower. Both are
 * tested against what there is by one subtraction, whose guard bits stay where neither is larger.
 */
final class Need {
  /** No job: it fits nowhere. */
  static final long NONE = (long) Integer.MAX_VALUE << 32 | Integer.MAX_VALUE;

  /** It fits wherever anything is. */
  static final long ALWAYS = 0;

  private static final long GUARDS = 1L << 63 | 1L << 31;
  private static final int WIDEST = Integer.MAX_VALUE - 1;

  private Need() {}

  static long of(int width, int estimate) {
    return (long) width << 32 | estimate;
  }

  static int width(long need) {
    return (int) (need >>> 32);
  }

  static int estimate(long need) {
    return (int) need;
  }

  /** The first bound of {@link #fits}: at most this wide and this long. */
  static long limit(int width, int seconds) {
    return of(Math.min(width, WIDEST), Math.max(0, seconds)) | GUARDS;
  }

  /** The other bound of {@link #fits}: at most this wide, however long. */
  static long narrow(int width) {
    return of(Math.max(0, Math.min(width, WIDEST)) + 1, 0);
  }

  /** Whether a need is within one of the bounds. */
  static boolean fits(long need, long limit, long narrow) {
    return ((limit - need) & GUARDS) == GUARDS || need < narrow;
  }
}
