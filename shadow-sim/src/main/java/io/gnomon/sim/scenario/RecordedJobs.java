package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import java.util.Arrays;

/**
 * Jobs that were submitted in the past, as columns ordered by submit time. Immutable, provided that
 * the arrays are not changed.
 */
public final class RecordedJobs {
  private final int[] submit;
  private final int[] width;
  private final int[] estimate;
  private final int[] runtime;
  private final int[] user;
  private final int[] shape;
  private final int[] claim;

  /**
   * Jobs of a cluster of nodes.
   *
   * @param shape the numbers of their shapes, {@link ClusterState#NONE} if unknown
   * @param claim the numbers of their claims, {@link ClusterState#NONE} if unknown
   */
  public RecordedJobs(
      int[] submit,
      int[] width,
      int[] estimate,
      int[] runtime,
      int[] user,
      int[] shape,
      int[] claim) {
    this.shape = shape;
    this.claim = claim;
    this.submit = submit;
    this.width = width;
    this.estimate = estimate;
    this.runtime = runtime;
    this.user = user;
  }

  /** Jobs of a pool of processors. */
  public RecordedJobs(int[] submit, int[] width, int[] estimate, int[] runtime, int[] user) {
    this(submit, width, estimate, runtime, user, new int[submit.length], new int[submit.length]);
    Arrays.fill(shape, ClusterState.NONE);
    Arrays.fill(claim, ClusterState.NONE);
  }

  /** The number of jobs. */
  public int size() {
    return submit.length;
  }

  /** Their estimates in seconds, in arrival order. */
  public int[] estimates() {
    return estimate.clone();
  }

  /**
   * Arrivals of these jobs, each {@code shift} seconds after its submit time.
   *
   * @param firstJob number of the first; the others follow
   * @param processors of the cluster; wider jobs are clipped to it
   */
  public Arrivals shifted(int shift, int firstJob, int processors) {
    return new Shifted(shift, firstJob, processors, 0);
  }

  /** The index of the first job submitted at or after {@code second}. */
  int firstAtOrAfter(int second) {
    int found = Arrays.binarySearch(submit, second);
    int index = found < 0 ? -found - 1 : found;
    while (index > 0 && submit[index - 1] == second) {
      index--;
    }
    return index;
  }

  /** The submit time of a job. */
  public int submit(int index) {
    return submit[index];
  }

  /** Copies a job into {@code into} with another number. */
  void copy(int index, int job, int processors, Arrival into) {
    into.job = job;
    into.width = Math.max(1, Math.min(processors, width[index]));
    into.estimate = estimate[index];
    into.runtime = runtime[index];
    into.user = user[index];
    into.shape = shape[index];
    into.claim = claim[index];
  }

  private final class Shifted implements Arrivals {
    private final int shift;
    private final int firstJob;
    private final int processors;
    private int next;

    Shifted(int shift, int firstJob, int processors, int next) {
      this.shift = shift;
      this.firstJob = firstJob;
      this.processors = processors;
      this.next = next;
    }

    @Override
    public int nextTime() {
      return next < submit.length ? submit[next] + shift : Simulation.NEVER;
    }

    @Override
    public void take(Arrival into) {
      copy(next, firstJob + next, processors, into);
      next++;
    }

    @Override
    public Arrivals fork() {
      return new Shifted(shift, firstJob, processors, next);
    }
  }
}
