package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;

/**
 * A scheduling policy at work on one cluster.
 *
 * <p>A policy adopts any live state, whoever built it, and then hears of every change before the
 * pass in which it may act. What it keeps beside the state, it copies in {@link #fork}. It reads no
 * clock but the state's and no randomness but what its spec seeds, so that a replay decides the
 * same. Not thread-safe: the owner of the state calls it.
 */
public interface SchedulingPolicy {
  /** A time that never comes. */
  int NEVER = Integer.MAX_VALUE;

  /** The value that this policy was built from. */
  PolicySpec spec();

  /** Takes over {@code state} as it is. Called once, before any other method. */
  void adopt(ClusterState state);

  /** The same policy with a copy of what it knows, at work on {@code forked}. */
  SchedulingPolicy fork(ClusterState forked);

  /** A job has been submitted, or released from hold. */
  default void submitted(int slot) {}

  /** A job has started or resumed, by this policy's own decision. */
  default void started(int slot) {}

  /**
   * A running job is about to leave its processors for good; its columns can still be read.
   *
   * @param completed whether it completed, rather than being cancelled or killed
   */
  default void ended(int slot, boolean completed) {}

  /** A job has been changed, held, requeued or suspended, or a waiting job has left. */
  default void changed(int slot) {}

  /** One pass, once all events of an instant are in the state. */
  void pass(Dispatcher dispatcher);

  /** When this policy wants a pass though nothing happens, or {@link #NEVER}. */
  default int nextTimer() {
    return NEVER;
  }
}
