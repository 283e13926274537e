package io.gnomon.sim.predict;

import java.util.Arrays;

/**
 * The latest observations of each kind of job: for each key a ring of numbers with the widths of
 * their jobs, in an open hash table. Later jobs and jobs of the same width have more weight. A
 * number can also be a lower bound of an unknown value. Safe to share between threads while no jobs
 * are added.
 */
final class SimilarJobs {
  private static final double SAME_WIDTH = 3;
  private static final int MANTISSA_BITS = 23;
  private static final int LOG_OF_ONE = Float.floatToRawIntBits(1);

  private final int kept;
  private final double[] weights;
  private long[] keys = new long[64];
  private int[] heads = new int[64];
  // number, width, number, width, ...
  private int[][] rings = new int[64][];
  private int size;

  /**
   * Empty rings.
   *
   * @param kept number of jobs kept per kind
   * @param half number of later jobs after which the weight of a job is halved; infinite for equal
   *     weights
   */
  SimilarJobs(int kept, double half) {
    this.kept = kept;
    weights = new double[kept];
    for (int age = 0; age < kept; age++) {
      weights[age] = StrictMath.pow(0.5, age / half);
    }
  }

  private SimilarJobs(SimilarJobs from) {
    kept = from.kept;
    weights = from.weights;
    keys = from.keys.clone();
    heads = from.heads.clone();
    rings = from.rings.clone();
    for (int i = 0; i < rings.length; i++) {
      rings[i] = rings[i] == null ? null : rings[i].clone();
    }
    size = from.size;
  }

  /** An independent copy. */
  SimilarJobs copy() {
    return new SimilarJobs(this);
  }

  /** The code of an unknown value that is larger than {@code number}. */
  static int moreThan(int number) {
    return ~number;
  }

  /** Whether this is such a code; {@link #moreThan} of it is the lower bound. */
  static boolean isMore(int number) {
    return number < 0;
  }

  void add(long key, int number, int width) {
    int at = find(key);
    if (rings[at] == null) {
      if (2 * size >= keys.length) {
        grow();
        at = find(key);
      }
      keys[at] = key;
      rings[at] = new int[8];
      size++;
    }
    int count = heads[at]++;
    if (count < kept && 2 * count == rings[at].length) {
      rings[at] = Arrays.copyOf(rings[at], Math.min(2 * kept, 4 * count));
    }
    rings[at][2 * (count % kept)] = number;
    rings[at][2 * (count % kept) + 1] = width;
  }

  /** The position of a key's ring, whether or not it exists. */
  int find(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    int at = (int) (mixed >>> 32) & (keys.length - 1);
    while (rings[at] != null && keys[at] != key) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  /**
   * The total weight of the jobs of a ring whose number times {@code scale} is above {@code above}
   * and at most {@code most}, or that have a lower bound below {@code most}.
   */
  double weight(int at, int width, double scale, int above, int most) {
    int[] ring = rings[at];
    double sum = 0;
    for (int age = 0, count = count(at); age < count; age++) {
      int i = place(at, age);
      if (possible(ring[i], scale, above, most)) {
        sum += weight(age, ring[i + 1], width);
      }
    }
    return sum;
  }

  /** The total weight of the jobs of a ring whose number is known. */
  double weightOfKnown(int at, int width) {
    int[] ring = rings[at];
    double sum = 0;
    for (int age = 0, count = count(at); age < count; age++) {
      int i = place(at, age);
      sum += isMore(ring[i]) ? 0 : weight(age, ring[i + 1], width);
    }
    return sum;
  }

  /** The weighted sum of {@link #log} of the known numbers times {@code scale}. */
  double logsOfKnown(int at, int width, double scale) {
    int[] ring = rings[at];
    double sum = 0;
    for (int age = 0, count = count(at); age < count; age++) {
      int i = place(at, age);
      if (!isMore(ring[i])) {
        sum += weight(age, ring[i + 1], width) * log(Math.max(1, scaled(ring[i], scale)));
      }
    }
    return sum;
  }

  /**
   * An approximate binary logarithm of a number of at least 1, linear between powers of two: at
   * most 0.09 too low, fast, and equal on every machine.
   */
  static double log(int number) {
    return Math.scalb((double) (Float.floatToRawIntBits(number) - LOG_OF_ONE), -MANTISSA_BITS);
  }

  /** The number, at least 1, with this {@link #log}. */
  static int exp(double log) {
    int bits = (int) Math.rint(Math.scalb(log, MANTISSA_BITS)) + LOG_OF_ONE;
    return Math.max(1, Math.round(Float.intBitsToFloat(bits)));
  }

  /**
   * The position at which the cumulative weight of the possible jobs, latest first, passes {@code
   * weight}. The integer part is the age of the job, for {@link #number}; the fraction is the
   * position within its weight.
   */
  double pick(int at, int width, double scale, int above, int most, double weight) {
    int[] ring = rings[at];
    double left = weight;
    int last = 0;
    for (int age = 0, count = count(at); age < count; age++) {
      int i = place(at, age);
      if (possible(ring[i], scale, above, most)) {
        double own = weight(age, ring[i + 1], width);
        if (left < own) {
          return Math.min(age + left / own, Math.nextDown(age + 1.0));
        }
        last = age;
        left -= own;
      }
    }
    return last;
  }

  /** The number of a job of a ring times {@code scale}, or {@link #moreThan} of it. */
  int number(int at, int age, double scale) {
    int number = rings[at][place(at, age)];
    return isMore(number) ? moreThan(scaled(moreThan(number), scale)) : scaled(number, scale);
  }

  private static boolean possible(int number, double scale, int above, int most) {
    boolean more = isMore(number);
    int scaled = scaled(more ? moreThan(number) : number, scale);
    return scaled > above && (scaled < most || (scaled == most && !more));
  }

  private static int scaled(int number, double scale) {
    return (int) (number * scale + 0.5);
  }

  private double weight(int age, int width, int wanted) {
    return width == wanted ? SAME_WIDTH * weights[age] : weights[age];
  }

  private int count(int at) {
    return rings[at] == null ? 0 : Math.min(heads[at], kept);
  }

  private int place(int at, int age) {
    return 2 * ((heads[at] - 1 - age) % kept);
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldHeads = heads;
    int[][] oldRings = rings;
    keys = new long[2 * oldKeys.length];
    heads = new int[keys.length];
    rings = new int[keys.length][];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldRings[i] != null) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        heads[at] = oldHeads[i];
        rings[at] = oldRings[i];
      }
    }
  }
}
