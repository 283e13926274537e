package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.placement.Placement;

/** The actions that a policy can take in a pass. Each call changes the state at once. */
public interface Dispatcher {
  /** The current cluster state, including this pass's actions so far. */
  ClusterState state();

  /** Starts a waiting job as submitted. */
  void start(int slot);

  /**
   * Starts a waiting job with a different width or a limited time.
   *
   * @param processors assigned processors
   * @param expectedSeconds seconds until its expected end
   */
  void start(int slot, int processors, int expectedSeconds);

  /** Starts a waiting job of a cluster of nodes. */
  void start(int slot, Placement placement);

  /**
   * Starts a waiting job on processors that are not ready yet. It holds them from now on but makes
   * no progress in the first {@code seconds}. A real scheduler that executes the decision ignores
   * the delay.
   */
  default void startAfter(int slot, int seconds) {
    start(slot);
  }

  /** Resumes a suspended job, which makes no progress in the first {@code seconds}. */
  default void resumeAfter(int slot, int seconds) {
    resume(slot);
  }

  /** Suspends a running job. */
  void suspend(int slot);

  /** Resumes a suspended job. */
  void resume(int slot);

  /** Kills a running job's attempt: its work is lost and it returns to the queue. */
  void kill(int slot);

  /**
   * Kills a running job's attempt like {@link #kill}; the job is not eligible to start for some
   * time.
   */
  default void requeue(int slot, int seconds) {
    kill(slot);
  }

  /** Ends a running job before its time; it does not return to the queue. */
  default void cancel(int slot) {
    throw new UnsupportedOperationException("jobs cannot be cancelled here");
  }

  /**
   * Ends a running job like {@link #cancel}, but lets it go on for a grace time. Its expected end
   * is no later than the end of that time. A job that has a grace time already keeps it.
   *
   * @param graceSeconds 0 to end it now
   */
  default void cancelAfter(int slot, int graceSeconds) {
    cancel(slot);
  }

  /**
   * Returns a running job to the queue like {@link #requeue}, but lets it go on for a grace time as
   * with {@link #cancelAfter}.
   *
   * @param graceSeconds 0 to requeue it now
   * @param seconds for which it is not eligible to start after that
   */
  default void requeueAfter(int slot, int graceSeconds, int seconds) {
    requeue(slot, seconds);
  }
}
