package io.gnomon.events.codec;

/** The ranges that several records share. */
final class Ranges {
  /** The last second of the year 9999. */
  static final long LAST_SECOND = 253_402_300_799L;

  /** Processors of a job or cluster, and seconds of a job; what the simulator can count. */
  static final int MOST = (1 << 30) - 1;

  /** Whole numbers that every JSON reader keeps exactly. */
  static final long EXACT = (1L << 53) - 1;

  static final int PARTITIONS = 65_535;
  static final int WIDTHS = 64;
  static final int JOBS = 2_000_000;

  private Ranges() {}
}
