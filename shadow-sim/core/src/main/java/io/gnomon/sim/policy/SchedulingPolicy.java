package io.gnomon.sim.policy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import io.gnomon.sim.spec.Spec;

/**
 * A scheduling policy that runs on one cluster state.
 *
 * <p>A policy can adopt any live state. It is then notified of every change of a job before the
 * next pass; it reads the capacity from the state. {@link #fork} copies what the policy keeps
 * beside the state. A policy reads no clock but the state's, and its only source of randomness is
 * the seed in its spec, so that a replay makes the same decisions. Not thread-safe: the owner of
 * the state calls it.
 */
public interface SchedulingPolicy extends Saved {
  /** The time of a timer that is not set. */
  int NEVER = Integer.MAX_VALUE;

  /** Returns the value that this policy was built from. */
  Spec spec();

  /** Starts to work on {@code state}. Called once, before any other method. */
  void adopt(ClusterState state);

  /**
   * Starts to work on {@code state} and takes over what it has in common with the policy that was
   * in force. Called instead of {@link #adopt}.
   */
  default void succeed(SchedulingPolicy predecessor, ClusterState state) {
    adopt(state);
  }

  /** Returns an independent copy of this policy that works on {@code forked}. */
  SchedulingPolicy fork(ClusterState forked);

  /** A job has been submitted, or released from hold. */
  default void submitted(int slot) {}

  /** A job has started or resumed. */
  default void started(int slot) {}

  /**
   * A running job is about to leave; its columns can still be read.
   *
   * @param completed whether it completed, rather than being cancelled or killed
   */
  default void ended(int slot, boolean completed) {}

  /** A job has been changed, held, requeued or suspended, or a waiting job has left. */
  default void changed(int slot) {}

  /**
   * Lists what this policy keeps beside the state, for checkpoints; nothing for most policies. Jobs
   * are identified by number, not by slot. A policy with the same spec restores it after {@link
   * #adopt}, with the state as it was then.
   */
  @Override
  default void fields(Fields fields) {}

  /** Makes one pass, after all events of an instant have been applied to the state. */
  void pass(Dispatcher dispatcher);

  /**
   * Whether this policy suspends and resumes jobs itself. If it does not, suspended jobs in the
   * adopted state are resumed before any other job is started; see {@link Resumption}.
   */
  default boolean preempts() {
    return false;
  }

  /**
   * Whether this policy reads {@link ClusterState#expectedRuntime}. If it does, the caller must
   * keep these values up to date.
   */
  default boolean usesExpectedRuntimes() {
    return false;
  }

  /** Returns the speed-up of jobs that this policy starts with another width than requested. */
  default SpeedUp speedUp() {
    return SpeedUp.CONSTANT_EFFICIENCY;
  }

  /** Returns the time of the next pass without an event, or {@link #NEVER}. */
  default int nextTimer() {
    return NEVER;
  }
}
