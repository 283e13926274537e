package io.gnomon.sim.metric;

import java.util.Arrays;

/**
 * Start, end and processors of each job of a log, by job index.
 *
 * <p>Times are seconds since the log's origin, {@link #NEVER} if the job did not start or end.
 * Immutable, safe to share between threads.
 */
public final class Schedule {
  /** Placeholder for a missing time or number of processors. */
  public static final int NEVER = -1;

  private final int[] start;
  private final int[] end;
  private final int[] processors;
  private final int lostAttempts;
  private final long lostProcessorSeconds;

  private Schedule(
      int[] start, int[] end, int[] processors, int lostAttempts, long lostProcessorSeconds) {
    this.start = start;
    this.end = end;
    this.processors = processors;
    this.lostAttempts = lostAttempts;
    this.lostProcessorSeconds = lostProcessorSeconds;
  }

  /** A recorder for {@code jobs} jobs. */
  public static Recorder recorder(int jobs) {
    return new Recorder(jobs);
  }

  /** Number of jobs in the log. */
  public int size() {
    return start.length;
  }

  /** Start of the job's last attempt; suspensions do not change it. */
  public int start(int job) {
    return start[job];
  }

  /** Time at which the job completed. */
  public int end(int job) {
    return end[job];
  }

  /** Number of processors on which it ran. */
  public int processors(int job) {
    return processors[job];
  }

  /** Whether the job has started. */
  public boolean started(int job) {
    return start[job] != NEVER;
  }

  /** Whether the job has completed. */
  public boolean finished(int job) {
    return end[job] != NEVER;
  }

  /** Number of killed attempts, whose work was lost. */
  public int lostAttempts() {
    return lostAttempts;
  }

  /** Work of killed attempts, in processor seconds. */
  public long lostProcessorSeconds() {
    return lostProcessorSeconds;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schedule schedule
        && Arrays.equals(start, schedule.start)
        && Arrays.equals(end, schedule.end)
        && Arrays.equals(processors, schedule.processors);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(start) + Arrays.hashCode(end)) + Arrays.hashCode(processors);
  }

  @Override
  public String toString() {
    return "Schedule[" + size() + " jobs]";
  }

  /** Records a schedule while a simulation runs. Not thread-safe; O(1) per call. */
  public static final class Recorder {
    private final int[] start;
    private final int[] end;
    private final int[] processors;
    private int lostAttempts;
    private long lostProcessorSeconds;

    private Recorder(int jobs) {
      start = new int[jobs];
      end = new int[jobs];
      processors = new int[jobs];
      Arrays.fill(start, NEVER);
      Arrays.fill(end, NEVER);
      Arrays.fill(processors, NEVER);
    }

    /** Records the start of an attempt, which replaces an earlier one. */
    public void started(int job, int time, int onProcessors) {
      start[job] = time;
      processors[job] = onProcessors;
    }

    /**
     * Records that the job's attempt was killed and the job waits again.
     *
     * @param lost processor seconds used since its last start
     */
    public void requeued(int job, long lost) {
      lostAttempts++;
      lostProcessorSeconds += lost;
      start[job] = NEVER;
      processors[job] = NEVER;
    }

    /** Records that the job completed. */
    public void finished(int job, int time) {
      end[job] = time;
    }

    /** The schedule recorded so far; recording can continue. */
    public Schedule schedule() {
      return new Schedule(
          start.clone(), end.clone(), processors.clone(), lostAttempts, lostProcessorSeconds);
    }
  }
}
