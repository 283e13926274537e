package io.gnomon.sim.scenario;

import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.Arrays;

/**
 * Jobs to come, drawn from the recorded past by hour of the week: an hour to come is the same hour
 * of a past week, and mostly the next hour is that week's too, so that bursts stay whole (a block
 * bootstrap with blocks of random length, six hours in the mean). Each hour of the week keeps the
 * rate that it had. Where less than a week has been seen, days take the place of weeks.
 *
 * <p>Which week an hour comes from depends on the hour and the number of the draw alone: all
 * alternatives of a study meet the same jobs, and the studies of the next hours meet them too.
 * O(hours + jobs to come).
 */
final class HourBootstrap {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int WEEK = 7 * DAY;
  private static final double BREAKS = 1.0 / 6;

  private final RecordedJobs past;
  private final int oldest;
  private final KeyedRandom draws;
  private final int draw;

  /**
   * A bootstrap of what is known.
   *
   * @param past what was submitted; jobs without a runtime have not completed
   * @param oldest the second from which on the past is known
   * @param draws the luck
   * @param draw its number
   */
  HourBootstrap(RecordedJobs past, int oldest, KeyedRandom draws, int draw) {
    this.past = past;
    this.oldest = oldest;
    this.draws = draws;
    this.draw = draw;
  }

  /**
   * The jobs to come, at the seconds at which they come; nobody where less than a day is known.
   *
   * @param now the present second; what was submitted from it on is not drawn from
   * @param horizon the second before which they come
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

  /** Where the past hour begins that comes again as {@code hour}; -1 where none is known. */
  int source(int hour, int now) {
    int period = now - oldest >= WEEK ? WEEK : DAY;
    int known = (now - oldest) / period;
    if (known < 1) {
      return -1;
    }
    // the latest that has ended, and as many as are known before it
    int nearest = Math.max(1, (hour + HOUR - now + period - 1) / period);
    return hour - period * (nearest + (int) (draws.chance(block(hour), 2 * draw + 1) * known));
  }

  /** The hour at which the block of an hour begins. */
  private int block(int hour) {
    int begin = hour;
    while (begin > 0 && draws.chance(begin, 2 * draw) >= BREAKS) {
      begin -= HOUR;
    }
    return begin;
  }

  private final class JobColumns {
    private final Arrival job = new Arrival();
    private int[][] columns = new int[5][16];
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
              ? runtimes.draw(
                  job.user, job.width, job.estimate, 0, draws.chance(submit, 2 * draw + 1))
              : job.runtime;
      columns[4][size++] = job.user;
    }

    RecordedJobs jobs() {
      int[][] all = columns(size);
      return new RecordedJobs(all[0], all[1], all[2], all[3], all[4]);
    }

    private int[][] columns(int length) {
      return Arrays.stream(columns)
          .map(column -> Arrays.copyOf(column, length))
          .toArray(int[][]::new);
    }
  }
}
