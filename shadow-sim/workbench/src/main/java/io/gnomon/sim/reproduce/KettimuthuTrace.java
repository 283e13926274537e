package io.gnomon.sim.reproduce;

import java.util.List;

/**
 * A trace of kettimuthu2005 with the numbers that the paper prints; values in charts are unknown.
 *
 * @param trace of the archive; the paper used an unnamed subset of it
 * @param name in titles
 * @param processors of the machine
 * @param second whether its tables and figures are the second of each pair; those of CTC are first
 * @param shares of the sixteen categories, %, shorter first, then narrower first (Tables 2 and 3)
 * @param slowdowns mean bounded slowdowns of these categories without suspension (Tables 4 and 5)
 * @param slowdown mean bounded slowdown of all jobs without suspension
 * @param suspended mean bounded slowdown of very short, very wide jobs at suspension factor 2; for
 *     CTC an upper bound
 * @param fourShares of the four categories, % (Tables 7 and 8)
 * @param loads from 1 to the load at which the paper reports saturation
 */
record KettimuthuTrace(
    ArchiveTrace trace,
    String name,
    int processors,
    boolean second,
    List<Double> shares,
    List<Double> slowdowns,
    double slowdown,
    double suspended,
    List<Double> fourShares,
    List<Double> loads) {
  private static final List<Double> CTC_SHARES =
      List.of(14.0, 8.0, 13.0, 9.0, 18.0, 4.0, 6.0, 2.0, 6.0, 3.0, 9.0, 2.0, 2.0, 2.0, 1.0, 1.0);
  private static final List<Double> CTC_SLOWDOWNS =
      List.of(
          2.6, 4.76, 13.01, 34.07, 1.26, 1.76, 3.04, 7.14, 1.13, 1.43, 1.88, 1.63, 1.03, 1.05, 1.09,
          1.15);
  private static final List<Double> SDSC_SHARES =
      List.of(8.0, 29.0, 9.0, 4.0, 2.0, 8.0, 5.0, 3.0, 8.0, 5.0, 6.0, 1.0, 3.0, 5.0, 3.0, 1.0);
  private static final List<Double> SDSC_SLOWDOWNS =
      List.of(
          2.53, 14.41, 37.78, 113.31, 1.15, 2.43, 4.83, 15.56, 1.19, 1.24, 1.96, 2.79, 1.03, 1.09,
          1.18, 1.43);

  /** Cornell Theory Center. */
  static final KettimuthuTrace CTC =
      new KettimuthuTrace(
          ArchiveTrace.CTC,
          "CTC",
          430,
          false,
          CTC_SHARES,
          CTC_SLOWDOWNS,
          3.58,
          3,
          List.of(44.0, 13.0, 30.0, 13.0),
          List.of(1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6));

  /** San Diego Supercomputer Center. */
  static final KettimuthuTrace SDSC =
      new KettimuthuTrace(
          ArchiveTrace.SDSC_SP2,
          "SDSC",
          128,
          true,
          SDSC_SHARES,
          SDSC_SLOWDOWNS,
          14.13,
          7,
          List.of(47.0, 22.0, 21.0, 10.0),
          List.of(1.0, 1.1, 1.2, 1.3));

  /** The title of this trace's table from a pair of tables in the paper. */
  String table(int ofFirst, int ofSecond) {
    return name + ", Table " + (second ? ofSecond : ofFirst);
  }

  /** The title of this trace's figure from a pair of figures in the paper. */
  String figure(int ofFirst, int ofSecond) {
    return "Figure " + (second ? ofSecond : ofFirst);
  }

  /** The title of the figure, with the name of the trace. */
  String named(int ofFirst, int ofSecond) {
    return name + ", " + figure(ofFirst, ofSecond);
  }
}
