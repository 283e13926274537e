package io.gnomon.sim.workload.model;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * User estimates after Tsafrir, Etsion and Feitelson (2005), in a reduced form.
 *
 * <p>Kept from their model: estimates are modal; twenty round values (the heads) make up nine
 * tenths of them; the popularity of heads decreases exponentially with their rank; the largest
 * allowed estimate is the most popular; no job runs past its estimate. Estimates are generated
 * first and then assigned to the runtimes, longest first, each to any estimate that is long enough,
 * so that accuracy varies widely. Left out: the fit of the heads' values and of the tail to a log,
 * and jobs killed at their estimate.
 */
final class TsafrirEstimates {
  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;

  /** The heads in seconds, in descending popularity; the first is the largest allowed estimate. */
  private static final int[] HEADS = {
    48 * HOUR,
    HOUR,
    12 * HOUR,
    30 * MINUTE,
    4 * HOUR,
    24 * HOUR,
    2 * HOUR,
    10 * MINUTE,
    6 * HOUR,
    15 * MINUTE,
    8 * HOUR,
    5 * MINUTE,
    3 * HOUR,
    20 * MINUTE,
    36 * HOUR,
    18 * HOUR,
    10 * HOUR,
    5 * HOUR,
    40 * MINUTE,
    90 * MINUTE,
  };

  private static final double DECAY = 0.18;
  private static final double TAIL = 0.1;
  private static final int TAIL_STEP = 5 * MINUTE;

  /** The maximum estimate; larger than every runtime of {@link LublinModel}. */
  static final int LONGEST_SECONDS = HEADS[0];

  private final double[] headShares = new double[HEADS.length];

  TsafrirEstimates() {
    double sum = 0;
    for (int rank = 0; rank < HEADS.length; rank++) {
      sum += StrictMath.exp(-DECAY * rank);
      headShares[rank] = sum;
    }
  }

  /** Number of heads. */
  static int heads() {
    return HEADS.length;
  }

  /**
   * An estimate for each runtime, at least as long; O(n log n).
   *
   * @param runtimes seconds, {@code 1..LONGEST_SECONDS}
   */
  int[] assign(int[] runtimes, SplittableRandom random) {
    int n = runtimes.length;
    int[] pool = new int[n];
    Arrays.setAll(pool, i -> sample(random));
    Arrays.sort(pool);
    long[] longestFirst = new long[n];
    Arrays.setAll(longestFirst, i -> (long) -runtimes[i] << 32 | i);
    Arrays.sort(longestFirst);

    int[] estimates = new int[n];
    int[] candidates = new int[n];
    int candidateCount = 0;
    int nextInPool = n - 1;
    for (long key : longestFirst) {
      int i = (int) key;
      while (nextInPool >= 0 && pool[nextInPool] >= runtimes[i]) {
        candidates[candidateCount++] = pool[nextInPool--];
      }
      if (candidateCount == 0) {
        estimates[i] = leastHeadAtOrAbove(runtimes[i]);
      } else {
        int chosen = (int) (random.nextDouble() * candidateCount);
        estimates[i] = candidates[chosen];
        candidates[chosen] = candidates[--candidateCount];
      }
    }
    return estimates;
  }

  private int sample(SplittableRandom random) {
    if (random.nextDouble() < TAIL) {
      double span = StrictMath.log((double) LONGEST_SECONDS / TAIL_STEP);
      double value = TAIL_STEP * StrictMath.exp(span * random.nextDouble());
      return TAIL_STEP * (int) StrictMath.ceil(value / TAIL_STEP);
    }
    double share = random.nextDouble() * headShares[HEADS.length - 1];
    int found = Arrays.binarySearch(headShares, share);
    return HEADS[Math.min(HEADS.length - 1, found < 0 ? -found - 1 : found)];
  }

  private static int leastHeadAtOrAbove(int runtime) {
    int least = LONGEST_SECONDS;
    for (int head : HEADS) {
      if (head >= runtime && head < least) {
        least = head;
      }
    }
    return least;
  }
}
