package io.gnomon.sim.scenario;

import io.gnomon.sim.predict.RuntimeModel;

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
    JobRows recorded = past.rows();
    JobRows sampled = new JobRows();
    for (int hour = now - now % HOUR; hour < horizon; hour += HOUR) {
      int source = source(hour, now);
      int end = source < 0 ? 0 : recorded.firstAtOrAfter(source + HOUR);
      for (int i = source < 0 ? 0 : recorded.firstAtOrAfter(source); i < end; i++) {
        int submit = recorded.submit(i) - source + hour;
        if (submit >= now && submit < horizon) {
          sampled.add(recorded, i, submit, runtime(recorded, i, submit, runtimes));
        }
      }
    }
    return new RecordedJobs(sampled);
  }

  /**
   * The arrivals while less than a day is recorded: as much as has been recorded repeats once,
   * beginning somewhere within it. None after that.
   */
  RecordedJobs again(int now, int horizon, RuntimeModel runtimes) {
    JobRows recorded = past.rows();
    JobRows sampled = new JobRows();
    int span = now - oldest;
    int middle = oldest + (int) (random.chance(oldest, 2 * sample) * span);
    int from = recorded.firstAtOrAfter(middle);
    int begin = recorded.firstAtOrAfter(oldest);
    for (int n = 0, jobs = recorded.size() - begin; n < jobs; n++) {
      int i = n < recorded.size() - from ? from + n : begin + n - (recorded.size() - from);
      int submit = now + Math.floorMod(recorded.submit(i) - middle, Math.max(1, span));
      if (submit < horizon) {
        sampled.add(recorded, i, submit, runtime(recorded, i, now + n, runtimes));
      }
    }
    return new RecordedJobs(sampled);
  }

  private int runtime(JobRows recorded, int i, int submit, RuntimeModel runtimes) {
    int runtime = recorded.runtime(i);
    return runtime == JobRows.UNKNOWN
        ? runtimes.sample(
            recorded.user(i),
            recorded.width(i),
            recorded.estimate(i),
            0,
            random.chance(submit, 2 * sample + 1))
        : runtime;
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
}
