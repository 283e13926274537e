package io.gnomon.sim.predict;

import java.util.Arrays;

/**
 * What the latest jobs of each kind did: by key, a ring of numbers with the widths of their jobs,
 * in an open hash table. Of those that are possible for another job the later count for more and
 * those of the same width for more. A number may also be what is known to be exceeded. Safe to
 * share while nobody adds to it.
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
   * Rings without a job.
   *
   * @param kept jobs of each kind
   * @param half so many jobs later, one counts for half; infinite where all count alike
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

  /** What stands for a number of which it is only known that it is more than that. */
  static int moreThan(int number) {
    return ~number;
  }

  /** Whether it is one of those; {@link #moreThan} of it is what it exceeds. */
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

  /** Where the ring of a key is, or would be. */
  int find(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    int at = (int) (mixed >>> 32) & (keys.length - 1);
    while (rings[at] != null && keys[at] != key) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  /**
   * What the jobs of a ring weigh together whose number, times {@code scale}, is above {@code
   * above} and at most {@code most}; or more than some such number below {@code most}.
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

  /** What the jobs of a ring weigh together whose number is known. */
  double weightOfKnown(int at, int width) {
    int[] ring = rings[at];
    double sum = 0;
    for (int age = 0, count = count(at); age < count; age++) {
      int i = place(at, age);
      sum += isMore(ring[i]) ? 0 : weight(age, ring[i + 1], width);
    }
    return sum;
  }

  /** The {@link #log} of these numbers times {@code scale}, each times its weight, in all. */
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
   * The logarithm to base 2 of a number from 1 on, linear between powers of two: at most 0.09 less
   * than the true one, quick, and the same on every machine.
   */
  static double log(int number) {
    return Math.scalb((double) (Float.floatToRawIntBits(number) - LOG_OF_ONE), -MANTISSA_BITS);
  }

  /** The number, at least 1, that has this {@link #log}. */
  static int exp(double log) {
    int bits = (int) Math.rint(Math.scalb(log, MANTISSA_BITS)) + LOG_OF_ONE;
    return Math.max(1, Math.round(Float.intBitsToFloat(bits)));
  }

  /**
   * Where the weights of the possible jobs pass {@code weight}, from the latest on; there is one.
   * The integer part says which job it is, for {@link #number}, the rest how far into its weight.
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

  /** The number of a job of a ring times {@code scale}, or {@link #moreThan} that. */
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
