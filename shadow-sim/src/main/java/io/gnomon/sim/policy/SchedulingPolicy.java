package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;

/**
 * A scheduling policy at work on one cluster.
 *
 * <p>A policy adopts any live state, whoever built it, and then hears of every change of a job
 * before the pass in which it may act; the capacity it looks up in the state. What it keeps beside
 * the state, it copies in {@link #fork}. It reads no clock but the state's and no randomness but
 * what its spec seeds, so that a replay decides the same. Not thread-safe: the owner of the state
 * calls it.
 */
public interface SchedulingPolicy {
  /** A time that never comes. */
  int NEVER = Integer.MAX_VALUE;

  /** The value that this policy was built from. */
  PolicySpec spec();

  /** Takes over {@code state} as it is. Called once, before any other method. */
  void adopt(ClusterState state);

  /**
   * Takes over {@code state} from the policy that was in force, with what the two have in common.
   * Called instead of {@link #adopt}.
   */
  default void succeed(SchedulingPolicy predecessor, ClusterState state) {
    adopt(state);
  }

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

  /**
   * What this policy knows beside the state, so that a checkpoint can keep it; empty for most. Jobs
   * are named by number, not by slot.
   */
  default int[] memory() {
    return new int[0];
  }

  /**
   * Knows again what {@link #memory()} held, after {@link #adopt}ing the state of that moment.
   *
   * @throws IllegalArgumentException if it was another policy's memory
   */
  default void recall(int[] memory) {
    if (memory.length > 0) {
      throw new IllegalArgumentException(
          spec() + " keeps no memory; it cannot recall " + memory.length + " numbers");
    }
  }

  /** One pass, once all events of an instant are in the state. */
  void pass(Dispatcher dispatcher);

  /**
   * Whether this policy suspends and resumes jobs itself. For one that does not, and finds
   * suspended jobs in the state that it adopts, these are resumed before anything else is started;
   * see {@link Resumption}.
   */
  default boolean preempts() {
    return false;
  }

  /**
   * Whether it goes by {@link ClusterState#expectedRuntime}, which whoever runs it keeps up to date
   * then.
   */
  default boolean asksExpectedRuntimes() {
    return false;
  }

  /** How jobs scale that this policy starts on other widths than they asked for. */
  default SpeedUp speedUp() {
    return SpeedUp.CONSTANT_EFFICIENCY;
  }

  /** When this policy wants a pass though nothing happens, or {@link #NEVER}. */
  default int nextTimer() {
    return NEVER;
  }
}
