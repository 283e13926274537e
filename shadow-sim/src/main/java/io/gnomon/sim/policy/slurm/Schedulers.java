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
   * Makes a pass of the backfill scheduler.
   *
   * @return number of jobs started
   */
  int runBackfill(Dispatcher dispatcher);

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
