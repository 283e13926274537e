package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;

/** What a policy may do in a pass. Each call takes effect at once in the state. */
public interface Dispatcher {
  /** The cluster as it stands, with what this pass has already done. */
  ClusterState state();

  /** Starts a waiting job as submitted. */
  void start(int slot);

  /**
   * Starts a waiting job with a width of its own, or with a limited time.
   *
   * @param processors that it gets
   * @param expectedSeconds until its expected end
   */
  void start(int slot, int processors, int expectedSeconds);

  /**
   * Starts a waiting job on processors that are not ready for it yet. It holds them from now on but
   * makes no progress in the first {@code seconds}. A scheduler that executes the decision takes
   * the time that it takes.
   */
  default void startAfter(int slot, int seconds) {
    start(slot);
  }

  /** Resumes a suspended job that makes no progress in the first {@code seconds}. */
  default void resumeAfter(int slot, int seconds) {
    resume(slot);
  }

  /** Suspends a running job. */
  void suspend(int slot);

  /** Resumes a suspended job. */
  void resume(int slot);

  /** Ends a running job's attempt: its work is lost and it goes back to the queue. */
  void kill(int slot);
}
