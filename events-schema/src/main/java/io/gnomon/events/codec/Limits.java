package io.gnomon.events.codec;

/** Ranges that several event types share. */
final class Limits {
  /** The last second of the year 9999. */
  static final long LAST_SECOND = 253_402_300_799L;

  /** The maximum number of processors of a job or cluster, and of seconds of a job. */
  static final int MAX_COUNT = (1 << 30) - 1;

  /** The largest integer that every JSON reader represents exactly. */
  static final long MAX_EXACT = (1L << 53) - 1;

  static final int MAX_PARTITION = 65_535;
  static final int MAX_WIDTHS = 64;
  static final int MAX_JOBS = 2_000_000;

  private Limits() {}
}
