package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;

/**
 * Slurm's two schedulers on one kind of cluster: a pool of processors, or nodes. When they run is
 * up to {@link Slurm}.
 */
interface Schedulers {
  /** Starts to work on {@code state}. */
  void adopt(ClusterState state);

  /** The same for a fork of the state. */
  Schedulers fork(ClusterState forked);

  /** A job has been submitted. */
  default void submitted(int slot) {}

  /** A running job is about to leave. */
  default void ended(int slot) {}

  /** A job has been changed, held, requeued or suspended, or a waiting job has left. */
  default void changed() {}

  /** What jobs can use in all; a change requires a pass of the main scheduler. */
  int capacity();

  /** Resumes preempted jobs whose resources are free. */
  default void resume(Dispatcher dispatcher) {}

  /**
   * Makes a pass of the main scheduler.
   *
   * @param depth maximum number of jobs to examine
   * @return whether the pass ended at the depth, so that more jobs may fit
   */
  boolean runMain(Dispatcher dispatcher, int depth);

  /**
   * The part of a backfill pass that is made at once. A pass that pauses is made again from its
   * first job on, with more jobs each time.
   *
   * @param jobs number of jobs to test, those included that the pass has started
   * @param started jobs that the pass has started before
   * @param eligibleBy second by which jobs must have become eligible to be tested
   */
  record Portion(int jobs, int started, int eligibleBy) {
    /** A pass without pauses. */
    static final Portion WHOLE = new Portion(NEVER, 0, NEVER);
  }

  /**
   * Makes a portion of a pass of the backfill scheduler.
   *
   * @return number of jobs started
   */
  int runBackfill(Dispatcher dispatcher, Portion portion);

  /**
   * Number of jobs that the pass has tested up to the last portion, or would test without the limit
   * of that portion; only counted if passes take time.
   */
  int tested();

  /**
   * The first second at which the last backfill pass would plan differently without an event;
   * {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is none.
   */
  int validUntil();

  /**
   * The first second after {@code time} at which waiting jobs may change places without an event;
   * {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is none.
   */
  int nextReorder(int time);

  /** The first time after {@code time} at which resources open to jobs without an event. */
  default int nextOpening(int time) {
    return NEVER;
  }
}
