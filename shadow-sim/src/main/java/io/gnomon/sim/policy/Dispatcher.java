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

  /** Suspends a running job. */
  void suspend(int slot);

  /** Resumes a suspended job. */
  void resume(int slot);

  /** Ends a running job's attempt: its work is lost and it goes back to the queue. */
  void kill(int slot);
}
