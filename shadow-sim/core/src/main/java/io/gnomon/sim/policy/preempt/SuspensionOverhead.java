package io.gnomon.sim.policy.preempt;

/**
 * The time to write a suspended job's memory to the disks of its processors, equal to the time to
 * read it back (Kettimuthu et al. 2005, section 5.1).
 *
 * <p>The memory of jobs is not recorded. It is chosen uniformly from 100 MB to 1 GB by a hash of
 * seed and job number, so that a job always has the same value without storing it.
 *
 * @param megabytesPerSecond disk bandwidth per processor; 0 for suspension without overhead
 * @param seed seed of the memory sizes
 */
record SuspensionOverhead(double megabytesPerSecond, long seed) {
  private static final double LEAST_MEGABYTES = 100;
  private static final double MOST_MEGABYTES = 1000;

  /** Whether suspension has an overhead. */
  boolean present() {
    return megabytesPerSecond > 0;
  }

  /** Seconds to write, or to read, the memory of a job on {@code processors}. */
  int seconds(int job, int processors) {
    if (!present()) {
      return 0;
    }
    double share = (mix(seed * 0x9E3779B97F4A7C15L + job) >>> 11) * 0x1.0p-53;
    double megabytes = LEAST_MEGABYTES + share * (MOST_MEGABYTES - LEAST_MEGABYTES);
    return (int) Math.ceil(megabytes / (megabytesPerSecond * processors));
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
