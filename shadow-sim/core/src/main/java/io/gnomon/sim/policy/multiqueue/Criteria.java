package io.gnomon.sim.policy.multiqueue;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The ranges of estimates that divide jobs into partitions (lawson2005, Figure 3 and appendix A.1).
 *
 * <p>One upper bound per partition, in seconds, not descending. A partition contains the estimates
 * from the previous bound (inclusive) to its own (exclusive); the last one also contains all longer
 * estimates. The text form joins the bounds with {@code /}. Immutable.
 */
public final class Criteria {
  /** The maximum number of partitions of a cluster. */
  public static final int MOST_PARTITIONS = 64;

  private static final double SHORTEST_SECONDS = 10;
  private static final double LONGEST_SECONDS = 100_000;

  private final int[] bounds;

  private Criteria(int[] bounds) {
    this.bounds = bounds;
  }

  /**
   * Criteria with these upper bounds in seconds, one per partition.
   *
   * @throws IllegalArgumentException if the number of bounds is not allowed, or if they descend or
   *     are below 1
   */
  public static Criteria of(int... bounds) {
    if (bounds.length < 1 || bounds.length > MOST_PARTITIONS) {
      throw new IllegalArgumentException(
          bounds.length + " bounds are not allowed: there must be 1 to " + MOST_PARTITIONS);
    }
    for (int k = 0; k < bounds.length; k++) {
      if (bounds[k] < (k == 0 ? 1 : bounds[k - 1])) {
        throw new IllegalArgumentException(
            "bounds " + print(bounds) + " are not allowed: they must not descend or be below 1");
      }
    }
    return new Criteria(bounds.clone());
  }

  /**
   * The criteria before any job has completed: logarithmically equal ranges from 10 s to 100,000 s.
   */
  public static Criteria initial(int partitions) {
    int[] bounds = new int[partitions];
    double step = Math.log(LONGEST_SECONDS / SHORTEST_SECONDS) / partitions;
    for (int k = 0; k < partitions; k++) {
      bounds[k] = (int) Math.round(SHORTEST_SECONDS * Math.exp(step * (k + 1)));
    }
    return of(bounds);
  }

  /** Equal ranges up to {@code top} seconds (appendix A.1). */
  public static Criteria uniform(int partitions, int top) {
    int[] bounds = new int[partitions];
    for (int k = 0; k < partitions; k++) {
      bounds[k] = Math.max(1, (int) ((long) top * (k + 1) / partitions));
    }
    return of(bounds);
  }

  /**
   * The quantiles of estimates, so that each partition contains the same number of them, apart from
   * equal estimates (Figure 3).
   *
   * @param sorted estimates in seconds, ascending, at least one
   */
  public static Criteria quantiles(int partitions, int[] sorted) {
    int[] bounds = new int[partitions];
    for (int k = 0; k < partitions; k++) {
      int rank = (int) ((long) sorted.length * (k + 1) / partitions);
      bounds[k] = sorted[Math.min(rank, sorted.length - 1)];
    }
    return of(bounds);
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static Criteria parse(String text) {
    return of(Arrays.stream(text.split("/", -1)).mapToInt(Integer::parseInt).toArray());
  }

  /** These criteria for another number of partitions: equal ranges up to the same top. */
  public Criteria redivided(int partitions) {
    return partitions == partitions() ? this : uniform(partitions, top());
  }

  /** Number of partitions. */
  public int partitions() {
    return bounds.length;
  }

  /** The upper bound of the last partition, in seconds. */
  public int top() {
    return bounds[bounds.length - 1];
  }

  /** The upper bounds, one per partition. */
  public int[] bounds() {
    return bounds.clone();
  }

  /** The partition, from 0, of a job with this estimate. */
  public int partition(int estimate) {
    int p = 0;
    while (p < bounds.length - 1 && estimate >= bounds[p]) {
      p++;
    }
    return p;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Criteria criteria && Arrays.equals(bounds, criteria.bounds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bounds);
  }

  @Override
  public String toString() {
    return print(bounds);
  }

  private static String print(int[] bounds) {
    return Arrays.stream(bounds).mapToObj(Integer::toString).collect(Collectors.joining("/"));
  }
}
