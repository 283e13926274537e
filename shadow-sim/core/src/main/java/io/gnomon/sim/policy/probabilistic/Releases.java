package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.predict.RuntimeBins;

/**
 * Releases of what a head lacks, which happen independently of each other: processors, or tasks
 * that can start on nodes. A release is a whole number of units.
 *
 * <p>Time is divided into points: the middle and the end of each runtime bin from now.
 */
abstract class Releases {
  /** Number of points. */
  static final int POINTS = 2 * RuntimeBins.COUNT;

  private static final double HALF_BIN = Math.sqrt(RuntimeBins.GROWTH);
  private static final double[] TIMES = new double[POINTS];

  static {
    for (int point = 0; point < POINTS; point++) {
      double binStart = RuntimeBins.edge(point / 2);
      TIMES[point] = binStart * (point % 2 == 0 ? HALF_BIN : RuntimeBins.GROWTH);
    }
  }

  private int unit = 1; // 0 if there is no release

  /** Seconds from now to a point. */
  static double time(int point) {
    return TIMES[point];
  }

  /** Number of releases. */
  abstract int count();

  /** What the i-th release gives. */
  abstract int amount(int i);

  /** The probability that the i-th release has happened by a point. */
  abstract double happened(int i, int point);

  /** Computes the unit, after the amounts have changed. */
  final void findUnit() {
    unit = 0;
    for (int i = 0; i < count(); i++) {
      unit = greatestCommonDivisor(unit, amount(i));
    }
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  /** What the i-th release gives, in units of which every release gives a whole number. */
  final int units(int i) {
    return amount(i) / unit;
  }

  /** Number of units that must be released for an amount. */
  final int unitsFor(int amount) {
    int size = Math.max(1, unit);
    return (amount + size - 1) / size;
  }
}
