package io.gnomon.events.codec;

/** Ranges that several event types share. */
final class Ranges {
  /** The last second of the year 9999. */
  static final long LAST_SECOND = 253_402_300_799L;

  /** The maximum number of processors of a job or cluster, and of seconds of a job. */
  static final int MAX_COUNT = (1 << 30) - 1;

  /** The largest integer that every JSON reader represents exactly. */
  static final long MAX_EXACT = (1L << 53) - 1;

  static final int MAX_PARTITION = 65_535;
  static final int MAX_WIDTHS = 64;
  static final int MAX_JOBS = 2_000_000;

  /** The maximum number of jobs of a snapshot that are set aside because they are not valid. */
  static final int MAX_INVALID_JOBS = 1 << 16;

  /** The maximum number of CPUs of a node. */
  static final int MAX_CPUS = 65_535;

  /** The maximum memory of a node in MiB, which is 1 EiB; sums over all nodes do not overflow. */
  static final long MAX_MEMORY = (1L << 40) - 1;

  /** The largest nice value and site factor of a job, and minus the smallest. */
  static final int MAX_NICE = Integer.MAX_VALUE - 2;

  static final int MAX_GPU_TYPES = 64;
  static final int MAX_FLAGS = 64;
  static final int MAX_PARTITIONS = 1024;

  /** The maximum number of names in a list of users, accounts, features or reservations. */
  static final int MAX_NAMES = 4096;

  /** The maximum number of accounts and users of accounts. */
  static final int MAX_ASSOCIATIONS = 200_000;

  /** The maximum number of node names in all partitions, and in all placements of a snapshot. */
  static final int MAX_LISTED_NODES = 4_000_000;

  /** The maximum number of characters of these names. */
  static final int MAX_LISTED_CHARACTERS = 1 << 26;

  private Ranges() {}
}
