package io.gnomon.sim.scenario;

import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;

/** Jobs that were submitted in the past, ordered by submit time. Immutable. */
public final class RecordedJobs {
  /** No jobs. */
  public static final RecordedJobs NONE = new RecordedJobs(new JobRows());

  private final JobRows rows;

  /**
   * @param rows not changed any more
   */
  RecordedJobs(JobRows rows) {
    this.rows = rows;
  }

  /** The number of jobs. */
  public int size() {
    return rows.size();
  }

  /** Their estimates in seconds, in arrival order. */
  public int[] estimates() {
    return rows.estimates();
  }

  /** The submit time of a job. */
  public int submit(int index) {
    return rows.submit(index);
  }

  /** The jobs by row; only read. */
  JobRows rows() {
    return rows;
  }

  /**
   * Arrivals of these jobs, each {@code shift} seconds after its submit time.
   *
   * @param firstJob number of the first; the others follow
   * @param processors of the cluster; wider jobs are clipped to it
   */
  public Arrivals shifted(int shift, int firstJob, int processors) {
    return new Again(shift, firstJob, processors, 0);
  }

  /** Arrivals of these jobs at their submit times, with their own numbers. */
  public Arrivals again(int processors) {
    return new Again(0, JobRows.UNKNOWN, processors, 0);
  }

  private final class Again implements Arrivals {
    private final int shift;
    private final int firstJob; // unknown if jobs keep their numbers
    private final int processors;
    private int next;

    Again(int shift, int firstJob, int processors, int next) {
      this.shift = shift;
      this.firstJob = firstJob;
      this.processors = processors;
      this.next = next;
    }

    @Override
    public int nextTime() {
      return next < rows.size() ? rows.submit(next) + shift : Simulation.NEVER;
    }

    @Override
    public void take(Arrival into) {
      rows.copy(next, processors, into);
      if (firstJob != JobRows.UNKNOWN) {
        into.job = firstJob + next;
      }
      next++;
    }

    @Override
    public Arrivals fork() {
      return new Again(shift, firstJob, processors, next);
    }
  }
}
