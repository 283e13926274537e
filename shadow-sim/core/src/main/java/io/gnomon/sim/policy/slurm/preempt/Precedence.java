package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.machine.placement.Shape;

/** Which running jobs may make room for which others, in which order and how. Not thread-safe. */
sealed interface Precedence permits TierPrecedence, QosPrecedence {
  /** Whether any waiting job may preempt a running job; false if that cannot be. */
  boolean mayPreempt(int running);

  /**
   * Whether a waiting job may preempt any job at all; false if that cannot be. O(shapes of which
   * jobs wait).
   */
  boolean isWanted();

  /** Whether this waiting job may preempt any job at all; false if that cannot be. O(1). */
  boolean mayPreempt(int waiting, Shape shape);

  /**
   * Whether a waiting job may preempt a running job.
   *
   * @param waiting slot of the waiting job
   * @param shape its request in one partition
   * @param running slot of the running job
   */
  boolean mayPreempt(int waiting, Shape shape, int running);

  /** Running jobs with a smaller rank are preempted first and resume last. */
  long rank(int running);

  /** What happens to a running job that is preempted. */
  PreemptMode mode(int running);

  /** Seconds for which a running job goes on at most when it is cancelled or requeued. */
  int graceSeconds(int running);
}
