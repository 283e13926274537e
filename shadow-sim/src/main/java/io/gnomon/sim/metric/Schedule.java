package io.gnomon.sim.metric;

import java.util.Arrays;

/**
 * When each job of a log started and ended, and on how many processors, by job index.
 *
 * <p>Times are seconds since the log's origin, {@link #NEVER} where the job did not start or end.
 * Immutable, safe to share.
 */
public final class Schedule {
  /** In place of a time or a number of processors: it did not happen. */
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

  /** A recorder for {@code jobs} jobs, none of which has started. */
  public static Recorder recorder(int jobs) {
    return new Recorder(jobs);
  }

  /** How many jobs the log has. */
  public int size() {
    return start.length;
  }

  /** When the job's only, or last, attempt started; suspensions do not move it. */
  public int start(int job) {
    return start[job];
  }

  /** When the job left, completed. */
  public int end(int job) {
    return end[job];
  }

  /** How many processors it ran on. */
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

  /** How many attempts were killed, their work lost. */
  public int lostAttempts() {
    return lostAttempts;
  }

  /** Processors times seconds that killed attempts had used. */
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

  /** Writes a schedule down while it happens; not thread-safe, O(1) a call. */
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

    /** The job started an attempt, which replaces an earlier one. */
    public void started(int job, int time, int onProcessors) {
      start[job] = time;
      processors[job] = onProcessors;
    }

    /**
     * The job's attempt was given up; it waits again.
     *
     * @param lost processors times seconds that it had used since it last started
     */
    public void requeued(int job, long lost) {
      lostAttempts++;
      lostProcessorSeconds += lost;
      start[job] = NEVER;
      processors[job] = NEVER;
    }

    /** The job completed. */
    public void finished(int job, int time) {
      end[job] = time;
    }

    /** The schedule so far; recording can go on. */
    public Schedule schedule() {
      return new Schedule(
          start.clone(), end.clone(), processors.clone(), lostAttempts, lostProcessorSeconds);
    }
  }
}
