package io.gnomon.sim.scenario;

import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.Arrays;

/**
 * Arrivals sampled from the recorded past by hour of the week (a block bootstrap). Each hour
 * repeats the same hour of a past week, and the next hour mostly continues that week, so that
 * bursts stay whole: blocks have random lengths, six hours on average. Each hour of the week keeps
 * its arrival rate. With less than a week of history, days take the place of weeks.
 *
 * <p>The past week of an hour depends only on the hour, the seed and the sample's number. All
 * alternatives of a study, and the studies of the next hours, therefore have the same arrivals.
 * O(hours + jobs).
 */
final class HourBootstrap {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int WEEK = 7 * DAY;
  private static final double BREAKS = 1.0 / 6;

  private final RecordedJobs past;
  private final int oldest;
  private final KeyedRandom random;
  private final int sample;

  /**
   * A bootstrap of recorded jobs.
   *
   * @param past submitted jobs; those without a runtime have not completed
   * @param oldest second from which the past is recorded
   * @param random source of the samples
   * @param sample number of the sample
   */
  HourBootstrap(RecordedJobs past, int oldest, KeyedRandom random, int sample) {
    this.past = past;
    this.oldest = oldest;
    this.random = random;
    this.sample = sample;
  }

  /**
   * The arrivals in order of time; none if less than a day is recorded.
   *
   * @param now present second; jobs submitted at or after it are not sampled
   * @param horizon second before which jobs arrive
   * @param runtimes of jobs that have not completed
   */
  RecordedJobs jobs(int now, int horizon, RuntimeModel runtimes) {
    JobColumns columns = new JobColumns();
    for (int hour = now - now % HOUR; hour < horizon; hour += HOUR) {
      int source = source(hour, now);
      int end = source < 0 ? 0 : past.firstAtOrAfter(source + HOUR);
      for (int i = source < 0 ? 0 : past.firstAtOrAfter(source); i < end; i++) {
        int submit = past.submit(i) - source + hour;
        if (submit >= now && submit < horizon) {
          columns.add(i, submit, runtimes);
        }
      }
    }
    return columns.jobs();
  }

  /** The start of the past hour that repeats as {@code hour}; -1 if none is recorded. */
  int source(int hour, int now) {
    int period = now - oldest >= WEEK ? WEEK : DAY;
    int known = (now - oldest) / period;
    if (known < 1) {
      return -1;
    }
    // the latest such hour that has ended, or one of the recorded ones before it
    int nearest = Math.max(1, (hour + HOUR - now + period - 1) / period);
    return hour - period * (nearest + (int) (random.chance(block(hour), 2 * sample + 1) * known));
  }

  /** The hour at which the block of an hour begins. */
  private int block(int hour) {
    int begin = hour;
    while (begin > 0 && random.chance(begin, 2 * sample) >= BREAKS) {
      begin -= HOUR;
    }
    return begin;
  }

  private final class JobColumns {
    private final Arrival job = new Arrival();
    private int[][] columns = new int[7][16];
    private int size;

    void add(int i, int submit, RuntimeModel runtimes) {
      if (size == columns[0].length) {
        columns = columns(2 * size);
      }
      past.copy(i, 0, Integer.MAX_VALUE, job);
      columns[0][size] = submit;
      columns[1][size] = job.width;
      columns[2][size] = job.estimate;
      columns[3][size] =
          job.runtime == JobHistory.UNKNOWN
              ? runtimes.sample(
                  job.user, job.width, job.estimate, 0, random.chance(submit, 2 * sample + 1))
              : job.runtime;
      columns[4][size] = job.user;
      columns[5][size] = job.shape;
      columns[6][size++] = job.claim;
    }

    RecordedJobs jobs() {
      int[][] all = columns(size);
      return new RecordedJobs(all[0], all[1], all[2], all[3], all[4], all[5], all[6]);
    }

    private int[][] columns(int length) {
      return Arrays.stream(columns)
          .map(column -> Arrays.copyOf(column, length))
          .toArray(int[][]::new);
    }
  }
}
