package io.gnomon.sim.assess.figure;

import io.gnomon.sim.workload.JobLog;

/**
 * The recorded time in blocks of equal length, by the submission of jobs: the units over which
 * intervals are computed. Blocks are as long as possible, up to a week, while there are at least
 * {@value #ENOUGH} of them.
 *
 * @param seconds length of a block
 * @param first number of the first block, counted from the log's origin
 * @param count number of blocks up to the last submission
 */
public record Blocks(int seconds, int first, int count) {
  private static final int ENOUGH = 40;
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int WEEK = 7 * DAY;
  private static final int SUFFICIENT = WEEK - DAY / 2;
  private static final int[] LENGTHS = {WEEK, DAY, 6 * HOUR, HOUR};

  /** The blocks of a log with at least one job. */
  public static Blocks of(JobLog log) {
    int seconds = LENGTHS[0];
    for (int length : LENGTHS) {
      seconds = length;
      if (count(log, length) >= ENOUGH) {
        break;
      }
    }
    return new Blocks(seconds, log.submit(0) / seconds, count(log, seconds));
  }

  private static int count(JobLog log, int seconds) {
    return log.submit(log.size() - 1) / seconds - log.submit(0) / seconds + 1;
  }

  /** The block of a submission, from 0. */
  public int of(int submit) {
    return submit / seconds - first;
  }

  /**
   * Whether the record is long enough for advice: a week, less half a day because jobs are seldom
   * submitted at its ends.
   */
  public boolean suffice() {
    return (long) count * seconds >= SUFFICIENT;
  }

  /** The length in words, such as {@code weeks}. */
  public String words() {
    return switch (seconds) {
      case WEEK -> "weeks";
      case DAY -> "days";
      case HOUR -> "hours";
      default -> seconds / HOUR + "-hour periods";
    };
  }
}
