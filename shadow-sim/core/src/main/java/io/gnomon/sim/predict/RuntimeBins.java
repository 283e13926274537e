package io.gnomon.sim.predict;

import java.util.Arrays;

/**
 * Logarithmic bins of runtimes, each 1.8 times as long as the previous one (Nissimov and Feitelson
 * 2008, section 3). Within a bin, runtimes are log-uniform.
 *
 * <p>A distribution is a row of {@link #COUNT} + 1 cumulative probabilities at the bins' edges,
 * from 0 to 1. Stateless.
 */
public final class RuntimeBins {
  /** Number of bins: from 1 s to about four years. */
  public static final int COUNT = 32;

  /** The length of a row of cumulative probabilities. */
  public static final int ROW = COUNT + 1;

  /** The ratio of two neighbouring edges. */
  public static final double GROWTH = 1.8;

  private static final double LOG_GROWTH = Math.log(GROWTH);
  private static final double[] EDGES = new double[ROW];
  private static final double[] PLACES =
      new double[ROW]; // positions of the edges in the scale of cumulative()
  private static final double[] REACHED =
      new double[ROW + 1]; // from which on an edge counts as reached
  private static final int[] EDGE_BEFORE_POWER = new int[Long.SIZE]; // of two

  static {
    for (int i = 0; i < ROW; i++) {
      EDGES[i] = Math.pow(GROWTH, i);
      PLACES[i] = Math.log(EDGES[i]) / LOG_GROWTH;
      REACHED[i] = Math.pow(GROWTH, i - 1e-9);
    }
    REACHED[ROW] = Double.POSITIVE_INFINITY;
    for (int power = 0, edge = 0; power < Long.SIZE; power++) {
      while (REACHED[edge + 1] <= Math.scalb(1.0, power)) {
        edge++;
      }
      EDGE_BEFORE_POWER[power] = edge;
    }
  }

  private RuntimeBins() {}

  /** The lower edge of bin {@code i}, in seconds; that of bin {@code COUNT} is the last edge. */
  public static double edge(int i) {
    return EDGES[i];
  }

  /** The bin of a runtime of at least 1 s. */
  public static int bin(int seconds) {
    int bin = (int) (Math.log(Math.max(1, seconds)) / LOG_GROWTH);
    return Math.min(COUNT - 1, bin);
  }

  /** Writes the row of a runtime that lies within one bin. */
  static void point(double seconds, double[] rows, int at) {
    int bin = bin((int) Math.min(Integer.MAX_VALUE, seconds));
    Arrays.fill(rows, at, at + bin + 1, 0);
    Arrays.fill(rows, at + bin + 1, at + ROW, 1);
  }

  /**
   * The index of the last edge not after {@code seconds}, at most 2^62; 0 if there is none. An edge
   * counts as reached a billionth of a bin early.
   */
  public static int edgeBefore(double seconds) {
    if (seconds < 1) {
      return 0;
    }
    int edge = EDGE_BEFORE_POWER[Math.getExponent(seconds)];
    while (REACHED[edge + 1] <= seconds) {
      edge++;
    }
    return edge;
  }

  /**
   * The probability of a runtime of at most {@code seconds}.
   *
   * @param rows cumulative probabilities, those of the distribution from {@code at}
   */
  public static double cumulative(double[] rows, int at, double seconds) {
    if (seconds <= 1) {
      return 0;
    }
    return cumulativeAt(rows, at, Math.log(seconds) / LOG_GROWTH);
  }

  /** The probability of a runtime up to an edge, by its index. */
  public static double cumulativeToEdge(double[] rows, int at, int edge) {
    return edge == 0 ? 0 : cumulativeAt(rows, at, PLACES[edge]);
  }

  private static double cumulativeAt(double[] rows, int at, double place) {
    int bin = (int) place;
    if (bin >= COUNT) {
      return rows[at + COUNT];
    }
    double low = rows[at + bin];
    return low + (place - bin) * (rows[at + bin + 1] - low);
  }

  /**
   * The runtime in seconds that is not exceeded with the given probability; the inverse of {@link
   * #cumulative}, the longest one if several qualify.
   *
   * @param rows cumulative probabilities, those of the distribution from {@code at}
   * @param probability from 0 to 1
   */
  public static double quantile(double[] rows, int at, double probability) {
    int bin = 0;
    while (bin < COUNT - 1 && rows[at + bin + 1] <= probability) {
      bin++;
    }
    double low = rows[at + bin];
    double mass = rows[at + bin + 1] - low;
    double place = mass > 0 ? Math.max(0, Math.min(1, (probability - low) / mass)) : 1;
    return EDGES[bin] * Math.pow(GROWTH, place);
  }
}
